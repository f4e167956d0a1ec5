extension Schema {
    /// As JSON, two spaces a level; lists of plain values stand on one line.
    func text(_ indent: String = "") -> String {
        if members.isEmpty { return "{}" }
        let inner = indent + "  "
        let lines = members.map { name, value in
            inner + Schema.quoted(name) + ": " + Schema.text(value, inner)
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }

    private static func text(_ value: Value, _ indent: String) -> String {
        switch value {
        case .text(let text): return quoted(text)
        case .number(let digits): return digits
        case .flag(let isTrue): return isTrue ? "true" : "false"
        case .null: return "null"
        case .schema(let schema): return schema.text(indent)
        case .list(let values):
            let isPlain = values.allSatisfy { if case .schema = $0 { false } else { true } }
            if isPlain {
                return "[" + values.map { text($0, indent) }.joined(separator: ", ") + "]"
            }
            let inner = indent + "  "
            let lines = values.map { inner + text($0, inner) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            precondition(scalar.value >= 0x20, "no schema has control characters in its texts")
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
