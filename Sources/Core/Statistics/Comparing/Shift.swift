/// How far the values of one side lie from those of another: the Hodges-Lehmann estimate, which is
/// the median over all pairs, one of each side.
///
/// Half of the values on either side could be anything, and it would still say something sensible.
///
/// Source: Hodges & Lehmann, Annals of Mathematical Statistics 34 (1963).
public enum Shift {
    /// How one side is held against the other.
    public enum Scale: Hashable, Sendable {
        /// b/a, for values above 0.
        case ratio
        /// b − a, for any values: nought has no ratio.
        case difference
    }

    /// The median of b − a.
    public static func difference(from a: [Double], to b: [Double]) -> Double {
        difference(fromSorted: a.sorted(), to: b.sorted())
    }

    /// The median of b/a, for values above 0. Of two pairs in the middle it is their geometric
    /// mean, so that the ratio the other way is its inverse.
    public static func ratio(from a: [Double], to b: [Double]) -> Double {
        ratio(fromSorted: a.sorted(), to: b.sorted())
    }

    static func value(_ scale: Scale, fromSorted a: [Double], to b: [Double]) -> Double {
        switch scale {
        case .ratio: ratio(fromSorted: a, to: b)
        case .difference: difference(fromSorted: a, to: b)
        }
    }

    static func difference(fromSorted a: [Double], to b: [Double]) -> Double {
        let (low, high) = middle(a, b) { $0 - $1 }
        return low / 2 + high / 2
    }

    static func ratio(fromSorted a: [Double], to b: [Double]) -> Double {
        precondition(a.first ?? 0 > 0 && b.first ?? 0 > 0, "ratios are those of values above 0")
        let (low, high) = middle(a, b) { $0 / $1 }
        return low == high ? low : low.squareRoot() * high.squareRoot()
    }

    /// The two pairs in the middle, or the same one twice. Both sides sorted; `of(b, a)` grows with
    /// b and falls with a.
    private static func middle(
        _ a: [Double], _ b: [Double], _ of: (Double, Double) -> Double
    ) -> (low: Double, high: Double) {
        precondition(!a.isEmpty && !b.isEmpty, "a shift lies between two sides")
        let count = a.count * b.count
        let low = smallest((count + 1) / 2, a, b, of)
        if count & 1 == 1 { return (low, low) }
        // The next in order is the same again if enough pairs reach up to it.
        let ends = reaches(a, b) { of($0, $1) <= low }
        if ends.reduce(0, +) > count / 2 { return (low, low) }
        var high = Double.infinity
        for (value, end) in zip(a, ends) where end < b.count { high = min(high, of(b[end], value)) }
        return (low, high)
    }

    /// The pair of that rank. Each value of a stands for a row of pairs in order, of which a part
    /// is still in question; the middle of the longest part divides them all. O(a + b) each time,
    /// and about as often as all pairs can be halved.
    private static func smallest(
        _ rank: Int, _ a: [Double], _ b: [Double], _ of: (Double, Double) -> Double
    ) -> Double {
        var low = [Int](repeating: 0, count: a.count)
        var high = [Int](repeating: b.count, count: a.count)
        while true {
            var longest = 0
            for row in a.indices where high[row] - low[row] > high[longest] - low[longest] {
                longest = row
            }
            let pivot = of(b[(low[longest] + high[longest]) / 2], a[longest])
            let below = reaches(a, b) { of($0, $1) < pivot }
            if rank <= below.reduce(0, +) {
                for row in a.indices { high[row] = min(high[row], below[row]) }
                continue
            }
            let upTo = reaches(a, b) { of($0, $1) <= pivot }
            if rank <= upTo.reduce(0, +) { return pivot }
            for row in a.indices { low[row] = max(low[row], upTo[row]) }
        }
    }

    /// How many of each row are within, which no later one of it is.
    private static func reaches(
        _ a: [Double], _ b: [Double], _ isWithin: (Double, Double) -> Bool
    ) -> [Int] {
        var reaches: [Int] = []
        reaches.reserveCapacity(a.count)
        var reach = 0
        for value in a {
            while reach < b.count, isWithin(b[reach], value) { reach += 1 }
            reaches.append(reach)
        }
        return reaches
    }
}
