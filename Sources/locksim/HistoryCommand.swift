import History
import Linux

extension Command {
    static let history = Command(
        name: "history", summary: "Lists recorded runs, shows one, or how a metric went over them.",
        usage: "list | show ID | trend | prune [OPTION]...",
        examples: [
            ("locksim history list --scenario quickstart", "the newest first"),
            ("locksim history show 12 --json", "all that is kept of run 12"),
            ("locksim history trend --metric timer_lateness.p90", "as a chart, with its changes"),
            ("locksim history trend --metric rss.max --html trend.html", ""),
            ("locksim history prune --older-than 90d --dry-run", "what would go"),
        ],
        options: HistoryOptions.all,
        notes: """
            “locksim run” records each run of a population, also each of several timer queues; not
            scripts, which measure nothing, not a session alone, and nothing with --dry-run.
            --no-history, or LOCKSIM_HISTORY=off in the environment, leaves a run out. They are
            kept in locksim/history.sqlite below $XDG_STATE_HOME or ~/.local/state.

            A trend shows the runs that are like the newest one that has the metric: same scenario
            file, mode, settings and host. Change points are searched as Hunter does: E-divisive
            splits, kept if a t test finds them significant at 0.001 and they are above 2 %.

            Exit codes: 0 done, 64 usage, 66 what was asked for isn't there, 74 the history can't
            be read or written; a file that is damaged or newer is left as it is.
            """
    ) { (arguments, console) throws(CommandError) in
        try HistoryCommand(options: try HistoryOptions(arguments), console: console).run()
    }
}

struct HistoryCommand {
    /// Of what was asked for.
    static let missing: Int32 = 66

    let options: HistoryOptions
    let console: Console

    func run() throws(CommandError) -> Int32 {
        let answer: Answer
        do throws(HistoryError) {
            answer = try self.answer()
        } catch {
            throw CommandError(error)
        }
        if let page = answer.page {
            do throws(SystemError) {
                try writeFile(page.file, page.text)
            } catch {
                throw .system(error)
            }
        }
        return try console.print(answer.text)
    }

    private struct Answer {
        var text: String
        var page: (file: String, text: String)?
    }

    private func answer() throws(HistoryError) -> Answer {
        guard let path = HistoryPlace.path(variable: { environmentVariable($0) }) else {
            throw .noRuns
        }
        switch options.action {
        case .prune(let pruning, let scenario, let isRehearsal):
            let store = try HistoryStore(existing: path)
            let count = try store.prune(pruning, of: scenario, isRehearsal: isRehearsal)
            let runs = count == 1 ? "1 run" : "\(count) runs"
            return Answer(text: isRehearsal ? "\(runs) would go\n" : "\(runs) removed\n")
        case .list(let scenario, let bound):
            let store = try HistoryStore(reading: path)
            let runs = try store.runs(of: scenario, atMost: bound)
            return Answer(
                text: options.printsJSON
                    ? RunListText.json(runs) : RunListText.text(runs, console.style))
        case .show(let id):
            let store = try HistoryStore(reading: path)
            let run = try store.run(id)
            let values = try store.values(of: id)
            return Answer(
                text: options.printsJSON
                    ? RunText.json(run, values) : RunText.text(run, values, console.style))
        case .trend(let metric, let scenario, let allowed, let bound, let htmlFile):
            let store = try HistoryStore(reading: path)
            let trend = try store.trend(
                of: metric, scenario: scenario, allowed: allowed,
                bound: bound ?? HistoryStore.trendBound)
            return Answer(
                text: options.printsJSON
                    ? TrendText.json(trend) : TrendText.text(trend, console.style),
                page: htmlFile.map { ($0, TrendPage(trend).text) })
        }
    }
}

extension CommandError {
    init(_ error: HistoryError) {
        let code = error.isAnswer ? HistoryCommand.missing : ExitCode.output
        if case .malformedSelection = error {
            self = .usage(error.description)
        } else {
            self = .run(RunFailure(exitCode: code, message: error.description))
        }
    }
}
