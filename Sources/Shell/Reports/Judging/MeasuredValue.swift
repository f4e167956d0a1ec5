import Chronology
public import Scenarios

/// A value of a result in its unit, exact where the unit allows.
public enum MeasuredValue: Hashable, Sendable {
    case duration(nanoseconds: UInt64)
    case number(UInt64)
    case share(billionths: UInt64)
    /// So many in a time that is not zero.
    case rate(count: UInt64, nanoseconds: UInt64)
    case bytes(UInt64)

    /// Whether it is as the limit wants it; false where the units differ, which no loaded file
    /// brings about. Compared in whole numbers throughout.
    public func satisfies(_ comparison: ComparisonOperator, _ limit: Threshold.Value) -> Bool {
        switch (self, limit) {
        case (.duration(let value), .duration(let limit)):
            comparison.holds(value, limit.nanoseconds)
        case (.number(let value), .number(let limit)):
            comparison.holds(UInt128(value) * 1_000_000, UInt128(limit.rawValue))
        case (.share(let value), .share(let limit)): comparison.holds(value, limit.billionths)
        case (.bytes(let value), .bytes(let limit)): comparison.holds(value, limit)
        case (.rate(let count, let time), .rate(let limit)):
            holds(comparison, count, time, limit)
        case (.duration, _), (.number, _), (.share, _), (.rate, _), (.bytes, _): false
        }
    }

    /// count / time against limit / period, multiplied out. What overflows is out of reach: counts
    /// above 1e17 over a week.
    private func holds(
        _ comparison: ComparisonOperator, _ count: UInt64, _ time: UInt64, _ limit: Rate
    ) -> Bool {
        let (left, overflow) = (UInt128(count) * UInt128(limit.per.nanoseconds))
            .multipliedReportingOverflow(by: 1_000_000)
        let right = UInt128(limit.count.rawValue) * UInt128(time)
        return comparison.holds(overflow ? .max : left, right)
    }
}
