import Reports

/// Costs and ratios for people, and the same as decimals for machines.
enum CostText {
    /// Nanoseconds with three digits that count: `2.91`, `41.2`, `527`, `157,000`.
    static func nanoseconds(_ picoseconds: UInt64) -> String {
        let places = picoseconds < 10_000 ? 2 : picoseconds < 100_000 ? 1 : 0
        let unit: UInt64 = places == 2 ? 10 : places == 1 ? 100 : 1000
        let rounded = (picoseconds + unit / 2) / unit
        if places == 0 { return Quantity.count(rounded) }
        let power: UInt64 = places == 2 ? 100 : 10
        let fraction = String(rounded % power)
        let zeros = String(repeating: "0", count: places - fraction.count)
        return "\(rounded / power).\(zeros)\(fraction)"
    }

    /// `41.2 ±1.3`, without the interval where one value is all there is; `~` before what was
    /// measured on a shared processor.
    static func cell(_ row: BenchRow, _ style: Style) -> String {
        let cost = row.cost
        let mark = row.isContended ? "~" : ""
        let text = mark + nanoseconds(cost.median)
        guard cost.count > 1 else { return text }
        let half = max(cost.median - cost.low, cost.high - cost.median)
        return text + style.spelled(" ±") + nanoseconds(half)
    }

    /// `1.31x`, `127x`.
    static func times(_ ratio: CostRatio?) -> String? {
        ratio.map { nanoseconds($0.thousandths) + "x" }
    }

    /// `12.3x faster`, `1.40x slower`, as seen from the first of the two.
    static func comparison(_ cost: UInt64, against other: UInt64) -> String? {
        guard cost > 0, other > 0 else { return nil }
        return cost <= other
            ? times(CostRatio(other, to: cost)).map { $0 + " faster" }
            : times(CostRatio(cost, to: other)).map { $0 + " slower" }
    }

    /// Three decimals, rounded down.
    static func decimal(_ thousandths: UInt64) -> String {
        Quantity.decimal(thousandths, per: 1000, places: 3)
    }

    static func bytes(_ tenths: UInt64) -> String {
        tenths >= 1000
            ? Quantity.count((tenths + 5) / 10) : Quantity.decimal(tenths, per: 10, places: 1)
    }

    static func heading(_ operation: BenchOperation) -> String {
        switch operation {
        case .touch, .arm, .cancel, .mixed: operation.rawValue
        case .expireByMilliseconds: "expire 1ms"
        case .expireByMicroseconds: "expire 1us"
        }
    }
}
