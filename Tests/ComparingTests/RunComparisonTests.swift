import Reports
import Statistics
import Testing

@testable import Comparing

@Suite struct RunComparisonTests {
    private func comparison(
        _ options: RunComparison.Options = .init(),
        a: (Int) -> String = { resultText(lateness: steady(57_000, $0)) },
        b: (Int) -> String
    ) throws -> RunComparison {
        let folder = try Folder()
        return try RunComparison(
            try runSet(folder, "a", text: a), try runSet(folder, "b", text: b), options)
    }

    private func verdicts(_ comparison: RunComparison) -> [String: ComparisonVerdict] {
        Dictionary(
            uniqueKeysWithValues: comparison.rows.compactMap { row in
                row.verdict.map { (row.name, $0) }
            })
    }

    @Test func aSlowerSideIsARegression() throws {
        let slower = try comparison { resultText(lateness: steady(60_000, $0)) }
        #expect(
            verdicts(slower) == ["timer_lateness.p50": .regression, "rss.max": .noEvidence])
        #expect(slower.verdict == .regression && slower.exitCode(isStrict: false) == 2)
        let faster = try comparison { resultText(lateness: steady(54_000, $0)) }
        #expect(faster.verdict == .improvement && faster.exitCode(isStrict: true) == 0)
        let same = try comparison { resultText(lateness: steady(57_000, $0)) }
        #expect(same.verdict == .noEvidence && same.exitCode(isStrict: true) == 0)
        #expect(same.geometricMean == 1)
    }

    @Test func aGateSaysFromWhereOnAChangeCounts() throws {
        var options = RunComparison.Options()
        options.gates = [.init(name: "timer_lateness.p50", effect: 0.1)]
        let within = try comparison(options) { resultText(lateness: steady(60_000, $0)) }
        #expect(verdicts(within) == ["timer_lateness.p50": .noEvidence])
        options.gates = [.init(name: "rss.max", effect: 0.1)]
        let other = try comparison(options) { resultText(lateness: steady(90_000, $0)) }
        #expect(other.verdict == .noEvidence)
        options.gates = [.init(name: "lock_latency.p50", effect: 0.1)]
        #expect(throws: ComparisonRefusal.noValues("lock_latency.p50")) {
            _ = try comparison(options) { _ in resultText() }
        }
        options.gates = [.init(name: "timer_lateness.p99.9", effect: 0.1)]
        #expect(verdicts(try comparison(options) { _ in resultText() }).values.first == .noEvidence)
    }

    @Test func fewRunsAreInconclusiveWhichIsStrictsConcern() throws {
        let folder = try Folder()
        let a = try runSet(folder, "a", count: 2) { _ in resultText(lateness: 1000) }
        let b = try runSet(folder, "b", count: 2) { _ in resultText(lateness: 9000) }
        let found = try RunComparison(a, b, .init())
        #expect(found.verdict == .inconclusive)
        #expect(found.exitCode(isStrict: false) == 0 && found.exitCode(isStrict: true) == 3)
    }

    @Test func unlikeRunsAreRefusedUnlessToldOtherwise() throws {
        func refused(_ b: @escaping (Int) -> String) -> RunComparison.Difference? {
            do {
                _ = try comparison(b: b)
            } catch ComparisonRefusal.unlike(let difference, _, _, _, _) {
                return difference
            } catch {}
            return nil
        }
        #expect(refused { _ in resultText(hash: "other") } == .scenario)
        #expect(refused { _ in resultText(mode: "virtual") } == .scenario)
        #expect(refused { _ in resultText(kernel: "6.1") } == .host)
        #expect(refused { resultText(kernel: $0 == 7 ? "6.1" : "6.18") } == .host)
        #expect(refused { _ in resultText(seed: 8) } == nil)
        var options = RunComparison.Options()
        options.allowed = [.host]
        let allowed = try comparison(options) { _ in resultText(kernel: "6.1") }
        #expect(allowed.rows.count > 2)
    }

    @Test func virtualRunsOfASeedAreTheSameOrNot() throws {
        func virtual(_ digest: String, _ locks: Int) -> (Int) -> String {
            { resultText(seed: $0, mode: "virtual", digest: digest, locks: locks) }
        }
        let same = try comparison(a: virtual("aa", 12), b: virtual("aa", 12))
        #expect(same.behaviour.isEmpty)
        let other = try comparison(a: virtual("aa", 12), b: virtual("bb", 13))
        #expect(
            other.behaviour.prefix(2) == ["seed 1: digest aa → bb", "seed 1: locks 12 → 13"])
        #expect(other.behaviour.last == "and 8 more")
        #expect(other.verdict == .regression)
        let live = try comparison { _ in resultText(digest: "bb", locks: 13) }
        #expect(live.behaviour.isEmpty)
        // Ten runs of one seed, one of them another: not deterministic.
        let unsteady = try comparison(
            a: { resultText(mode: "virtual", digest: $0 == 4 ? "cc" : "aa") },
            b: { _ in resultText(mode: "virtual", digest: "aa") })
        #expect(unsteady.behaviour == ["seed 1: digest aa → cc"])
    }

    @Test func textMarkdownAndJSONSayTheSame() throws {
        let slower = try comparison { resultText(lateness: steady(60_000, $0)) }
        let text = slower.text(.plain)
        #expect(text.hasPrefix("10 runs against 10\n"))
        #expect(text.hasSuffix("\nregression\n"))
        #expect(text.contains("+5.3%"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(slower.markdown.contains("| timer_lateness.p50 | 57us | 60us | +5.3% |"))
        let json = try JSONReader.value(Array(slower.json.utf8))
        #expect(json["verdict"]?.text == "regression")
        let row = json["metrics"]?.items?.first { $0["name"]?.text == "timer_lateness.p50" }
        #expect(row?["verdict"]?.text == "regression")
        #expect(abs((row?["ratio"]?.number ?? 0) - 60.0 / 57) < 1e-3)
    }

    // MARK: Files

    private func error(_ text: String) throws -> ResultError? {
        let folder = try Folder()
        let path = try folder.write("result.json", text)
        do throws(ResultError) {
            _ = try RunSet(path: path)
            return nil
        } catch {
            var error = error
            error.description = error.description.replacing(path, with: "r")
            return error
        }
    }

    @Test func badResultsAreToldAtTheirPlace() throws {
        #expect(try error(resultText()) == nil)
        #expect(try error("[\(resultText()), \(resultText())]") == nil)
        #expect(
            try error("{")?.description
                == "r:1:2: error: expected a key in quotes (the text ends here)")
        #expect(
            try error(resultText().replacing("\"schema\": 1", with: "\"schema\": 2"))?.description
                == "r:2:13: error: expected schema 1 (got 2)")
        #expect(
            try error(resultText().replacing("\"valid\": true", with: "\"valid\": 1"))?.description
                == "r:5:12: error: expected true or false for “valid” (got a number)")
        #expect(
            try error(resultText().replacing("\"digest\"", with: "\"digets\""))?.description
                == "r:1:1: error: expected “digest” in this object")
        #expect(
            try error("3")?.description
                == "r:1:1: error: expected an object with “schema” (got a number)")
    }

    @Test func foldersHoldWhatLiesBelowAndInvalidRunsAreLeftOut() throws {
        let folder = try Folder()
        let set = try runSet(folder, "a", count: 4) { resultText(valid: $0 != 2) }
        #expect(set.runs.count == 3 && set.leftOut.count == 1)
        #expect(set.values("rss.max") == [12e6, 12e6, 12e6])
        #expect(set.values("cpu_time") == [2000, 2000, 2000])
        #expect(set.values("wall_time") == nil)
        #expect(set.runs[0].value("timer_lateness.p99.9") == 0)
        #expect(throws: ResultError.self) { _ = try RunSet(path: folder.path + "/nowhere") }
        try folder.write("empty/readme", "nothing")
        #expect(throws: ResultError.self) { _ = try RunSet(path: folder.path + "/empty") }
    }

    @Test func metricsAreKnownByTheNamesOfTheTable() {
        for name in ComparedMetric.stable + ["decision_latency.touch.p99.9", "wall_time"] {
            #expect(ComparedMetric.isKnown(name))
        }
        #expect(!ComparedMetric.isKnown("locks") && !ComparedMetric.isKnown("rss.p50"))
        #expect(ComparedMetric.nearest(to: "timer_latenes.p50") == "timer_lateness.p50")
        #expect(ComparedMetric.suffix(ofKey: "p99_99_ns") == "p99.99")
        #expect(ComparedMetric.direction("events_per_second") == .higherIsBetter)
        // As ComparisonTests measures them.
        #expect(ComparedMetric.stable == ["timer_lateness.p50", "timer_lateness.p90", "rss.max"])
    }
}
