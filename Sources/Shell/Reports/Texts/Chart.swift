import Statistics

/// Small drawings of blocks, or of signs where there are none.
public struct Chart {
    public var style: Style

    public init(style: Style) { self.style = style }

    /// Filled from the left to `part` of `whole`.
    public func bar(
        _ part: UInt64, of whole: UInt64, width: Int, padded: Bool = false
    ) -> String {
        let share = whole == 0 ? 0 : UInt128(part) * UInt128(width) / UInt128(whole)
        var filled = Int(clamping: min(share, UInt128(width)))
        if part > 0 { filled = max(filled, 1) }
        let (full, empty) = style.usesUnicode ? ("█", "░") : ("#", ".")
        return String(repeating: full, count: filled)
            + (padded ? String(repeating: empty, count: width - filled) : "")
    }

    /// One column a value, `height` lines, the highest value at the top.
    func columns(_ values: [UInt64], height: Int) -> [String] {
        let signs = style.usesUnicode ? Array(" ▁▂▃▄▅▆▇█") : Array(" .:-=+*##")
        let top = values.max() ?? 0
        return (0..<height).reversed().map { line in
            var text = ""
            for value in values {
                let eighths =
                    top == 0
                    ? 0
                    : Int(
                        clamping: (UInt128(value) * UInt128(height * 8) + UInt128(top) / 2)
                            / UInt128(top))
                text.append(signs[min(max(eighths - line * 8, 0), 8)])
            }
            while text.last == " " { text.removeLast() }
            return text
        }
    }

    /// A histogram in powers of two, the emptiest ends cut off: at most `lines` lines.
    func histogram(_ histogram: Histogram, lines: Int, width: Int) -> String {
        guard let low = histogram.min, let high = histogram.max, histogram.count > 0 else {
            return ""
        }
        var exponents = Array(exponent(low)...exponent(high))
        // Above the last line's bound everything counts into that line.
        if exponents.count > lines { exponents = Array(exponents.suffix(lines)) }
        var rows: [(label: String, count: UInt64)] = []
        var below: UInt64 = 0
        for exponent in exponents {
            let bound = exponent >= 63 ? UInt64.max : 2 << UInt64(exponent)
            let upTo = histogram.count(upTo: bound - 1)
            rows.append(("< " + Quantity.duration(bound), upTo - below))
            below = upTo
        }
        let most = rows.map(\.count).max() ?? 0
        return TextTable(
            rows: rows.map { row in
                [row.label, Quantity.count(row.count), bar(row.count, of: most, width: width)]
            }, leftColumns: [2]
        ).text
    }

    private func exponent(_ value: UInt64) -> Int { 63 - max(value, 1).leadingZeroBitCount }
}
