import Chronology
import Linux
import Reports
import Scenarios
import Simulation
import TimerQueues

/// Why there is no report of a run.
struct RunFailure: Error {
    var exitCode: Int32
    var message: String
}

/// Runs a population, or any scenario in live mode, as its file and the options say.
///
/// The options that change a scenario (mode, seed, workers, time scale, queue) are in it already.
/// Environment and overrides of the report are filled in by the caller; `progress` may be called as
/// often as one likes and shows about one line a second.
func runPopulation(
    _ scenario: Scenario, options: RunOptions, progress: (ProgressLine) -> Void
) throws(RunFailure) -> RunReport {
    guard case .population(let population) = scenario.body else {
        throw RunFailure(exitCode: Trouble.internalError.rawValue, message: "not linked yet")
    }
    if let plan = TracePlan(scenario, population) { return runTrace(plan, of: scenario) }
    var report = RunReport(scenario)
    do {
        guard let plan = try PopulationPlan(scenario, population) else {
            throw RunFailure(exitCode: Trouble.internalError.rawValue, message: "no behaviours")
        }
        let start = Clock.monotonic.now()
        let cpu = Clock.processTime.now()
        var shard = PopulationShard<HierarchicalWheel>(
            plan, first: 0, stride: 1, tick: scenario.timers.tick)
        shard.run()
        report.part = shard.finish()
        report.workers = 1
        report.duration.modelNanoseconds = plan.duration
        report.duration.wallNanoseconds = Clock.monotonic.now() - start
        report.duration.cpuNanoseconds = Clock.processTime.now() - cpu
    } catch {
        throw RunFailure(exitCode: Trouble.internalError.rawValue, message: "\(error)")
    }
    return report
}
