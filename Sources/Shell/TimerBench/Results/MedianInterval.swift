/// The median of a few measurements, between two of them.
///
/// Distribution-free: of n independent values the k-th least and k-th greatest have the true median
/// between them with a probability that follows from the binomial distribution alone. The narrowest
/// such pair of at least 90 % is taken: of 5 values the least and the greatest, 93.75 %. Fewer than
/// 5 have none that good, so theirs is least to greatest, too, and `coverage` says how much it is.
public struct MedianInterval: Hashable, Sendable {
    static let wantedCoverage = 0.9

    public let median: UInt64
    public let low: UInt64
    public let high: UInt64
    /// 0 … 1.
    public let coverage: Double
    public let count: Int

    /// Nil of no values.
    public init?(_ values: [UInt64]) {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let count = sorted.count
        self.count = count
        let (lower, upper) = (sorted[(count - 1) / 2], sorted[count / 2])
        median = lower + (upper - lower) / 2
        var cut = 0
        while Self.coverage(of: count, leavingOut: cut + 1) >= Self.wantedCoverage { cut += 1 }
        low = sorted[cut]
        high = sorted[count - 1 - cut]
        coverage = Self.coverage(of: count, leavingOut: cut)
    }

    /// 1 − 2 · P(at most `cut` of `count` fair coins show heads).
    static func coverage(of count: Int, leavingOut cut: Int) -> Double {
        guard 2 * cut < count else { return 0 }
        var term = 1.0
        for _ in 0..<count { term /= 2 }
        var below = 0.0
        for heads in 0...cut {
            below += term
            term = term * Double(count - heads) / Double(heads + 1)
        }
        return max(0, 1 - 2 * below)
    }
}
