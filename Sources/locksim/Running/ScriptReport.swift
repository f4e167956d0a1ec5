import Auditing
import Linux
import Reports
import Scenarios
import Simulation

/// Scripts in virtual time, and what came of them as reports.
extension RunReport {
    static func playing(_ script: Script, of scenario: Scenario) -> RunReport {
        let (wall, cpu) = (Clock.monotonic.now(), Clock.processTime.now())
        var runner = ScriptRunner(scenario)
        return RunReport(runner.run(script), of: scenario, since: wall, cpu)
    }

    /// `wall` and `cpu`: what the clocks said when the script began.
    init(_ result: ScriptResult, of scenario: Scenario, since wall: UInt64, _ cpu: UInt64) {
        var report = RunReport(scenario)
        report.duration.wallNanoseconds = Clock.monotonic.now() - wall
        report.duration.cpuNanoseconds = Clock.processTime.now() - cpu
        report.duration.modelNanoseconds = result.duration
        report.part.sessions = 1
        report.part.digest = result.digest
        report.part.counters = result.counters
        report.part.violations = result.log.counts
        report.part.firsts = result.log.firsts
        report.part.sessionBytes = UInt64(MemoryLayout<Session>.stride)
        if result.exposure > 0 { report.part.meter.record(result.exposure, .exposure) }
        report.expectations = Expectations(checked: result.checked, failed: result.failures.count)
        let words = EventWords(scenario.names)
        report.failures = result.failures.map { failure in
            var reported = ReportedFailure(
                place: scenario.place(failure.position), subject: failure.subject,
                expected: failure.expected, actual: failure.actual)
            reported.trail = failure.trail.suffix(ScriptRecord.trailBound).map { words.line($0) }
            return reported
        }
        self = report
    }
}

extension Scenario {
    func place(_ position: SourcePosition) -> String {
        "\(path):\(position.line):\(position.column)"
    }
}
