import Chronology
import Devices
import Foundation
import Reports
import Scenarios
import Simulation
import Testing

@Suite struct ThresholdTests {
    struct Row: Sendable {
        var path: String
        var comparison: ComparisonOperator
        var limit: Threshold.Value
        var value: MeasuredValue?
        var passes: Bool

        init(
            _ path: String, _ comparison: ComparisonOperator, _ limit: Threshold.Value,
            _ value: MeasuredValue?, _ passes: Bool
        ) {
            self.path = path
            self.comparison = comparison
            self.limit = limit
            self.value = value
            self.passes = passes
        }
    }

    static let perSecond = Rate(count: Millionths(rawValue: 12_000_000_000), per: .seconds(1))
    static let perMinute = Rate(count: Millionths(rawValue: 720_000_000_001), per: .minutes(1))

    static let rows: [Row] = [
        Row(
            "decision_latency.max", .atMost, .duration(.milliseconds(1)),
            .duration(nanoseconds: 1_000_000), true),
        Row(
            "decision_latency.max", .less, .duration(.milliseconds(1)),
            .duration(nanoseconds: 1_000_000), false),
        Row(
            "decision_latency.min", .equal, .duration(.microseconds(1)),
            .duration(nanoseconds: 1000), true),
        Row(
            "decision_latency.mean", .greater, .duration(.microseconds(500)),
            .duration(nanoseconds: 500_500), true),
        Row("decision_latency.count", .atLeast, number(1000), .number(1000), true),
        Row(
            "decision_latency.rate", .equal,
            .rate(Rate(count: Millionths(rawValue: 100_000_000), per: .seconds(1))),
            .rate(count: 1000, nanoseconds: 10_000_000_000), true),
        Row("service_time.p99", .less, .duration(.seconds(1)), nil, false),
        Row("service_time.p99", .greater, .duration(.zero), nil, false),
        Row("service_time.count", .equal, number(0), .number(0), true),
        Row("events", .equal, number(120_000), .number(120_000), true),
        Row("events", .unequal, number(120_000), .number(120_000), false),
        Row(
            "events", .less, .number(Millionths(rawValue: 120_000_000_001)), .number(120_000), true),
        Row("events.touch", .equal, number(100), .number(100), true),
        Row(
            "events.rate", .equal, .rate(perSecond),
            .rate(count: 120_000, nanoseconds: 10_000_000_000), true),
        Row(
            "events.rate", .less, .rate(perMinute),
            .rate(count: 120_000, nanoseconds: 10_000_000_000), true),
        Row("violations", .equal, number(0), .number(3), false),
        Row("violations.early-lock", .equal, number(3), .number(3), true),
        Row("violations.idle-twice", .equal, number(0), .number(0), true),
        Row("timers.fired", .equal, number(7), .number(7), true),
        Row("timers.early", .equal, number(0), .number(0), true),
        Row("context_switches", .equal, number(20), .number(20), true),
        Row(
            "cpu.max", .atMost, .share(Share(billionths: 500_000_000)),
            .share(billionths: 500_000_000), true),
        Row(
            "cpu.mean", .less, .share(Share(billionths: 375_000_000)),
            .share(billionths: 375_000_000), false),
        Row("rss.p50", .less, .bytes(65 << 20), .bytes(64 << 20), true),
        Row("loop_idle.min", .greater, .share(.zero), nil, false),
    ]

    @Test(arguments: rows.indices)
    func eachMetricInItsUnit(index: Int) {
        let row = Self.rows[index]
        var report = populationReport([threshold(row.path, row.comparison, row.limit)])
        report.violate(.earlyLock, times: 3)
        let result = report.thresholdResults[0]
        #expect(result.value == row.value, "\(row.path)")
        #expect(result.passed == row.passes, "\(row.path)")
    }

    @Test func percentilesAreRightToAThousandthAndNeverAboveTheMaximum() {
        let report = populationReport([
            threshold("decision_latency.p99", .less, .duration(.microseconds(992))),
            threshold("decision_latency.p99.99", .atMost, .duration(.milliseconds(1))),
        ])
        #expect(report.thresholdResults.map(\.passed) == [true, true])
    }

    @Test func aRunWithoutEventsHasNoDataToPassWith() {
        var report = populationReport([
            threshold("violations", .equal, number(0)), threshold("events", .equal, number(0)),
            threshold("leaks.rate", .equal, .rate(.zero)),
        ])
        report.part.counters = Counters()
        #expect(report.thresholdResults.map(\.passed) == [false, true, false])
    }

    @Test func aThresholdThatAbortsIsHeardInItsTimeAndOnData() throws {
        var aborting = threshold("violations", .equal, number(0), "0")
        aborting.aborts = true
        aborting.after = .seconds(5)
        var silent = threshold("service_time.p99", .less, .duration(.milliseconds(5)), "5ms")
        silent.aborts = true
        var report = populationReport([silent, aborting, threshold("locks", .greater, number(9))])
        #expect(report.endingThreshold(reached: 10_000_000_000) == nil)
        report.violate(.earlyLock)
        // Two seconds of warm-up, and five until it counts.
        #expect(report.endingThreshold(reached: 4_999_999_999) == nil)
        let ending = try #require(report.endingThreshold(reached: 5_000_000_000))
        #expect(ending.result.that == "violations == 0" && ending.at == 5_000_000_000)
        // It stays failed, whatever became of its value.
        var later = populationReport([aborting])
        later.isPartial = true
        later.ending = ending
        #expect(later.exitCode == 99 && later.verdict == .fail)
        #expect(later.reasons == ["ended at 5s by violations == 0 (got 1)"])
    }

    /// What is counted can be asked for, and the table names nothing that isn't counted.
    @Test func theTableHasEveryCounterOfAResult() throws {
        let counters = MetricTable.rows.filter { $0.kind == .counter }.map(\.name)
        // Keys and scrolls count among touches.
        let counted = Counters.Kind.allCases.filter { $0 != .keyEvents }.map(\.name)
        let others = [
            "violations", "sessions", "sessions.lost", "timers.early", "timers.lost",
            "context_switches", "overflows",
        ]
        let rules = Rule.allCases.map { "violations.\($0.rawValue)" }
        #expect(Set(counters) == Set(counted + others + rules))
        #expect(counters.count == Set(counters).count)
        let result = try #require(
            try JSONSerialization.jsonObject(with: Data(populationReport().resultJSON.utf8))
                as? [String: Any])
        let written = try #require(result["counters"] as? [String: Any])
        let timers = try #require(written["timers"] as? [String: Any])
        let names = written.keys.filter { $0 != "timers" } + timers.keys.map { "timers.\($0)" }
        #expect(Set(names) == Set(counted + others).subtracting(["context_switches"]))
    }

    @Test func theTableHasEveryTimeOfAResult() {
        let names = MetricTable.rows.filter { $0.kind != .counter }.map(\.name)
        #expect(Set(names) == Set(Meter.Kind.allCases.map(\.name) + ["loop_idle", "cpu", "rss"]))
    }

    @Test func everyNameOfTheTableIsKnown() {
        let report = populationReport()
        for path in MetricTable.paths {
            guard case .found(let metric) = MetricTable.lookUp(path) else {
                Issue.record("no metric \(path)")
                continue
            }
            if metric.suffix == nil || metric.suffix == .count || metric.suffix == .rate {
                #expect(report.observation(of: metric).value != nil, "\(path)")
            }
        }
    }
}
