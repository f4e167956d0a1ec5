import Linux
import LoadTest
import Reports
import Scenarios
import Simulation
import Statistics

/// Scripts in virtual time, several at once in processes of their own: a path goes there, and what
/// came of the script comes back.
enum ScriptJob {
    /// The hidden command such a process is started with; options of `run` follow.
    static let command = "script-process"
    /// Fewer scripts are done before the processes have started.
    static let leastCount = 4

    static func canRun(_ scenario: Scenario) -> Bool {
        switch scenario.body {
        case .script: scenario.mode == .virtual
        case .timerScript: true
        case .population: false
        }
    }

    // MARK: Here

    /// Runs scripts elsewhere; tells of each in the order of the list, as soon as it is known and
    /// all before it are. Where `show` says false the rest is left.
    static func run(
        _ scenarios: [Scenario], _ options: RunOptions, processes: Int,
        _ show: @escaping (Result<RunReport, RunFailure>) -> Bool
    ) throws(RunFailure) {
        var known: [Int: Result<RunReport, RunFailure>] = [:]
        var shown = 0
        do {
            let pool = try JobPool(command: [try executablePath(), command] + options.words)
            let paths = scenarios.map { Array($0.path.utf8) }
            try pool.run(paths, processes: processes) { index, outcome in
                known[index] = report(outcome, of: scenarios[index])
                while let next = known.removeValue(forKey: shown) {
                    shown += 1
                    guard show(next) else { return false }
                }
                return true
            }
        } catch let error as LoadTestError {
            throw RunFailure(exitCode: error.exitCode, message: error.description)
        } catch {
            throw RunFailure(exitCode: ExitCode.output, message: "\(error)")
        }
    }

    private static func report(
        _ outcome: JobPool.Outcome, of scenario: Scenario
    ) -> Result<RunReport, RunFailure> {
        var report = RunReport(scenario)
        switch outcome {
        case .lost(let ending, let lines):
            let words = ["the process that ran it " + ending] + lines
            report.lostProcesses = [words.joined(separator: "\n    ")]
            report.isPartial = true
            return .success(report)
        case .answer(let bytes):
            let isRead: Bool? = try? report.take(bytes)
            switch isRead {
            case true: return .success(report)
            case false:
                return .failure(
                    RunFailure(
                        exitCode: ExitCode.output,
                        message: "\(scenario.path): changed while it was to be run"))
            case nil:
                report.internalError = "what came back from a script makes no sense"
                return .success(report)
            }
        }
    }

    // MARK: There

    static func main(_ words: [String]) -> Never {
        let place = words.firstIndex(of: "--parent") ?? words.endIndex
        let options: RunOptions
        do throws(CommandError) {
            options = try RunOptions(try Arguments(Array(words[..<place]), of: .run))
        } catch {
            try? StandardStream.error.write(error.line + "\n")
            exitNow(error.exitCode)
        }
        JobProcess.main(Array(words[place...])) { job in
            answer(String(decoding: job, as: UTF8.self), options)
        }
    }

    /// Empty where the file can't be read any more, which its parent could.
    private static func answer(_ path: String, _ options: RunOptions) -> [UInt8] {
        guard let scenario = try? ScenarioSet.load([path], options).first else {
            return RunReport.nothing
        }
        switch scenario.body {
        case .script(let script): return RunReport.playing(script, of: scenario).encode()
        case .timerScript(let script):
            return RunReport.playing(script, of: scenario, on: options.queuesForTimerScripts)
                .encode()
        case .population: return RunReport.nothing
        }
    }
}

/// What a script's report holds beyond its scenario, in bytes.
extension RunReport {
    /// Of a scenario that isn't the one it was.
    fileprivate static var nothing: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append("")
        return bytes
    }

    fileprivate func encode() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(hash)
        for number in [
            duration.modelNanoseconds, duration.wallNanoseconds, duration.cpuNanoseconds,
            UInt64(expectations.checked), UInt64(expectations.failed), UInt64(failures.count),
        ] { bytes.append(number) }
        for failure in failures {
            for text in [failure.place, failure.subject, failure.expected, failure.actual] {
                bytes.append(text)
            }
            bytes.append(UInt64(failure.trail.count))
            for line in failure.trail { bytes.append(line) }
        }
        bytes.append(part.encode())
        return bytes
    }

    /// False where they are of another scenario.
    fileprivate mutating func take(_ whole: [UInt8]) throws -> Bool {
        var bytes = whole[...]
        guard try bytes.takeText() == hash else { return false }
        duration.modelNanoseconds = try bytes.takeNumber()
        duration.wallNanoseconds = try bytes.takeNumber()
        duration.cpuNanoseconds = try bytes.takeNumber()
        expectations.checked = Int(clamping: try bytes.takeNumber())
        expectations.failed = Int(clamping: try bytes.takeNumber())
        for _ in 0..<(try bytes.takeNumber()) {
            var failure = ReportedFailure(
                place: try bytes.takeText(), subject: try bytes.takeText(),
                expected: try bytes.takeText(), actual: try bytes.takeText())
            for _ in 0..<(try bytes.takeNumber()) { failure.trail.append(try bytes.takeText()) }
            failures.append(failure)
        }
        part = try RunPart(decoding: try bytes.takeBytes())
        return true
    }
}
