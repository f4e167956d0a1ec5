import ScenarioFiles
import Scenarios

/// What can stand where the cursor is, from the table of commands.
///
/// The scripts for the shells ask `locksim complete`, so that one that was installed long ago knows
/// the commands of a later version.
struct Completion: Equatable {
    /// What the shell adds by itself.
    enum Files: String, Equatable { case none, scenarios, all, folders }

    /// Whole words, each beginning as the unfinished one does; with `=`, `,` or `.` at its end one
    /// is not finished yet.
    var words: [Values.Word] = []
    var files = Files.none
    /// What of the unfinished word stands before a file's name: `--out=`.
    var prefix = ""

    /// `words` stand behind `locksim`; the last is unfinished, and empty behind a space.
    init(_ words: [String]) {
        let unfinished = words.last ?? ""
        let before = words.dropLast()
        guard let name = before.first else {
            let commands = Command.all.map { Values.Word(text: $0.name, says: $0.summary) }
            let options = [("--help", "how to use it"), ("--version", "the program's version")]
            propose(commands + options.map { .init(text: $0, says: $1) }, unfinished)
            return
        }
        guard let command = Command.all.first(where: { $0.name == name }) else { return }
        let state = State(Array(before.dropFirst()), command)
        if let option = state.open {
            propose(option.values, unfinished, behind: "")
        } else if !state.isPastOptions, unfinished.hasPrefix("-") {
            propose(optionsOf: command, unfinished)
        } else if state.operandCount == 0 || command.operands.repeats {
            propose(command.operands, unfinished, behind: "")
        }
    }

    /// Lines for the scripts: `files PREFIX`, then a word and what it says on each.
    var text: String {
        var text = files.rawValue + " " + prefix + "\n"
        for word in words { text += word.text + "\t" + word.says + "\n" }
        return text
    }

    private mutating func propose(optionsOf command: Command, _ unfinished: String) {
        if let equals = unfinished.firstIndex(of: "=") {
            let name = unfinished[..<equals].drop { $0 == "-" }
            guard let option = command.allOptions.first(where: { $0.name == name }) else { return }
            let value = String(unfinished[unfinished.index(after: equals)...])
            propose(option.values, value, behind: "--\(name)=")
            return
        }
        let options = command.allOptions.map {
            Values.Word(text: "--" + $0.name, says: $0.help)
        }
        propose(options, unfinished)
    }

    private mutating func propose(_ values: Values, _ unfinished: String, behind prefix: String) {
        self.prefix = prefix
        switch values {
        case .unknown: break
        case .words(let words): propose(words, unfinished, behind: prefix)
        case .list(let words):
            let comma = unfinished.lastIndex(of: ",")
            let done = comma.map { String(unfinished[...$0]) } ?? ""
            let taken = Set(done.split(separator: ",").map(String.init))
            let rest = words.filter { !taken.contains($0.text) }
            propose(
                rest, String(unfinished.dropFirst(done.count)), behind: prefix + done)
        case .scenarioFiles: files = .scenarios
        case .files: files = .all
        case .folders: files = .folders
        case .setting: propose(SettingPaths.words(unfinished), unfinished, behind: prefix)
        case .sideSetting: propose(ofSide: unfinished, behind: prefix)
        }
    }

    private mutating func propose(ofSide unfinished: String, behind prefix: String) {
        let options = Command.run.options.filter { ComparedRuns.options.contains($0.name) }
        if let equals = unfinished.firstIndex(of: "="),
            let option = options.first(where: { $0.name == unfinished[..<equals] })
        {
            let value = String(unfinished[unfinished.index(after: equals)...])
            return propose(option.values, value, behind: "\(prefix)\(option.name)=")
        }
        let names = options.map { Values.Word(text: $0.name + "=", says: $0.help) }
        propose(names + SettingPaths.words(unfinished), unfinished, behind: prefix)
    }

    private mutating func propose(
        _ words: [Values.Word], _ unfinished: String, behind prefix: String = ""
    ) {
        self.words = words.filter { $0.text.hasPrefix(unfinished) }
            .map { .init(text: prefix + $0.text, says: $0.says) }
    }

    /// What the finished words leave open.
    private struct State {
        /// The option whose value comes next.
        var open: Command.Option?
        var isPastOptions = false
        var operandCount = 0

        init(_ words: [String], _ command: Command) {
            for word in words {
                if open != nil {
                    open = nil
                } else if isPastOptions || !word.hasPrefix("-") {
                    operandCount += 1
                } else if word == "--" {
                    isPastOptions = true
                } else {
                    open = command.allOptions.first {
                        "--" + $0.name == word && $0.placeholder != nil
                    }
                }
            }
        }
    }
}

extension Values {
    /// Whether several can stand one after the other.
    fileprivate var repeats: Bool {
        switch self {
        case .scenarioFiles, .files, .folders: true
        case .unknown, .words, .list, .setting, .sideSetting: false
        }
    }
}

extension Command {
    var operands: Values { Values(usage: usage) }
}

/// `--set path=value`, from the schema.
enum SettingPaths {
    /// One step of a path at a time, then the words it takes.
    static func words(_ unfinished: String) -> [Values.Word] {
        let settings = ScenarioSchema(settings: ScenarioSet.loader(overrides: []).settings).settings
        guard let equals = unfinished.firstIndex(of: "=") else {
            return settings.map { .init(text: $0.path + "=", says: $0.says) }
        }
        let path = unfinished[..<equals]
        let isThreshold = path.hasPrefix("thresholds.")
        let words =
            isThreshold
            ? MetricTable.paths : settings.first { $0.path == path }?.words ?? []
        return words.map { .init(text: "\(path)=\($0)") }
    }
}
