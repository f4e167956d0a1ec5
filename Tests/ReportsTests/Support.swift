import AppLock
import Auditing
import Chronology
import Devices
import Reports
import Scenarios
import Simulation

/// `decision_latency.p99 < 5ms` and the like, from its parts.
func threshold(
    _ path: String, _ comparison: ComparisonOperator, _ value: Threshold.Value, _ limit: String = ""
) -> Threshold {
    guard case .found(let metric) = MetricTable.lookUp(path) else {
        fatalError("no metric \(path)")
    }
    return Threshold(
        metric: metric, comparison: comparison, value: value,
        text: "\(path) \(comparison.rawValue) \(limit)",
        position: SourcePosition(line: 1, column: 1))
}

func number(_ value: UInt64) -> Threshold.Value { .number(Millionths(rawValue: value * 1_000_000)) }

/// A population's report of ten measured seconds after two of warm-up, with 1000 latencies of
/// 1 to 1000 us.
func populationReport(_ thresholds: [Threshold] = []) -> RunReport {
    var population = Population(
        sessions: 500, duration: .seconds(12),
        source: .behaviours([
            Behaviour(
                name: "all", foreground: .constant(.seconds(5)), background: .constant(.seconds(5)))
        ]))
    population.warmup = .seconds(2)
    var hash = ScenarioHash()
    hash.add("rush".utf8)
    var scenario = Scenario(
        name: "rush", body: .population(population), names: NameTable(), path: "some/rush.yaml",
        hash: hash)
    scenario.seed = 42
    scenario.thresholds = thresholds
    var report = RunReport(scenario)
    report.workers = 2
    report.duration.modelNanoseconds = 12_000_000_000
    report.duration.wallNanoseconds = 1_500_000_000
    report.duration.cpuNanoseconds = 2_750_000_000
    report.part.sessions = 500
    report.part.sessionBytes = 80_000
    report.part.digest = 0xBEEF
    report.part.counters.add(.events, 120_000)
    report.part.counters.add(.touchEvents, 70)
    report.part.counters.add(.keyEvents, 30)
    report.part.counters.add(.timersFired, 7)
    for value in 1...1000 as ClosedRange<UInt64> {
        report.part.meter.record(value * 1000, .decisionLatency)
    }
    for share in [250_000_000, 500_000_000] as [UInt64] {
        var process = ProcessFacts(role: .worker, index: report.processes.count)
        process.cpuShareBillionths = share
        process.residentByteCount = 64 << 20
        process.contextSwitches = 10
        report.processes.append(process)
    }
    return report
}

func scriptReport() -> RunReport {
    let script = Script(steps: [])
    let scenario = Scenario(
        name: "a-case", body: .script(script), names: NameTable(), path: "cases/a-case.yaml",
        hash: ScenarioHash())
    return RunReport(scenario)
}

extension RunReport {
    mutating func violate(_ rule: Rule, times: UInt64 = 1, session: UInt32 = 0, at: UInt64 = 0) {
        part.violations[rule.index] += times
        part.firsts.append(
            Violation(rule: rule, session: session, scene: .first, at: at, since: at))
    }
}
