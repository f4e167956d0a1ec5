import Devices
import Linux
import Reports
import Scenarios
import Simulation

/// Replays a trace in virtual time; actions that were impossible fail the run, each at its place.
func runTrace(_ plan: TracePlan, of scenario: Scenario) -> RunReport {
    var report = RunReport(scenario)
    let (wall, cpu) = (Clock.monotonic.now(), Clock.processTime.now())
    var shard = TraceShard(plan)
    shard.run()
    let refusals = shard.refusals
    report.part = shard.finish()
    report.duration.modelNanoseconds = plan.duration
    report.duration.wallNanoseconds = Clock.monotonic.now() - wall
    report.duration.cpuNanoseconds = Clock.processTime.now() - cpu
    report.note(refusals, of: plan.trace, names: scenario.names)
    return report
}

extension RunReport {
    /// Puts what a trace asked for in vain among the failures.
    mutating func note(_ refusals: [TraceShard.Refusal], of trace: Trace, names: NameTable) {
        expectations = Expectations(
            checked: Int(clamping: part.sessions) * trace.entryCount / trace.recordings.count,
            failed: Int(clamping: part.impossible))
        failures = refusals.map { refusal in
            let (line, column) = (refusal.position.line, refusal.position.column)
            return ReportedFailure(
                place: "\(trace.path):\(line):\(column)", subject: "action",
                expected: "an action that is possible now",
                actual: refusal.reason.description { names[$0] })
        }
    }
}

extension Scenario {
    /// Where a live run names a trace, which only virtual time replays; else nil.
    var liveTraceRefusal: SourcePosition? {
        guard mode == .live, case .population(let population) = body,
            case .trace(let trace) = population.source
        else { return nil }
        return trace.position
    }
}
