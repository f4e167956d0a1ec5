/// Values over something that goes on, usually time: a line of dots, or an area.
///
/// Braille letters hold two by four dots each; where letters are ASCII, there is one sign a column.
public struct LineChart {
    /// Evenly spaced from left to right.
    public var values: [UInt64]
    public var scale: ChartScale
    /// Filled down to the axis.
    public var isArea: Bool
    /// Lines the drawing takes, without the axis below it.
    public var height: Int
    /// Below the axis, spread evenly from its left end to its right.
    public var marks: [String]
    /// A value as a person reads it, for the axis at the left.
    public var label: @Sendable (UInt64) -> String

    public init(
        values: [UInt64], scale: ChartScale = .linear, isArea: Bool = false, height: Int = 5,
        marks: [String] = [], label: @escaping @Sendable (UInt64) -> String
    ) {
        self.values = values
        self.scale = scale
        self.isArea = isArea
        self.height = height
        self.marks = marks
        self.label = label
    }

    static let widest = 60
    /// Columns of the labels at the left.
    private static let margin = 12

    /// How many values have a column of dots of their own at that style: ask for so many.
    public static func valueCount(_ style: Style) -> Int {
        columns(style) * (style.usesUnicode ? 2 : 1)
    }

    private static func columns(_ style: Style) -> Int {
        min(max(style.columns - margin - 6, 10), widest)
    }

    /// Lines with their ends, none wider than the style's columns.
    public func text(_ style: Style) -> String {
        guard !values.isEmpty else { return "" }
        let columns = Self.columns(style)
        var dots = Dots(
            columns: columns * (style.usesUnicode ? 2 : 1),
            rows: height * (style.usesUnicode ? 4 : 1))
        let ends = scale.ends(values)
        var before: Int?
        for column in 0..<dots.columns {
            let value = values[column * values.count / dots.columns]
            let row = scale.position(value, ends, steps: dots.rows - 1)
            if isArea {
                // Nothing stays empty.
                if value > ends.low { dots.fill(column, 0...row) }
            } else {
                // The line is not torn where it is steep.
                dots.fill(column, stretch(from: before ?? row, to: row))
            }
            before = row
        }
        let lines = style.usesUnicode ? dots.braille : dots.signs(isArea ? "#" : "*")
        return frame(lines, ends, columns, style)
    }

    private func stretch(from before: Int, to row: Int) -> ClosedRange<Int> {
        before < row ? before + 1...row : row < before ? row...before - 1 : row...row
    }

    private func frame(
        _ lines: [String], _ ends: (low: UInt64, high: UInt64), _ columns: Int, _ style: Style
    ) -> String {
        let (side, corner, floor) = style.usesUnicode ? ("│", "└", "─") : ("|", "+", "-")
        var text = ""
        for (index, line) in lines.enumerated() {
            let label = index == 0 ? self.label(ends.high) : ""
            text += "  " + (label.padded(to: Self.margin) + "  \(side)" + line).trimmedAtEnd + "\n"
        }
        text += "  " + label(ends.low).padded(to: Self.margin) + "  \(corner)"
        text += String(repeating: floor, count: columns) + "\n"
        if !marks.isEmpty {
            let space = String(repeating: " ", count: Self.margin + 5)
            text += (space + markLine(columns)).trimmedAtEnd + "\n"
        }
        return text
    }

    /// The first at the left end, the last at the right; what would touch another is left out.
    private func markLine(_ columns: Int) -> String {
        guard marks.count > 1 else { return marks.first ?? "" }
        let last = marks[marks.count - 1]
        var line = marks[0]
        for (index, mark) in marks.enumerated().dropFirst().dropLast() {
            let start = columns * index / (marks.count - 1) - mark.count / 2
            guard start > line.count, start + mark.count < columns - last.count else { continue }
            line = line.padded(to: start) + mark
        }
        return line.padded(to: columns - last.count) + last
    }
}

/// A field of dots, the lowest row first.
private struct Dots {
    let columns: Int
    let rows: Int
    private var isSet: [Bool]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        isSet = [Bool](repeating: false, count: columns * rows)
    }

    mutating func fill(_ column: Int, _ range: ClosedRange<Int>) {
        for row in range { isSet[row * columns + column] = true }
    }

    func signs(_ sign: Character) -> [String] {
        (0..<rows).reversed().map { row in
            String((0..<columns).map { isSet[row * columns + $0] ? sign : " " })
        }
    }

    /// U+2800 and a bit for each dot, which Unicode numbers column by column, the fourth row last.
    var braille: [String] {
        let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]
        return (0..<rows / 4).reversed().map { line in
            var text = ""
            for cell in 0..<columns / 2 {
                var code: UInt32 = 0
                for (down, pair) in bits.enumerated() {
                    let row = line * 4 + 3 - down
                    for (right, bit) in pair.enumerated()
                    where isSet[row * columns + cell * 2 + right] { code |= bit }
                }
                text.unicodeScalars.append(
                    code == 0 ? " " : Unicode.Scalar(0x2800 + code) ?? " ")
            }
            return text
        }
    }
}
