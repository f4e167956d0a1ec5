import Linux
import LoadTest
import Reports
import ScenarioFiles
import Scenarios
import TimerBench
import TimerSubjects

@main
struct Main {
    static func main() {
        reserveStandardStreams()
        ignoreBrokenPipeSignal()
        unblockSignals()
        ignoreFileSizeSignal()
        // Children of a run, and what shells ask; no command of a person's.
        let words = Array(CommandLine.arguments.dropFirst(2))
        switch CommandLine.arguments.dropFirst().first {
        case "worker": WorkerProcess.main(words, OwnSubjects())
        case AccuracyProcess.command: AccuracyProcess.main(words, OwnSubjects())
        case BusyNeighbour.command: BusyNeighbour.main(words)
        case "engine-process": EngineProcess.main(words)
        case ScriptJob.command: ScriptJob.main(words)
        case "load-test": exitNow(LoadTestCommand.main(words))
        case "timers" where words.first == MeasureProcess.command:
            MeasureProcess.main(Array(words.dropFirst()), PureSubjects())
        default: break
        }
        let console = Console()
        if CommandLine.arguments.dropFirst().first == "complete" {
            let text = Completion(Array(words.drop { $0 == "--" })).text
            exitNow((try? console.print(text)) ?? ExitCode.output)
        }
        do throws(CommandError) {
            exitNow(try run(Array(CommandLine.arguments.dropFirst()), console))
        } catch {
            // As other tools end whose reader has had enough: of the signal, without a word.
            if error.exitCode == ExitCode.brokenPipe { killSelf(signal: ExitCode.brokenPipe - 128) }
            console.diagnose(error.line)
            tellGitHub(error, console)
            exitNow(error.exitCode)
        }
    }

    /// What is wrong with scenarios, beside their lines.
    private static func tellGitHub(_ error: CommandError, _ console: Console) {
        guard environmentVariable("GITHUB_ACTIONS") == "true", case .load(let errors) = error else {
            return
        }
        var left = GitHubAnnotations.bound
        for case .invalid(let diagnostics) in errors {
            for found in diagnostics.prefix(left) {
                let text = GitHubAnnotations.error(
                    file: found.file, line: found.line, column: found.column, found.message)
                console.show(text)
            }
            left = max(left - diagnostics.count, 0)
        }
    }

    private static func run(
        _ words: [String], _ console: Console
    ) throws(CommandError) -> Int32 {
        guard let first = words.first else {
            console.diagnose(Help.overview(console.errorStyle))
            return ExitCode.usage
        }
        switch first {
        case "-h", "--help": return try console.print(Help.overview(console.style))
        case "--version": return try Command.version.run(Arguments(), console)
        default: break
        }
        guard let command = Command.all.first(where: { $0.name == first }) else {
            let isOption = first.hasPrefix("-")
            let known = isOption ? ["--help", "--version"] : Command.all.map(\.name)
            let hint = Nearest.word(to: first, in: known).map { "; did you mean “\($0)”?" }
            throw .usage(
                "unknown \(isOption ? "option" : "command") “\(first)”"
                    + (hint ?? "; see “locksim help”"))
        }
        let arguments = try Arguments(Array(words.dropFirst()), of: command)
        if arguments.has("help") { return try console.print(Help.text(command, console.style)) }
        return try command.run(arguments, console)
    }
}
