import Linux
import Reports
import ScenarioFiles

/// Exit codes beside those of a verdict.
enum ExitCode {
    static let usage: Int32 = 64
    static let badScenario: Int32 = 65
    static let missing: Int32 = 66
    static let output: Int32 = 74
    /// 128 and the number of SIGPIPE, as a shell tells it.
    static let brokenPipe: Int32 = 141
}

/// Why a command could not do its work.
enum CommandError: Error {
    case usage(String)
    /// Of every file that is no scenario; not empty.
    case load([LoadError])
    case system(SystemError)
    /// What was to be read isn't there.
    case missing(SystemError)
    case run(RunFailure)
    case report(ReportError)
    /// The path, and what is wrong with what is there.
    case archive(String, ArchiveError)

    var exitCode: Int32 {
        switch self {
        case .usage: ExitCode.usage
        case .load(let errors): errors.map(\.exitCode).max() ?? ExitCode.usage
        case .system(let error): error.isBrokenPipe ? ExitCode.brokenPipe : ExitCode.output
        case .run(let failure): failure.exitCode
        case .missing, .report: ExitCode.missing
        case .archive: ExitCode.badScenario
        }
    }
}

extension CommandError: CustomStringConvertible {
    /// For stderr. What is wrong with a file starts with its place, as editors want it.
    var line: String {
        if case .load = self { return description }
        return "locksim: \(description)"
    }

    var description: String {
        switch self {
        case .usage(let words): words
        case .load(let errors): errors.map(\.description).joined(separator: "\n")
        case .system(let error), .missing(let error): error.description
        case .run(let failure): failure.message
        case .report(let error): error.description
        case .archive(let path, let error): "\(path): \(error)"
        }
    }
}
