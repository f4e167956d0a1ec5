import Reports
import Scenarios
import Statistics

/// Numbers of a comparison in words; rounded in whole numbers.
enum ComparisonWords {
    /// `+5.2%`, `−0.3%`, `0%`, of a ratio.
    static func change(_ ratio: Double) -> String {
        let tenths = rounded((ratio - 1) * 1000)
        if tenths == 0 { return "0%" }
        return (tenths < 0 ? "-" : "+") + decimal(tenths.magnitude, 10) + "%"
    }

    /// A shift of either scale: `+5.2%`, `+200us`.
    static func shift(_ shift: Double, _ scale: Shift.Scale, of name: String) -> String {
        guard scale == .difference else { return change(shift) }
        let size = value(abs(shift), of: name)
        return shift == 0 ? "0" : (shift < 0 ? "-" : "+") + size
    }

    static func interval(_ comparison: Comparison, of name: String) -> String {
        let range = comparison.interval
        return [range.lowerBound, range.upperBound]
            .map { shift($0, comparison.scale, of: name) }.joined(separator: " to ")
    }

    /// `1.3%`, `200us`.
    static func floor(_ size: Double, _ scale: Shift.Scale, of name: String) -> String {
        scale == .ratio ? decimal(rounded(size * 1000).magnitude, 10) + "%" : value(size, of: name)
    }

    /// `10 runs against 9, 1 left out`.
    static func counts(_ comparison: RunComparison) -> String {
        let (a, b) = comparison.counts
        let leftOut = comparison.leftOut.a + comparison.leftOut.b
        let words = "\(runs(a)) against \(b)"
        guard leftOut > 0 else { return words }
        let sides = [("A", comparison.leftOut.a), ("B", comparison.leftOut.b)]
            .filter { $0.1 > 0 }.map { "\($0.1) of \($0.0)" }.joined(separator: " and ")
        return words + "; left out, being invalid or partial: " + sides
    }

    static func runs(_ count: Int) -> String { "\(count) run\(count == 1 ? "" : "s")" }

    /// What so many runs can show at best.
    static func leastP(_ comparison: RunComparison) -> String {
        let least = comparison.leastP
        var words = "so many runs have a p of \(p(least.alone)) at the least"
        if comparison.judgedCount > 1 {
            words += ", of \(p(least.corrected)) over the \(comparison.judgedCount) judged"
        }
        guard let needed = comparison.neededRunCount else { return words }
        return words + ", which shows nothing: \(needed) on either side can"
    }

    static func p(_ p: Double) -> String {
        if p < 0.0001 { return "<0.0001" }
        return decimal(rounded(p * 10_000).magnitude, 10_000)
    }

    static func value(_ value: Double, of name: String) -> String {
        let whole = UInt64(max(value + 0.5, 0))
        if name == "events_per_second" { return Quantity.short(whole) + "/s" }
        switch ComparedMetric.unit(of: name) {
        case .number: return Quantity.decimal(tenths(value), per: 10, places: 1)
        case .share: return Quantity.percent(billionths: UInt64(max(value * 1_000_000_000, 0)))
        case .bytes: return Quantity.bytes(whole)
        case .duration, .rate: return Quantity.duration(whole)
        }
    }

    /// Medians of whole numbers can lie between two.
    private static func tenths(_ value: Double) -> UInt64 { UInt64(max(value * 10 + 0.5, 0)) }

    /// To the nearest, at most what an integer holds.
    private static func rounded(_ number: Double) -> Int {
        Int(max(-1e15, min(1e15, number.rounded())))
    }

    private static func decimal(_ number: UInt, _ unit: UInt64) -> String {
        let places = unit == 10 ? 1 : 4
        return Quantity.decimal(UInt64(number), per: unit, places: places)
    }
}

extension ComparisonVerdict {
    var colour: Style.Colour {
        switch self {
        case .regression: .red
        case .improvement: .green
        case .noEvidence: .dim
        case .inconclusive: .yellow
        }
    }
}
