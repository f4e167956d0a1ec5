import Scenarios

/// What stands behind a command's name: options by name, and the rest in order.
///
/// `--opt value` and `--opt=value` are the same, `--` ends the options, a lone `-` is no option.
/// Options and operands can be mixed.
struct Arguments: Sendable {
    private(set) var operands: [String] = []
    private var values: [(name: String, value: String)] = []

    /// All options in their order, switches with an empty value.
    var given: [(name: String, value: String)] { values }

    init() {}

    init(_ words: [String], of command: Command) throws(CommandError) {
        let options = command.allOptions
        var index = 0
        while index < words.count {
            let word = words[index]
            index += 1
            if word == "--" {
                operands += words[index...]
                return
            }
            if word == "-h" {
                values.append(("help", ""))
                continue
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let (name, attached) = Arguments.split(word)
            guard word.hasPrefix("--"), let option = options.first(where: { $0.name == name })
            else {
                throw Arguments.unknown(word, name, options, command)
            }
            let spelled = "“--\(name)”"
            guard let placeholder = option.placeholder else {
                if attached != nil { throw .usage("\(spelled) takes no value") }
                values.append((name, ""))
                continue
            }
            if let attached {
                values.append((name, attached))
            } else if index < words.count, !Arguments.isOption(words[index], options) {
                values.append((name, words[index]))
                index += 1
            } else {
                throw .usage("\(spelled) needs a value: --\(name) \(placeholder)")
            }
        }
    }

    func has(_ name: String) -> Bool { values.contains { $0.name == name } }

    /// The last one given counts.
    func value(_ name: String) -> String? { values.last { $0.name == name }?.value }

    func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }

    /// Nil where the option isn't there.
    func number(
        _ name: String, _ range: ClosedRange<UInt64>
    ) throws(CommandError) -> UInt64? {
        guard let text = value(name) else { return nil }
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isPlain, let number = UInt64(text), range.contains(number) else {
            let upper = range.upperBound == .max ? "" : " to \(range.upperBound)"
            throw .usage(
                "“--\(name)” needs a whole number from \(range.lowerBound)\(upper) (got “\(text)”)")
        }
        return number
    }

    private static func split(_ word: String) -> (name: String, attached: String?) {
        let text = word.drop { $0 == "-" }
        guard let equals = text.firstIndex(of: "=") else { return (String(text), nil) }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }

    private static func isOption(_ word: String, _ options: [Command.Option]) -> Bool {
        word == "--" || word.hasPrefix("--") && options.contains { $0.name == split(word).name }
    }

    private static func unknown(
        _ word: String, _ name: String, _ options: [Command.Option], _ command: Command
    ) -> CommandError {
        let nearest = Nearest.word(to: name, in: options.map(\.name))
        let hint = nearest.map { "; did you mean “--\($0)”?" }
        let shown = word.hasPrefix("--") ? "--\(name)" : word
        return .usage(
            "unknown option “\(shown)”\(hint ?? "; see “locksim \(command.name) --help”")")
    }
}
