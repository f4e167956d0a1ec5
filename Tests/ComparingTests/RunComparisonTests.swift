import Foundation
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
        options.gates = [.init(name: "timer_lateness.p50", effect: .share(0.1))]
        let within = try comparison(options) { resultText(lateness: steady(60_000, $0)) }
        #expect(verdicts(within) == ["timer_lateness.p50": .noEvidence])
        options.gates = [.init(name: "rss.max", effect: .share(0.1))]
        let other = try comparison(options) { resultText(lateness: steady(90_000, $0)) }
        #expect(other.verdict == .noEvidence)
        options.gates = [.init(name: "lock_latency.p50", effect: .share(0.1))]
        #expect(throws: ComparisonRefusal.noValues("lock_latency.p50")) {
            _ = try comparison(options) { _ in resultText() }
        }
    }

    /// A share of nought is nought: there every rise counts. An amount needs no ratio.
    @Test func gatesOfNoughtAreJudgedByTheirDifference() throws {
        func verdict(
            _ effect: RunComparison.Effect, from a: Int, to b: Int
        ) throws -> ComparisonVerdict? {
            var options = RunComparison.Options()
            options.gates = [.init(name: "timer_lateness.p50", effect: effect)]
            let found = try comparison(
                options, a: { resultText(lateness: a == 0 ? 0 : steady(Double(a), $0)) },
                b: { resultText(lateness: b == 0 ? 0 : steady(Double(b), $0)) })
            return verdicts(found)["timer_lateness.p50"]
        }
        #expect(try verdict(.share(0.1), from: 0, to: 0) == .noEvidence)
        #expect(try verdict(.share(0.1), from: 0, to: 5000) == .regression)
        #expect(try verdict(.share(0.1), from: 5000, to: 0) == .improvement)
        #expect(try verdict(.amount(9000), from: 0, to: 5000) == .noEvidence)
        #expect(try verdict(.amount(200), from: 50_000, to: 51_000) == .regression)
        #expect(try verdict(.amount(2000), from: 50_000, to: 51_000) == .noEvidence)
    }

    @Test func countersOfTroubleCanBeGates() throws {
        var options = RunComparison.Options()
        options.gates = ["violations", "violations.missed-lock"].map {
            .init(name: $0, effect: .amount(0))
        }
        let same = try comparison(options) { _ in resultText() }
        #expect(same.rows.filter { $0.verdict != nil }.count == 2 && same.verdict == .noEvidence)
        let broken = resultText().replacing(
            "\"total\": 0, \"by_rule\": {}", with: "\"total\": 2, \"by_rule\": {\"missed-lock\": 2}"
        )
        let worse = try comparison(options) { _ in broken }
        #expect(verdicts(worse).values.allSatisfy { $0 == .regression })
        let words = worse.text(.plain).split { $0.isWhitespace }.joined(separator: " ")
        #expect(words.contains("violations.missed-lock 2 +2 +2 to +2 <0.0001 regression"))
        options.gates = [.init(name: "leaks", effect: .amount(0))]
        #expect(throws: ComparisonRefusal.noValues("leaks")) {
            _ = try comparison(options) { _ in resultText() }
        }
    }

    /// A violation is no sample of anything: one run that has it is enough, of any number.
    @Test func oneRunWithAViolationIsEnough() throws {
        let broken = resultText().replacing("\"total\": 0", with: "\"total\": 2")
        var options = RunComparison.Options()
        options.gates = [.init(name: "violations", effect: .amount(0))]
        let once = try comparison(options) { $0 == 7 ? broken : resultText() }
        #expect(once.verdict == .regression && once.exitCode(isStrict: false) == 2)
        #expect(once.troubles.isEmpty && once.judgedCount == 0)
        let folder = try Folder()
        let alone = try RunComparison(
            try runSet(folder, "a", count: 1) { _ in resultText() },
            try runSet(folder, "b", count: 1) { _ in broken }, options)
        #expect(alone.verdict == .regression)
        options.gates = [.init(name: "violations", effect: .amount(2))]
        #expect(try comparison(options) { _ in broken }.verdict == .noEvidence)
        let ungated = try comparison { $0 == 7 ? broken : resultText(lateness: steady(57_000, $0)) }
        #expect(ungated.verdict == .noEvidence)
        #expect(ungated.troubles == ["violations: up to 2 in a run of B, up to 0 in A"])
        #expect(ungated.text(.plain).contains("up to 2 in a run of B"))
        #expect(ungated.markdown.contains("- violations: up to 2 in a run of B"))
        let better = try comparison(a: { _ in broken }, b: { _ in resultText() })
        #expect(better.troubles.isEmpty)
    }

    /// The digest is of events and commands; counters and times are made of them.
    @Test func countersAndTimesOfASeedAreComparedBesideItsDigest() throws {
        func virtual(_ locks: Int, _ lateness: Int) -> (Int) -> String {
            { _ in resultText(lateness: lateness, mode: "virtual", locks: locks) }
        }
        let same = try comparison(a: virtual(12, 500), b: virtual(12, 500))
        #expect(same.behaviour.isEmpty && same.exitCode(isStrict: false) == 0)
        let counted = try comparison(a: virtual(12, 500), b: virtual(13, 500))
        #expect(counted.behaviour == ["seed 1: locks 12 → 13"] && counted.verdict == .regression)
        let timed = try comparison(a: virtual(12, 500), b: virtual(12, 501))
        #expect(timed.behaviour == ["seed 1: timer_lateness.p50 500ns → 501ns"])
        #expect(timed.exitCode(isStrict: false) == 2)
    }

    @Test func aMeasurementThatIsNoNumberIsTold() throws {
        for broken in ["\"x\"", "null", "[]", "-1", "1e300"] {
            let folder = try Folder()
            try folder.write(
                "result.json",
                resultText(lateness: 7).replacing("\"p50_ns\": 7", with: "\"p50_ns\": \(broken)"))
            #expect(throws: ResultError.self) { _ = try RunSet(path: folder.path) }
        }
    }

    @Test func aGateGivenTwiceIsJudgedOnceByTheLast() throws {
        var options = RunComparison.Options()
        options.gates = [0.5, 0.01].map { .init(name: "timer_lateness.min", effect: .share($0)) }
        func text(_ level: Int) -> String {
            resultText().replacing("\"count\": 9", with: "\"count\": 9, \"min_ns\": \(level)")
        }
        let found = try comparison(options, a: { _ in text(100) }, b: { _ in text(110) })
        #expect(found.judgedCount == 1 && found.verdict == .regression)
    }

    @Test func fewRunsAreInconclusiveWhichIsStrictsConcern() throws {
        let folder = try Folder()
        let a = try runSet(folder, "a", count: 2) { _ in resultText(lateness: 1000) }
        let b = try runSet(folder, "b", count: 2) { _ in resultText(lateness: 9000) }
        let found = try RunComparison(a, b, .init())
        #expect(found.verdict == .inconclusive)
        #expect(found.exitCode(isStrict: false) == 0 && found.exitCode(isStrict: true) == 3)
        let words = found.text(.plain).split { $0.isWhitespace }.joined(separator: " ")
        let says =
            "so many runs have a p of 0.3333 at the least, of 0.6667 over the 2 judged, which "
            + "shows nothing: 5 on either side can"
        #expect(words.contains(says))
        #expect(found.markdown.contains("So" + says.dropFirst(2)))
        let five = try RunComparison(
            try runSet(folder, "c", count: 5) { _ in resultText() },
            try runSet(folder, "d", count: 5) { resultText(valid: $0 != 0) }, .init())
        #expect(!five.text(.plain).contains("shows nothing"))
        let four = try RunComparison(
            try runSet(folder, "e", count: 4) { _ in resultText() },
            try runSet(folder, "f", count: 4) { _ in resultText() }, .init())
        #expect(four.text(.plain).contains("shows nothing"))
    }

    @Test func whatIsLeftOutIsCounted() throws {
        let folder = try Folder()
        let a = try runSet(folder, "a", count: 5) { resultText(valid: $0 > 2) }
        let b = try runSet(folder, "b", count: 5) { resultText(valid: $0 > 1) }
        let found = try RunComparison(a, b, .init())
        let words = "3 runs against 4; left out, being invalid or partial: 2 of A and 1 of B"
        #expect(found.text(.plain).hasPrefix(words + "\n"))
        #expect(found.markdown.contains(words + "."))
        let json = try JSONReader.value(Array(found.json(exitCode: 0).utf8))
        #expect(json["left_out_a"]?.wholeNumber == 2 && json["left_out_b"]?.wholeNumber == 1)
    }

    @Test func resultsOfSeveralQueuesInOneSetAreRefused() throws {
        let folder = try Folder()
        let mixed = try runSet(folder, "a", count: 2) { number in
            resultText().replacing("\"seed\": 1", with: "\"seed\": 1, \"queue\": \"q\(number)\"")
        }
        let one = try runSet(folder, "b") { _ in resultText() }
        #expect(throws: ComparisonRefusal.mixed(one.path, ["q1", "q2"])) {
            _ = try RunComparison(RunSet(path: one.path, runs: mixed.runs), one, .init())
        }
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
        let json = try JSONReader.value(Array(slower.json(exitCode: 2).utf8))
        #expect(json["verdict"]?.text == "regression")
        let row = json["metrics"]?.items?.first { $0["name"]?.text == "timer_lateness.p50" }
        #expect(row?["verdict"]?.text == "regression")
        #expect(abs((row?["change"]?.number ?? 0) - 60.0 / 57) < 1e-3)
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
            try error(resultText().replacing("57000", with: "-1"))?.description
                == "r:10:56: error: expected a number from 0 to 2^64 for “timer_lateness.p50_ns”")
        #expect(try error(resultText().replacing("57000", with: "1e999")) != nil)
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

    /// `latest` and the like.
    @Test func aLinkToARunIsNoSecondRun() throws {
        let folder = try Folder()
        let set = try runSet(folder, "a", count: 4) { _ in resultText() }
        for (name, target) in [("a/latest", "run-004"), ("a/self", "."), ("a/up", "..")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: target)
        }
        #expect(try RunSet(path: set.path).runs.count == 4)
    }

    @Test func theNoiseOfTooFewRunsIsNotNone() throws {
        let folder = try Folder()
        let three = NoiseReport(try runSet(folder, "a", count: 3) { _ in resultText() })
        #expect(three.text(.plain).contains("too few runs  too few runs"))
        #expect(three.json.contains("\"noise_floor\": null"))
        let ten = NoiseReport(try runSet(folder, "b") { resultText(lateness: steady(5e4, $0)) })
        #expect(!ten.text(.plain).contains("too few"))
        #expect(ten.markdown.contains("| timer_lateness.p50 | 50us | 49.9us to 50.2us | 0.3% |"))
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
