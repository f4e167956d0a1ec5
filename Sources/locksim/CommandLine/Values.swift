import AppLock
import Comparing
import Scenarios
import TimerBench
import TimerQueues

/// What can stand as an option's value or behind a command, for completion.
///
/// Most is told by the words that stand for it in the help: `FILE`, `DIR`, `virtual|live`. So an
/// option that is new is completed without a word said; one that knows better says so.
enum Values: Sendable {
    /// Nothing that could be proposed.
    case unknown
    case words([Word])
    /// Words with commas between them.
    case list([Word])
    case scenarioFiles
    case files
    case folders
    /// `path=value` of a scenario.
    case setting
    /// The same, or `name=value` of an option of `run`: what one side of a comparison has.
    case sideSetting

    struct Word: Sendable, Equatable {
        var text: String
        var says = ""
    }

    static func plain(_ words: [String]) -> Values { .words(words.map { Word(text: $0) }) }

    static var queues: [Word] {
        QueueKind.allCases.map { Word(text: $0.rawValue, says: $0.summary) }
    }

    /// As a placeholder says: `virtual|live`, `QUEUE,...`, `FILE`.
    init(_ placeholder: String) {
        let isList = placeholder.hasSuffix(",...")
        let name = isList ? String(placeholder.dropLast(4)) : placeholder
        let alternatives = name.split(separator: "|").map {
            String($0.drop { " [".contains($0) }.prefix { !" ].".contains($0) })
        }
        let words: [Word]
        switch name {
        case "DIR": self = .folders; return
        case "FILE", "RESULT", "TRACE": self = .files; return
        case "PATH=VALUE": self = .setting; return
        case "NAME=VALUE": self = .sideSetting; return
        case "METRIC=5%": words = ComparedMetric.names.map { Word(text: $0 + "=") }
        case "OPERATION": words = BenchOperation.words.map { Word(text: $0) }
        case "QUEUE": words = Values.queues
        case "PRESET": words = Preset.allCases.map { Word(text: $0.rawValue) }
        case "METRIC": words = MetricTable.paths.map { Word(text: $0) }
        case "COMMAND": words = Command.all.map { Word(text: $0.name, says: $0.summary) }
        default:
            let areWords = alternatives.allSatisfy { word in
                !word.isEmpty && word.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }
            }
            words = areWords ? alternatives.map { Word(text: $0) } : []
        }
        self = words.isEmpty ? .unknown : isList ? .list(words) : .words(words)
    }

    /// As a usage says: `[OPTION]... FILE...`, `list | bench [OPTION]...`, `[COMMAND]`.
    init(usage: String) {
        let words = usage.split(separator: " ").filter { $0 != "[OPTION]..." }
        let first = words.first.map { String($0.filter { !"[].…".contains($0) }) } ?? ""
        switch first {
        case "FILE": self = .scenarioFiles
        case "": self = .unknown
        case _ where usage.contains("|"):
            self = Values(usage.filter { !"[]".contains($0) })
        default:
            let values = Values(first)
            if case .unknown = values, first.allSatisfy(\.isUppercase) {
                self = .files
            } else {
                self = values
            }
        }
    }
}
