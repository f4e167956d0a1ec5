/// One line a value: label, value in words, bar.
public struct BarChart {
    public struct Row: Hashable, Sendable {
        public var label: String
        public var value: UInt64
        /// The value as a person reads it.
        public var text: String

        public init(label: String, value: UInt64, text: String) {
            self.label = label
            self.value = value
            self.text = text
        }
    }

    static let widestBar = 60

    public var rows: [Row]
    public var scale: ChartScale

    public init(rows: [Row], scale: ChartScale = .linear) {
        self.rows = rows
        self.scale = scale
    }

    /// Lines with their ends, none wider than the style's columns unless labels alone are.
    public func text(_ style: Style) -> String {
        let labelWidth = rows.map(\.label.count).max() ?? 0
        let textWidth = rows.map(\.text.count).max() ?? 0
        let width = min(max(style.columns - labelWidth - textWidth - 7, 8), Self.widestBar)
        let ends = scale.ends(rows.map(\.value))
        // Bars end at eighths of a letter where there are such.
        let steps = style.usesUnicode ? width * 8 : width
        return rows.map { row in
            let filled = scale.position(row.value, ends, steps: steps)
            let least = row.value > 0 ? 1 : 0
            return "  " + row.label.padded(to: labelWidth) + "  "
                + row.text.leftPadded(to: textWidth) + "  "
                + bar(max(filled, least), style)
        }.map { $0.trimmedAtEnd + "\n" }.joined()
    }

    private func bar(_ steps: Int, _ style: Style) -> String {
        guard style.usesUnicode else { return String(repeating: "#", count: steps) }
        let eighths = Array("▏▎▍▌▋▊▉")
        let part = steps % 8 == 0 ? "" : String(eighths[steps % 8 - 1])
        return String(repeating: "█", count: steps / 8) + part
    }
}

extension String {
    var trimmedAtEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
