extension Style {
    /// Columns that what follows a break must have at least, to stand below its beginning.
    private static let leastRoom = 20

    /// Each line in as many as it takes where a terminal has fewer columns: whole words, those
    /// behind a break at `indent`, without it two columns to the right of the first. Off a terminal
    /// a line is for programs, and stays one.
    public func folded(_ text: String, indent: Int? = nil) -> String {
        if rows == nil { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { folded(line: $0, indent) }.joined(separator: "\n")
    }

    private func folded(line: Substring, _ indent: Int?) -> String {
        guard line.count > columns else { return String(line) }
        let start = line.prefix { $0 == " " }.count
        var indent = indent ?? start + 2
        if indent > columns - Self.leastRoom { indent = min(start + 2, 4) }
        var lines: [String] = []
        var rest = Array(line)
        while rest.count > columns {
            let first = lines.isEmpty ? start : indent
            let fitting = rest[...columns].lastIndex(of: " ").flatMap { $0 > first ? $0 : nil }
            // A word that is too long is left to the terminal.
            let end = fitting ?? rest[columns...].firstIndex(of: " ") ?? rest.count
            lines.append(String(rest[..<end]).trimmedAtEnd)
            let left = rest[end...].drop { $0 == " " }
            if left.isEmpty { return lines.joined(separator: "\n") }
            rest = Array(repeating: " ", count: indent) + left
        }
        return (lines + [String(rest)]).joined(separator: "\n")
    }
}
