public import Reports
import Statistics

/// A comparison as a table, for a terminal or in Markdown.
extension RunComparison {
    private static let head = [
        "metric", "A", "B", "change", "95% interval", "p", "noise", "verdict",
    ]

    public func text(_ style: Style) -> String {
        var text =
            wrapped(ComparisonWords.counts(self), width: style.columns)
            .joined(separator: "\n") + "\n\n"
        var table = TextTable(rows: [Self.head] + rows.map(cells))
        table = table.fitting(style.columns, without: [6, 1, 2, 4])
        text += table.text
        if let geometricMean {
            text += "\n  geometric mean \(ComparisonWords.change(geometricMean))\n"
        }
        if judgedCount > 0 {
            let lines = wrapped(ComparisonWords.leastP(self), width: style.columns - 2)
            text += (geometricMean == nil ? "\n" : "") + lines.map { "  \($0)\n" }.joined()
        }
        if !behaviour.isEmpty {
            text += "\n  the same seed does something else\n"
            for line in behaviour { text += "    \(line)\n" }
        }
        if !troubles.isEmpty {
            text += "\n  not judged, as no gate names it\n"
            for line in troubles { text += "    \(line)\n" }
        }
        return style.spelled(text) + "\n" + style.paint(verdict.rawValue, verdict.colour) + "\n"
    }

    public var markdown: String {
        var text = "### \(verdict.rawValue)\n\n"
        text += "\(ComparisonWords.counts(self)).\n\n"
        text += "| " + Self.head.joined(separator: " | ") + " |\n"
        text += "| --- |" + String(repeating: " ---: |", count: 6) + " --- |\n"
        for row in rows { text += "| " + cells(row).joined(separator: " | ") + " |\n" }
        if let geometricMean {
            let cells = ["geometric mean", "", "", ComparisonWords.change(geometricMean)]
            text += "| " + cells.joined(separator: " | ") + " | | | | |\n"
        }
        if judgedCount > 0 {
            let words = ComparisonWords.leastP(self)
            text += "\n\(words.prefix(1).uppercased() + words.dropFirst()).\n"
        }
        if !behaviour.isEmpty {
            text += "\nThe same seed does something else:\n\n"
            for line in behaviour { text += "- \(line)\n" }
        }
        if !troubles.isEmpty {
            text += "\nNot judged, as no gate names it:\n\n"
            for line in troubles { text += "- \(line)\n" }
        }
        return text
    }

    private func cells(_ row: Row) -> [String] {
        let comparison = row.comparison
        return [
            row.name,
            ComparisonWords.value(comparison.medians.a, of: row.name),
            ComparisonWords.value(comparison.medians.b, of: row.name),
            ComparisonWords.shift(comparison.shift, comparison.scale, of: row.name),
            min(counts.a, counts.b) < NoiseReport.leastCount
                ? NoiseReport.tooFew : ComparisonWords.interval(comparison, of: row.name),
            ComparisonWords.p(row.correctedP ?? comparison.p),
            ComparisonWords.floor(comparison.noiseFloor, comparison.scale, of: row.name),
            row.verdict?.rawValue ?? "",
        ]
    }
}
