/// Rows with columns of one width each: the first to the left, the others to the right.
public struct TextTable {
    public var rows: [[String]]
    public var leftColumns: Set<Int>
    public var indent: String

    public init(rows: [[String]], leftColumns: Set<Int> = [0], indent: String = "  ") {
        self.rows = rows
        self.leftColumns = leftColumns
        self.indent = indent
    }

    /// Without as many of the columns named, in that order, as it takes to fit.
    public func fitting(_ width: Int, without: [Int]) -> TextTable {
        var table = self
        var kept = Array(0..<(rows.map(\.count).max() ?? 0))
        for column in without where table.width > width {
            kept.removeAll { $0 == column }
            table.rows = rows.map { row in kept.filter { $0 < row.count }.map { row[$0] } }
            table.leftColumns = Set(
                kept.indices.filter { leftColumns.contains(kept[$0]) })
        }
        return table
    }

    /// Several tables, each of the first column and as many of the others as fit, so that none is
    /// wider than `width` unless it has one column besides the first.
    public func split(toFit width: Int) -> [TextTable] {
        let columnCount = rows.map(\.count).max() ?? 0
        var pieces: [TextTable] = []
        var next = 1
        while next < columnCount {
            var end = next + 1
            while end < columnCount, columns(next..<end + 1).width <= width { end += 1 }
            pieces.append(columns(next..<end))
            next = end
        }
        return pieces
    }

    /// The first column and these, without rows that have nothing there.
    private func columns(_ range: Range<Int>) -> TextTable {
        var table = self
        let kept = [0] + range
        table.rows = rows.map { row in kept.filter { $0 < row.count }.map { row[$0] } }
            .filter { $0.dropFirst().contains { !$0.isEmpty } }
        table.leftColumns = Set(kept.indices.filter { leftColumns.contains(kept[$0]) })
        return table
    }

    /// Of the longest line.
    var width: Int {
        text.split(separator: "\n").map(\.count).max() ?? 0
    }

    /// Each line with its end.
    public var text: String {
        let columnCount = rows.map(\.count).max() ?? 0
        let widths = (0..<columnCount).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        var text = ""
        for row in rows {
            var line = indent
            for (column, cell) in row.enumerated() {
                let gap = String(repeating: " ", count: widths[column] - cell.count)
                if column > 0 { line += "  " }
                line += leftColumns.contains(column) ? cell + gap : gap + cell
            }
            while line.last == " " { line.removeLast() }
            text += line + "\n"
        }
        return text
    }
}

extension String {
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - count, 0))
    }
}

/// Lines of whole words, none wider than `width` unless a single word is.
public func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
        if !line.isEmpty && line.count + 1 + word.count > width {
            lines.append(line)
            line = ""
        }
        line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(line) }
    return lines
}
