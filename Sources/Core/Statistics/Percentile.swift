/// A percentile in parts per million, so that ranks are whole numbers and p99.9 is exactly that.
@frozen
public struct Percentile: Hashable, Comparable, Sendable {
    /// 0 … 1,000,000.
    public let partsPerMillion: UInt32

    public init(partsPerMillion: UInt32) {
        precondition(partsPerMillion <= 1_000_000, "a percentile is at most 100 %")
        self.partsPerMillion = partsPerMillion
    }

    public static let p50 = Percentile(partsPerMillion: 500_000)
    public static let p90 = Percentile(partsPerMillion: 900_000)
    public static let p99 = Percentile(partsPerMillion: 990_000)
    public static let p999 = Percentile(partsPerMillion: 999_000)
    public static let p9999 = Percentile(partsPerMillion: 999_900)
    public static let p100 = Percentile(partsPerMillion: 1_000_000)

    public static func < (a: Percentile, b: Percentile) -> Bool {
        a.partsPerMillion < b.partsPerMillion
    }

    /// The rank, from 1, of the value that this share of `count` values does not exceed.
    public func rank(of count: UInt64) -> UInt64 {
        let (high, low) = count.multipliedFullWidth(by: UInt64(partsPerMillion))
        let (quotient, remainder) = (1_000_000 as UInt64).dividingFullWidth((high, low))
        return max(quotient + (remainder > 0 ? 1 : 0), 1)
    }
}
