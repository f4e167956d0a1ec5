/// The Mann-Whitney U test: whether values of one kind tend to be greater than those of another.
///
/// It looks at their order alone, so that one wild value weighs no more than any other.
///
/// | runs | p comes from |
/// | --- | --- |
/// | both sides up to `exactLimit` | counting all ways to deal the values out, ties as they are |
/// | more | the normal approximation, corrected for ties and for continuity |
///
/// Two-sided: twice the smaller tail, 1 at most. As scipy's `mannwhitneyu`, which counts exactly
/// where there are no ties.
///
/// Source: Mann & Whitney, Annals of Mathematical Statistics 18 (1947).
public struct RankSumTest: Hashable, Sendable {
    /// Up to it all C(50, 25) = 1.3e14 ways are counted in whole numbers.
    public static let exactLimit = 25

    /// Pairs in which the value of the second side is greater, ties half.
    public let u: Double
    public let p: Double
    public let isExact: Bool

    /// Neither side empty; no value that isn't a number.
    public init(_ a: [Double], _ b: [Double]) {
        let isExact = a.count <= Self.exactLimit && b.count <= Self.exactLimit
        self.init(a, b, isExact: isExact)
    }

    init(_ a: [Double], _ b: [Double], isExact: Bool) {
        precondition(!a.isEmpty && !b.isEmpty, "two sides are compared")
        let ranks = TiedRanks(a, b)
        self.isExact = isExact
        let doubledU = ranks.doubledRankSum - b.count * (b.count + 1)
        u = Double(doubledU) / 2
        p = isExact ? ranks.exactP : ranks.approximateP(u)
    }

    /// The smallest p that so many values can have: that of two sides that don't overlap, 2 ways
    /// out of all. With 3 against 3 it is 0.1, so that nothing can be shown at 0.05.
    public static func leastP(_ a: Int, _ b: Int) -> Double {
        precondition(a >= 1 && b >= 1)
        var p = 2.0
        for k in 1...min(a, b) { p *= Double(k) / Double(a + b - min(a, b) + k) }
        return min(p, 1)
    }
}

/// The ranks of all values together; those of a tie share their mean, so ranks are doubled.
private struct TiedRanks {
    let counts: (a: Int, b: Int)
    /// Of all values, in order.
    var doubled: [Int] = []
    /// How many values share each rank.
    var ties: [Int] = []
    /// Of the second side.
    var doubledRankSum = 0

    init(_ a: [Double], _ b: [Double]) {
        counts = (a.count, b.count)
        let all =
            (a.map { (value: $0, isSecond: false) } + b.map { (value: $0, isSecond: true) })
            .sorted { $0.value < $1.value }
        var start = 0
        while start < all.count {
            precondition(!all[start].value.isNaN, "a value that isn't a number has no rank")
            var end = start + 1
            while end < all.count, all[end].value == all[start].value { end += 1 }
            // Ranks start + 1 … end; their mean, doubled.
            let rank = start + 1 + end
            doubled += repeatElement(rank, count: end - start)
            ties.append(end - start)
            doubledRankSum += rank * all[start..<end].count { $0.isSecond }
            start = end
        }
    }

    /// Twice the smaller tail of all ways to choose the second side's values.
    var exactP: Double {
        let all = Self.binomial(counts.a + counts.b, counts.b)
        // From the end that is nearer there is less to count.
        let ends = doubled[0] + doubled[doubled.count - 1]
        let mirroredSum = counts.b * ends - doubledRankSum
        let isMirrored = mirroredSum < doubledRankSum
        let ranks = isMirrored ? doubled.reversed().map { ends - $0 } : doubled
        let (below, upTo) = ways(toChooseFrom: ranks, min(mirroredSum, doubledRankSum))
        return min(2 * Double(min(upTo, all - below)) / Double(all), 1)
    }

    /// How many ways to choose the second side's values have a smaller sum of ranks, and how many
    /// none greater. Ranks in order; a value at a time, sums counted from the least possible.
    /// O(n · chosen · sum), a million steps at the limit.
    private func ways(
        toChooseFrom ranks: [Int], _ sum: Int
    ) -> (below: UInt64, upTo: UInt64) {
        let step = ties.count == ranks.count ? 2 : 1
        let excess = ranks.map { ($0 - ranks[0]) / step }
        let top = (sum - counts.b * ranks[0]) / step
        let width = top + 1
        var ways = [UInt64](repeating: 0, count: (counts.b + 1) * width)
        ways[0] = 1
        var reach = 0
        for (index, rank) in excess.enumerated() where rank <= top {
            for chosen in stride(from: min(index, counts.b - 1), through: 0, by: -1) {
                let (from, to) = (chosen * width, (chosen + 1) * width + rank)
                for sum in 0...min(reach, top - rank) { ways[to + sum] &+= ways[from + sum] }
            }
            reach += rank
        }
        let row = ways[(counts.b * width)...]
        let upTo = row.reduce(0, +)
        return (upTo - ways[ways.count - 1], upTo)
    }

    /// Exact up to C(50, 25).
    private static func binomial(_ n: Int, _ k: Int) -> UInt64 {
        (0..<min(k, n - k)).reduce(1 as UInt64) { $0 * UInt64(n - $1) / UInt64($1 + 1) }
    }

    func approximateP(_ u: Double) -> Double {
        let (a, b) = (Double(counts.a), Double(counts.b))
        let n = a + b
        let tied = ties.reduce(0.0) { sum, count in
            let t = Double(count)
            return sum + (t * t * t - t)
        }
        let variance = a * b / 12 * (n + 1 - tied / (n * (n - 1)))
        // All values are one.
        guard variance > 0 else { return 1 }
        let distance = abs(u - a * b / 2) - 0.5
        return min(2 * NormalDistribution.upperTail(distance / variance.squareRoot()), 1)
    }
}
