/// Writes mdoc, the language of manual pages, so that whatever words come in stay words.
struct ManualPage {
    private(set) var text = ""

    mutating func macro(_ name: String, _ arguments: String...) {
        text += ([".\(name)"] + arguments.map { Self.argument($0) }).joined(separator: " ") + "\n"
    }

    /// A line in mdoc already.
    mutating func raw(_ line: String) { text += line + "\n" }

    mutating func section(_ name: String) { text += ".Sh \(name)\n" }

    mutating func subsection(_ name: String) { text += ".Ss \(Self.escaped(name))\n" }

    /// Each sentence on lines of its own, as mdoc wants it, none over 80 bytes.
    mutating func words(_ words: some StringProtocol) {
        var line = ""
        for word in words.split(whereSeparator: \.isWhitespace).map({ Self.escaped($0) }) {
            if !line.isEmpty && line.utf8.count + word.utf8.count >= Self.lineBound {
                end(&line)
            }
            line += (line.isEmpty ? "" : " ") + word
            if word.hasSuffix(".") && !word.hasSuffix("..") { end(&line) }
        }
        end(&line)
    }

    private static let lineBound = 78

    private mutating func end(_ line: inout String) {
        if line.isEmpty { return }
        if line.hasPrefix(".") || line.hasPrefix("'") { text += "\\&" }
        text += line + "\n"
        line = ""
    }

    /// Paragraphs; lines that are indented, and comments to be copied, stay as they are.
    mutating func notes(_ notes: String) {
        var paragraph = ""
        for line in notes.split(separator: "\n", omittingEmptySubsequences: false) {
            let isLiteral = line.hasPrefix(" ") || line.hasPrefix("#")
            guard line.isEmpty || isLiteral else {
                paragraph += line + " "
                continue
            }
            self.paragraph(&paragraph)
            if isLiteral { literal(line) }
        }
        self.paragraph(&paragraph)
    }

    private mutating func paragraph(_ words: inout String) {
        if words.isEmpty { return }
        macro("Pp")
        self.words(words)
        words = ""
    }

    private mutating func literal(_ line: Substring) {
        let end = ".Ed\n"
        if text.hasSuffix(end) {
            text.removeLast(end.count)
        } else {
            text += ".Bd -literal -offset indent\n"
        }
        text += (line.hasPrefix(".") ? "\\&" : "") + Self.escaped(line) + "\n" + end
    }

    /// Behind a command's name: words in capitals are what a person puts something in for.
    mutating func usage(_ usage: String) {
        for word in usage.split(separator: " ") {
            let letters = word.filter { $0.isLetter }
            if letters.isEmpty {
                // Between two ways.
                text += Self.escaped(word) + "\n"
                continue
            }
            let isOptional = word.hasPrefix("[") && word.contains("]")
            let opens = word.hasPrefix("[") && !isOptional
            let closes = word.hasSuffix("]") && !isOptional
            if opens { text += ".Oo\n" }
            defer { if closes { text += ".Oc\n" } }
            let name =
                isOptional
                ? word.dropFirst().prefix { $0 != "]" }
                : word.drop { $0 == "[" }.prefix { $0 != "]" }
            let isPlaceholder = letters.allSatisfy(\.isUppercase)
            let isOption = name.hasPrefix("-")
            text += isOptional ? ".Op " : "."
            text += isPlaceholder ? "Ar " : isOption ? "Fl " : "Cm "
            text += Self.argument(String(isOption ? name.dropFirst() : name))
            text += (isOptional && word.hasSuffix("...") ? " ..." : "") + "\n"
        }
    }

    mutating func options(_ options: [(name: String, placeholder: String?, says: String)]) {
        text += ".Bl -tag -width Ds\n"
        for option in options {
            text += ".It Fl \(Self.argument("-" + option.name))"
            if let placeholder = option.placeholder { text += " Ar \(Self.argument(placeholder))" }
            text += "\n"
            words(option.says)
        }
        text += ".El\n"
    }

    mutating func list(_ items: [(macro: String, name: String, says: String)]) {
        text += ".Bl -tag -width Ds\n"
        for item in items {
            text += ".It \(item.macro) \(Self.argument(item.name))\n"
            words(item.says)
        }
        text += ".El\n"
    }

    /// As it is typed.
    mutating func display(_ line: String) {
        text += ".Dl \(Self.argument("$ " + line))\n"
    }

    /// In quotes, which keep words that look like macros from being taken for some.
    private static func argument(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
        }
        if isPlain && !text.isEmpty { return escaped(text) }
        return "\""
            + escaped(text).split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }

    private static func escaped(_ text: some StringProtocol) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "~": escaped += "\\(ti"
            case "^": escaped += "\\(ha"
            case "“": escaped += "\\(lq"
            case "”": escaped += "\\(rq"
            case "…": escaped += "..."
            case _ where scalar.value < 0x80: escaped.unicodeScalars.append(scalar)
            default: escaped += "\\[u" + hex(scalar.value) + "]"
            }
        }
        return escaped
    }

    private static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }
}
