public import Comparing
public import Reports
import Scenarios

/// A run that has just ended, as it is put into the history.
public struct NewRun: Sendable {
    public var result: RunResult
    /// What the command line says that changes what is measured and is not in the scenario's hash:
    /// `timers=binary-heap workers=2`.
    public var settings = ""
    /// Since 1970.
    public var finishedMilliseconds: UInt64
    public var version: String
    public var verdict: String
    public var exitCode: Int32
    /// Of the repository it ran in.
    public var commit: String?

    public init(_ result: RunResult, finishedMilliseconds: UInt64) {
        self.result = result
        self.finishedMilliseconds = finishedMilliseconds
        version = Version.text
        verdict = Verdict.pass.rawValue
        exitCode = 0
    }

    /// What is kept is what `result.json` says, under the names a comparison knows.
    public init(_ report: RunReport, finishedMilliseconds: UInt64) throws(HistoryError) {
        let results: [RunResult]
        do throws(ResultError) {
            results = try RunResult.all(in: Array(report.resultJSON.utf8), path: report.path)
        } catch {
            throw .unreadable(error.description)
        }
        precondition(results.count == 1, "one report is one result")
        self.init(results[0], finishedMilliseconds: finishedMilliseconds)
        verdict = report.verdict.rawValue
        exitCode = report.exitCode
    }
}

/// Scripts say pass or fail hundreds of times a run and measure nothing; a session alone is no run
/// of its scenario.
extension RunReport {
    public var belongsIntoHistory: Bool { !isScript && session == nil }
}
