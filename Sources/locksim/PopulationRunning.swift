import Reports
import Scenarios

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
    throw RunFailure(
        exitCode: Trouble.internalError.rawValue,
        message: "\(scenario.name): not linked yet: populations and live mode")
}
