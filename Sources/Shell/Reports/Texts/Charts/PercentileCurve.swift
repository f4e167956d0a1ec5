public import Statistics

/// A histogram's value at each percentile, drawn as HdrHistogram's own plots are: each nine has as
/// much room as the one before, so that the tail is seen.
public struct PercentileCurve {
    public var histogram: Histogram
    public var height: Int

    public init(_ histogram: Histogram, height: Int = 5) {
        self.histogram = histogram
        self.height = height
    }

    /// 10^(k/10) in millionths.
    private static let tenths: [UInt64] = [
        1_000_000, 1_258_925, 1_584_893, 1_995_262, 2_511_886, 3_162_278, 3_981_072, 5_011_872,
        6_309_573, 7_943_282,
    ]
    private static let marks = ["p0", "p90", "p99", "p99.9", "p99.99", "p99.999"]

    /// Empty where there are too few values for a tail, or all are the same.
    public func text(_ style: Style) -> String {
        guard let low = histogram.min, let high = histogram.max, high > low else { return "" }
        var nines = 0
        var power: UInt64 = 1
        while nines < Self.marks.count - 1 && histogram.count / power >= 10 {
            power *= 10
            nines += 1
        }
        guard nines >= 2 else { return "" }
        let values = (0...nines * 10).map { step -> UInt64 in
            let whole = (0..<step / 10).reduce(1_000_000_000_000 as UInt64) { rest, _ in rest / 10 }
            // Of a million, so many lie above.
            let above = whole / Self.tenths[step % 10]
            let percentile = Percentile(partsPerMillion: UInt32(1_000_000 - min(above, 1_000_000)))
            return histogram.value(at: percentile) ?? 0
        }
        return LineChart(
            values: values, scale: .logarithmic, height: height,
            marks: Array(Self.marks.prefix(nines + 1)), label: { Quantity.duration($0) }
        ).text(style)
    }
}
