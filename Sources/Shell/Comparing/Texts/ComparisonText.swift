public import Reports
import Statistics

/// A comparison as a table, for a terminal or in Markdown.
extension RunComparison {
    private static let head = [
        "metric", "A", "B", "change", "95% interval", "p", "noise", "verdict",
    ]

    public func text(_ style: Style) -> String {
        var text = "\(counts.a) runs against \(counts.b)\n\n"
        var table = TextTable(rows: [Self.head] + rows.map(cells))
        table = table.fitting(style.columns, without: [6, 4, 1])
        text += table.text
        if let geometricMean {
            text += "\n  geometric mean \(ComparisonWords.change(geometricMean))\n"
        }
        if !behaviour.isEmpty {
            text += "\n  the same seed does something else\n"
            for line in behaviour { text += "    \(line)\n" }
        }
        return style.spelled(text) + "\n" + style.paint(verdict.rawValue, verdict.colour) + "\n"
    }

    public var markdown: String {
        var text = "### \(verdict.rawValue)\n\n"
        text += "\(counts.a) runs against \(counts.b).\n\n"
        text += "| " + Self.head.joined(separator: " | ") + " |\n"
        text += "| --- |" + String(repeating: " ---: |", count: 6) + " --- |\n"
        for row in rows { text += "| " + cells(row).joined(separator: " | ") + " |\n" }
        if let geometricMean {
            let cells = ["geometric mean", "", "", ComparisonWords.change(geometricMean)]
            text += "| " + cells.joined(separator: " | ") + " | | | | |\n"
        }
        guard !behaviour.isEmpty else { return text }
        text += "\nThe same seed does something else:\n\n"
        for line in behaviour { text += "- \(line)\n" }
        return text
    }

    private func cells(_ row: Row) -> [String] {
        guard let comparison = row.comparison else {
            return [row.name, "0", "0", "", "", "", "", row.verdict?.rawValue ?? ""]
        }
        return [
            row.name,
            ComparisonWords.value(comparison.medians.a, of: row.name),
            ComparisonWords.value(comparison.medians.b, of: row.name),
            ComparisonWords.change(comparison.ratio),
            ComparisonWords.interval(comparison.interval),
            ComparisonWords.p(row.correctedP ?? comparison.p),
            ComparisonWords.floor(comparison.noiseFloor),
            row.verdict?.rawValue ?? "",
        ]
    }

    /// Ratios and probabilities are numbers, values those of the results.
    public var json: String {
        var writer = JSONWriter()
        writer.object { json in
            json.field("schema", 1)
            json.field("verdict", verdict.rawValue)
            json.field("runs_a", counts.a)
            json.field("runs_b", counts.b)
            json.key("metrics")
            json.array { json in
                for row in rows { json.object { row.write(into: &$0) } }
            }
            json.key("geometric_mean")
            if let geometricMean { json.decimal("\(geometricMean)") } else { json.null() }
            json.key("behaviour")
            json.array { json in
                for line in behaviour { json.value(line) }
            }
        }
        return writer.text + "\n"
    }
}

extension RunComparison.Row {
    fileprivate func write(into json: inout JSONWriter) {
        json.field("name", name)
        json.field("minimum_effect", decimal: "\(minimumEffect)")
        json.field("verdict", verdict?.rawValue)
        guard let comparison else { return }
        json.field("median_a", decimal: "\(comparison.medians.a)")
        json.field("median_b", decimal: "\(comparison.medians.b)")
        json.field("ratio", decimal: "\(comparison.ratio)")
        json.field("ratio_low", decimal: "\(comparison.interval.lowerBound)")
        json.field("ratio_high", decimal: "\(comparison.interval.upperBound)")
        json.field("p", decimal: "\(comparison.p)")
        json.field("least_p", decimal: "\(comparison.leastP)")
        json.field("noise_floor", decimal: "\(comparison.noiseFloor)")
        json.key("corrected_p")
        if let correctedP { json.decimal("\(correctedP)") } else { json.null() }
    }
}
