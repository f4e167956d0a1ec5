import Comparing
import History
import Linux
import Reports

extension Command {
    static let compare = Command(
        name: "compare", summary: "Compares two sets of runs: is B slower than A, or is it chance?",
        usage: "[OPTION]... A B",
        examples: [
            ("locksim compare before after", "folders of result.json files"),
            ("locksim compare before after --gate timer_lateness.p90=5% --strict", ""),
            (
                "locksim compare --run rush.yaml --a timers=binary-heap --b timers=sorted-array",
                "runs both, in turn"
            ),
            ("locksim compare before after --gate lock_latency.p99=+200us", "by an amount"),
            ("locksim compare --noise-floor before", "what chance alone shows"),
            ("locksim compare history:12-21 history:last:10", "of recorded runs"),
        ],
        options: CompareOptions.all,
        notes: """
            A and B are result.json files, or folders of them as “locksim run --repeat N --out DIR”
            writes them, or recorded runs: history:ID, history:ID-ID, history:last or the last N
            that are alike, history:last:N. Ten runs on either side are a good start. Judged are
            the gates, or without any
            \(ComparedMetric.stable.joined(separator: ", ")): the metrics that
            are steady from run to run. p is by the Mann-Whitney test, raised by Holm's correction;
            the change is Hodges and Lehmann's, its interval a bootstrap. A regression is
            significant, at least the minimum effect and above the noise of these very runs. In
            virtual time digests and counters of the same seed must be equal.

            A gate's share is of A's median. Where a value is 0 there is no ratio, and changes are
            told as amounts; of a median of 0 any share is 0, so that every rise counts. An amount
            such as +200us, +1MiB or +3 is meant as it stands. Gates can also name counters of what
            ought not to happen, as in --gate violations=+0: one run of B that has more of them than
            any of A is a regression. Without such a gate they are told below the table.

            Partial and invalid runs are left out, and the table tells how many. What --run starts
            itself is run again where it was invalid, \(ComparedRuns.triesBound) times at most.

            Exit codes: 0 no regression, 2 regression, 3 inconclusive with --strict, 5 no results
            in A; 64 usage, 65 a file that is no result, or runs that can't be compared, 66 no
            results in B, 74 input or output, 98 with --run where no run of a side was valid.
            """
    ) { (arguments, console) throws(CommandError) in
        let options = try CompareOptions(arguments)
        return try CompareCommand(options: options, console: console).run()
    }
}

struct CompareCommand {
    /// Beside those of a verdict.
    static let baselineMissing: Int32 = 5
    static let otherMissing: Int32 = 66

    let options: CompareOptions
    let console: Console

    func run() throws(CommandError) -> Int32 {
        // Runs can take hours, so that what can't be written is better known before.
        if let file = options.markdownFile {
            try ResultFiles.trying { () throws(SystemError) in try checkPlace(file) }
        }
        switch options.sides {
        case .noise(let path):
            return try measureNoise(of: path)
        case .noiseOfRuns(let plan):
            defer { plan.cleanUp() }
            try plan.run(console) {}
            return try measureNoise(of: plan.folder("a"), empty: Trouble.invalid.rawValue)
        case .folders(let a, let b):
            return try compare(a, b, options.comparison)
        case .runs(let plan):
            defer { plan.cleanUp() }
            try plan.run(console) { () throws(CommandError) in
                for side in ["a", "b"] { try requireGates(plan.folder(side)) }
            }
            var comparison = options.comparison
            // They differ as the command line wants them to.
            comparison.allowed.insert(.scenario)
            return try compare(
                plan.folder("a"), plan.folder("b"), comparison, empty: Trouble.invalid.rawValue)
        }
    }

    /// A scenario may lack what a gate names, which is better known after one run than after all.
    private func requireGates(_ path: String) throws(CommandError) {
        let set = try load(path, missing: Self.baselineMissing)
        for gate in options.comparison.gates
        where !set.runs.isEmpty && set.values(gate.name) == nil {
            throw refused(.noValues(gate.name), ExitCode.badScenario)
        }
    }

    private func measureNoise(
        of path: String, empty: Int32 = baselineMissing
    ) throws(CommandError) -> Int32 {
        let set = try load(path, missing: Self.baselineMissing)
        if set.runs.isEmpty { throw refused(.noRuns(path), empty) }
        let report = NoiseReport(set)
        try writeMarkdown(report.markdown)
        return try console.print(options.printsJSON ? report.json : report.text(console.style))
    }

    private func writeMarkdown(_ text: String) throws(CommandError) {
        guard let file = options.markdownFile else { return }
        try ResultFiles.trying { () throws(SystemError) in try writeFile(file, text) }
    }

    /// `empty`: the exit code where nothing that was run is evidence; nil: as of a missing side.
    private func compare(
        _ pathA: String, _ pathB: String, _ options: RunComparison.Options, empty: Int32? = nil
    ) throws(CommandError) -> Int32 {
        let a = try load(pathA, missing: Self.baselineMissing)
        let b = try load(pathB, missing: Self.otherMissing)
        let comparison: RunComparison
        do throws(ComparisonRefusal) {
            comparison = try RunComparison(a, b, options)
        } catch {
            let code =
                switch error {
                case .noRuns(pathA): empty ?? Self.baselineMissing
                case .noRuns: empty ?? Self.otherMissing
                case .noValues, .unlike, .mixed: ExitCode.badScenario
                }
            throw refused(error, code)
        }
        try writeMarkdown(comparison.markdown)
        let code = comparison.exitCode(isStrict: self.options.isStrict)
        let isJSON = self.options.printsJSON
        try console.print(
            isJSON ? comparison.json(exitCode: code) : comparison.text(console.style))
        return code
    }

    private func load(_ path: String, missing: Int32) throws(CommandError) -> RunSet {
        if path.hasPrefix(HistorySelection.prefix) { return try recorded(path, missing: missing) }
        do throws(ResultError) {
            let set = try RunSet(path: path)
            for file in set.leftOut {
                console.diagnose("\(file): left out: partial, or the generator was saturated")
            }
            return set
        } catch {
            let code =
                switch error.kind {
                case .missing: missing
                case .unreadable: ExitCode.output
                case .malformed: ExitCode.badScenario
                }
            throw .run(RunFailure(exitCode: code, message: error.description))
        }
    }

    private func recorded(_ text: String, missing: Int32) throws(CommandError) -> RunSet {
        do throws(HistoryError) {
            // What it says is wrong whatever the history holds.
            _ = try HistorySelection(text)
            guard let path = HistoryPlace.path(variable: { environmentVariable($0) }) else {
                throw HistoryError.noRuns
            }
            return try HistoryStore(reading: path).runSet(text)
        } catch {
            guard error.isAnswer, case .run(var failure) = CommandError(error) else {
                throw CommandError(error)
            }
            failure.exitCode = missing
            throw .run(failure)
        }
    }

    private func refused(_ refusal: ComparisonRefusal, _ code: Int32) -> CommandError {
        .run(RunFailure(exitCode: code, message: refusal.description))
    }
}
