import AppLock
import Chronology
import Scenarios
import Testing

@testable import ScenarioFiles

@Suite struct QuantityTests {
    @Test(arguments: [
        ("0ms", 0), ("1ns", 1), ("250us", 250_000), ("1.5ms", 1_500_000), ("0.000000001s", 1),
        ("20s", 20_000_000_000), ("19.999s", 19_999_000_000), ("3m", 180_000_000_000),
        ("1h30m", 5_400_000_000_000), ("1h0m0.5s", 3_600_500_000_000), ("2d", 172_800_000_000_000),
        ("0.5h", 1_800_000_000_000), ("1.50000000000000000000s", 1_500_000_000),
        ("65536000001ns", 65_536_000_001), ("18446744073s", 18_446_744_073_000_000_000),
        ("18446744073709551615ns", UInt64.max),
    ]) func everyFormOfADuration(_ text: String, _ nanoseconds: UInt64) throws {
        #expect(try SpanText.span(text).nanoseconds == nanoseconds)
    }

    @Test(arguments: [
        ("", QuantityError.malformed), ("ms", .malformed), ("1.s", .malformed),
        (".5s", .malformed), ("1e3s", .unknownUnit("e", known: SpanText.units.map(\.name))),
        ("1", .missingUnit), ("1h30", .missingUnit), ("-1s", .negative), ("--1s", .negative),
        ("30m1h", .malformed), ("1s1s", .malformed), ("0.5ns", .tooFine),
        ("18446744074s", .tooLarge), ("18446744073709551616ns", .tooLarge),
        ("0.0000000000000000001h", .tooFine), ("never", .malformed), ("NaN", .malformed),
        ("inf", .malformed), ("1 s", .unknownUnit(" s", known: SpanText.units.map(\.name))),
    ]) func whatIsNoDuration(_ text: String, _ error: QuantityError) {
        #expect(throws: error) { try SpanText.span(text) }
    }

    @Test func shiftsHaveASign() throws {
        #expect(try SpanText.shift("-1h") == -3_600_000_000_000)
        #expect(try SpanText.shift("+20s") == 20_000_000_000)
        #expect(throws: QuantityError.tooLarge) { try SpanText.shift("18446744073s") }
    }

    @Test(arguments: [
        ("18/min", 18_000_000, 60), ("0.3/s", 300_000, 1), ("2/h", 2_000_000, 3_600),
        ("1/day", 1_000_000, 86_400), ("1/week", 1_000_000, 604_800),
    ]) func rates(_ text: String, _ millionths: UInt64, _ seconds: UInt64) throws {
        let rate = Rate(count: Millionths(rawValue: millionths), per: .seconds(seconds))
        #expect(try SpanText.rate(text) == rate)
    }

    @Test(arguments: ["18", "18/", "18/minute", "/min", "-1/s", "1/0.5s", "NaN/s"])
    func whatIsNoRate(_ text: String) {
        #expect(throws: QuantityError.self) { try SpanText.rate(text) }
    }

    @Test(arguments: [
        ("12%", 120_000_000), ("0.12", 120_000_000), ("0", 0), ("100%", 1_000_000_000),
        ("0.01%", 100_000), ("150%", 1_500_000_000),
    ]) func shares(_ text: String, _ billionths: UInt64) throws {
        #expect(try NumberText.share(text).billionths == billionths)
    }

    @Test(arguments: ["NaN", "nan%", "-1%", "%", "1 %", "1e-3", "inf", "0.00000000001"])
    func whatIsNoShare(_ text: String) {
        #expect(throws: QuantityError.self) { try NumberText.share(text) }
    }

    @Test(arguments: [
        ("normal", 0), ("normal+1", 1), ("status_bar", 1_000), ("status_bar-1", 999),
        ("alert+10", 2_010), ("-1", -1), ("5", 5),
    ]) func levels(_ text: String, _ level: Int32) throws {
        #expect(try NumberText.level(text) == level)
    }

    @Test(arguments: [
        "", "alert1", "alert+", "alert+x", "5000000000", "alert++1", "alert+2147483647",
    ])
    func whatIsNoLevel(_ text: String) {
        #expect(throws: QuantityError.self) { try NumberText.level(text) }
    }

    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("2026-01-01T08:00:00Z", 1_767_254_400_000_000_000),
        ("2024-02-29T23:59:59.5Z", 1_709_251_199_500_000_000),
    ]) func instants(_ text: String, _ nanoseconds: Int64) throws {
        #expect(try InstantText.nanoseconds(text) == nanoseconds)
    }

    @Test(arguments: [
        "2026-01-01", "2026-01-01T08:00:00", "2025-02-29T00:00:00Z", "2026-13-01T00:00:00Z",
        "1969-12-31T23:59:59Z", "2026-01-01T24:00:00Z", "2026-01-01T08:00:00.Z", "",
    ]) func whatIsNoInstant(_ text: String) {
        #expect(throws: QuantityError.self) { try InstantText.nanoseconds(text) }
    }

    @Test func sizes() throws {
        #expect(try NumberText.size("1MiB") == 1_048_576)
        #expect(try NumberText.size("1.5KiB") == 1_536)
        #expect(throws: QuantityError.missingUnit) { try NumberText.size("1") }
    }

    @Test func everyMetricIsFoundUnderItsOwnName() {
        for path in MetricTable.paths {
            guard case .found(let metric) = MetricTable.lookUp(path) else {
                Issue.record("\(path) is not found")
                continue
            }
            #expect(metric.path == path)
        }
        #expect(
            MetricTable.lookUp("decision_latncy.p99") == .unknown(nearest: "decision_latency.p99"))
        #expect(
            MetricTable.lookUp("exposure") == .needsSuffix(nearest: "exposure.p99"))
    }

    @Test(arguments: [
        ("decision_latncy.p99 < 5ms", "did you mean “decision_latency.p99”?"),
        ("decision_latency < 5ms", "expected a suffix after “decision_latency”"),
        ("decision_latency.p99 < 5", "the unit is missing"),
        ("violations = 0", "expected a threshold such as decision_latency.p99 < 5ms"),
        ("violations.content-exposd == 0", "did you mean “violations.content-exposed”?"),
        ("violations == 5ms", "expected a number such as 8"),
    ]) func thresholdErrors(_ text: String, _ error: String) {
        let errors = errors(
            "scenario: a\nthresholds: [\"\(text)\"]\nscript: [{do: launch}]\n")
        #expect(errors.count == 1, "\(errors)")
        #expect(errors.first?.contains(error) == true, "\(errors)")
    }
}
