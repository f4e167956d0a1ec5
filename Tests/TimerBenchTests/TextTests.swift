import Foundation
import Reports
import Testing
import TimerQueues

@testable import TimerBench

/// What a bench looks like, of measurements that are made up.
@Suite struct TextTests {
    private static let costs: [String: UInt64] = [
        "hierarchical-wheel": 42, "lazy-wheel": 3, "store-8": 2, "store-24": 12, "record-64": 17,
        "record-64-prefetched": 9, "events": 1,
    ]

    private func bench(_ operations: [BenchOperation] = [.touch], repeats: Int = 5) -> BenchResult {
        var count: UInt64 = 0
        var result = result(
            options(operations: operations, repeats: repeats, baseline: .hierarchicalWheel)
        ) { order, _ in
            count += 1
            var measured = sample(Self.costs[order.subject.name] ?? 5)
            // Up to 0.1 ns more.
            measured.nanoseconds += count % 5 * 20_000
            return .measured(measured)
        }
        result.accuracy = [
            AccuracyRow(
                queue: "lazy-wheel", wake: "timerfd", isBusy: false, timers: 10_000, p50: 21_000,
                p99: 95_000, p999: 140_000, max: 2_000_000, early: 0, lost: 0,
                processorBillionths: 30_000_000, spinBillionths: 0)
        ]
        return result
    }

    @Test func aTableForEachNumberOfSessions() {
        let text = BenchText(style: .plain).text(bench())
        #expect(text.hasPrefix("N = 1,000 sessions\n  ns per operation "))
        #expect(text.contains("  lazy-wheel "))
        #expect(text.contains("bare store, 24 bytes"))
        #expect(text.contains("x faster"))
        #expect(text.contains("+-"))
        #expect(text.contains("median of 5, +- the 93.8% interval's farther end"))
        #expect(text.contains("lazy-wheel, timerfd, idle  21us  95us"))
    }

    @Test(arguments: [40, 60, 80, 132, 200])
    func noLineIsWiderThanTheTerminal(columns: Int) {
        for usesUnicode in [false, true] {
            let style = Style(usesColour: false, usesUnicode: usesUnicode, columns: columns)
            let text = BenchText(style: style).text(bench(BenchOperation.allCases))
            for line in text.split(separator: "\n") {
                #expect(line.count <= max(columns, 44), "\(line)")
            }
        }
    }

    @Test func withoutUTF8AndColourThereIsPlainText() {
        let plain = BenchText(style: .plain).text(bench())
        #expect(plain.utf8.allSatisfy { $0 < 0x80 && $0 != 0x1B })
        #expect(plain.contains("###"))
        let rich = Style(usesColour: true, usesUnicode: true, columns: 80)
        let text = BenchText(style: rich).text(bench())
        #expect(text.contains("███") && text.contains("\u{1B}[1m") && text.contains("±"))
    }

    @Test func barsAreLogarithmicAndInOrder() throws {
        let text = BenchText(style: .plain).text(bench())
        let bars = text.split(separator: "\n").filter { $0.hasSuffix("#") }
        let lengths = bars.map { $0.filter { $0 == "#" }.count }
        #expect(lengths == lengths.sorted() && bars.count == 6)
        let lazy = try #require(bars.first { $0.contains("lazy-wheel") })
        let exact = try #require(bars.first { $0.contains("hierarchical-wheel") })
        // 3 and 42 of 1 … 100: 24 % and 81 % of the way.
        #expect(exact.filter { $0 == "#" }.count > 3 * lazy.filter { $0 == "#" }.count)
        #expect(text.contains("log scale, 1.00 to 100"))
    }

    @Test func decadesAndLogarithms() {
        #expect(BenchChart.decades(2_000, 42_000) == (1_000, 100_000))
        #expect(BenchChart.decades(0, 0) == (1, 10))
        #expect(BenchChart.decades(1_000, 1_000) == (1_000, 10_000))
        #expect(BenchChart.logarithm(1) == 0)
        #expect(BenchChart.logarithm(1024) == 10 << 16)
        #expect(BenchChart.logarithm(3) == 1 << 16 | 1 << 15)
    }

    @Test func theDocumentHasWhatTheSchemaSays() throws {
        let document = try #require(
            JSONSerialization.jsonObject(with: Data(bench().json.utf8)) as? [String: Any])
        let rows = try #require(document["rows"] as? [[String: Any]])
        #expect(rows.count == 2)
        let names = [
            "queue", "sessions", "operation", "ns_per_op", "low", "high", "repeats",
            "ratio_to_floor", "bytes_per_timer", "touched", "fired",
        ]
        for row in rows { for name in names { #expect(row[name] != nil, "\(name)") } }
        let lazy = try #require(rows.first { $0["queue"] as? String == "lazy-wheel" })
        #expect(lazy["operation"] as? String == "touch")
        #expect(lazy["bytes_per_timer"] as? Double == 24)
        #expect(lazy["repeats"] as? Int == 5)
        #expect((lazy["ratio_to_floor"] as? Double ?? 0) > 1.4)
        #expect((lazy["ratio_to_baseline"] as? Double ?? 1) < 0.1)
        #expect(lazy["coverage"] as? Double == 0.9375)
        let accuracy = try #require(document["accuracy"] as? [[String: Any]])
        #expect(accuracy[0]["p99_9_ns"] as? Int == 140_000)
        #expect(accuracy[0]["wake"] as? String == "timerfd")
        #expect((document["floors"] as? [Any])?.count == 4)
    }

    @Test func linesOfCommaSeparatedValuesAreOfOneLength() {
        let lines = bench([.touch, .mixed]).csv.split(separator: "\r\n")
        let counts = Set(
            lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).count })
        #expect(counts == [BenchResult.columns.count])
        #expect(lines[0].hasPrefix("kind,name,sessions,operation,ns_per_op"))
        #expect(lines.count == 1 + 4 + 5 + 1)
        #expect(lines.last?.contains("accuracy") == true)
    }

    @Test(arguments: [
        (2_914, "2.91"), (999, "1.00"), (9_999, "10.00"), (41_234, "41.2"), (527_400, "527"),
        (157_000_000, "157,000"), (0, "0.00"),
    ])
    func costsHaveThreeDigitsThatCount(picoseconds: UInt64, text: String) {
        #expect(CostText.nanoseconds(picoseconds) == text)
    }

    @Test func fasterAndSlowerSayWhich() {
        #expect(CostText.comparison(10_000, against: 123_000) == "12.3x faster")
        #expect(CostText.comparison(14_000, against: 10_000) == "1.40x slower")
        #expect(CostText.comparison(10, against: 10) == "1.00x faster")
        #expect(CostText.comparison(0, against: 10) == nil)
    }

    @Test func cyclictestIsReadFromItsHistogram() throws {
        let text = """
            # /dev/cpu_dma_latency set to 0us
            # Histogram
            000000 000000
            000003 000050
            000010 000049
            000700 000001
            # Total: 000000100
            # Min Latencies: 00003
            # Avg Latencies: 00013
            # Max Latencies: 00702
            # Histogram Overflows: 00000
            """
        let row = try #require(AccuracyRun.row(cyclictest: text))
        #expect(row.p50 == 3_000 && row.p99 == 10_000 && row.p999 == 700_000)
        #expect(row.max == 702_000 && row.timers == 100)
        #expect(AccuracyRun.row(cyclictest: "unable to open") == nil)
    }
}
