public import Statistics

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

    /// A histogram in powers of two, the emptiest ends cut off: at most `lines` lines.
    public func histogram(_ histogram: Histogram, lines: Int, width: Int) -> String {
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
