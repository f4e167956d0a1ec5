import Reports
import Statistics

/// Numbers of a comparison in words; rounded in whole numbers.
enum ComparisonWords {
    /// `+5.2%`, `−0.3%`, `0%`, of a ratio.
    static func change(_ ratio: Double) -> String {
        let tenths = rounded((ratio - 1) * 1000)
        if tenths == 0 { return "0%" }
        return (tenths < 0 ? "-" : "+") + decimal(tenths.magnitude, 10) + "%"
    }

    static func interval(_ range: ClosedRange<Double>) -> String {
        "\(change(range.lowerBound)) to \(change(range.upperBound))"
    }

    /// `±1.3%`.
    static func floor(_ share: Double) -> String {
        decimal(rounded(share * 1000).magnitude, 10) + "%"
    }

    static func p(_ p: Double) -> String {
        if p < 0.0001 { return "<0.0001" }
        return decimal(rounded(p * 10_000).magnitude, 10_000)
    }

    static func value(_ value: Double, of name: String) -> String {
        let whole = UInt64(max(value + 0.5, 0))
        if name.hasPrefix("rss") { return Quantity.bytes(whole) }
        if name.hasPrefix("queue_depth") { return Quantity.count(whole) }
        if name == "events_per_second" { return Quantity.short(whole) + "/s" }
        if name.hasPrefix("cpu.") {
            return Quantity.percent(billionths: UInt64(max(value * 1_000_000_000, 0)))
        }
        return Quantity.duration(whole)
    }

    /// `1.0423`.
    static func ratio(_ ratio: Double) -> String {
        decimal(rounded(ratio * 10_000).magnitude, 10_000)
    }

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
