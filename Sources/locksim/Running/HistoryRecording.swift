import History
import Linux
import Reports
import Scenarios
import TimerQueues

/// Puts finished runs into the history. What goes wrong with it is a warning and no more: the run
/// itself is as it is.
struct HistoryRecording {
    let options: RunOptions
    let console: Console

    func record(_ reports: [RunReport]) {
        let kept = reports.filter(\.belongsIntoHistory)
        // Without a home there is no place for it, as in a minimal container: nothing to warn of.
        guard options.recordsHistory, !kept.isEmpty,
            !HistoryPlace.isOff(variable: { environmentVariable($0) }),
            let path = HistoryPlace.path(variable: { environmentVariable($0) })
        else { return }
        do throws(HistoryError) {
            let now = Clock.realtime.now() / 1_000_000
            let commit = GitCommit.current()
            var runs: [NewRun] = []
            for report in kept {
                var run = try NewRun(report, finishedMilliseconds: now)
                run.settings = settings(of: report)
                run.commit = commit
                runs.append(run)
            }
            try HistoryStore(making: path).record(runs)
        } catch {
            console.diagnose("locksim: warning: not in the history: \(error)")
        }
    }

    /// Options that change what is measured and are not in the scenario's hash.
    private func settings(of report: RunReport) -> String {
        var words: [String] = []
        if let queue = report.queue ?? options.timers.first?.rawValue {
            words.append("timers=\(queue)")
        }
        if let wake = options.wake { words.append("wake=\(wake.rawValue)") }
        if let workers = options.workers { words.append("workers=\(workers)") }
        if let scale = options.timeScale {
            let digits = Quantity.decimal(scale.rawValue, per: 1_000_000, places: 6)
            words.append("time-scale=\(digits)")
        }
        return words.joined(separator: " ")
    }
}
