import Chance

/// What a number computed from values could have been: the values are drawn again and again, with
/// replacement, from a stream of their own, so that the same values give the same answer.
///
/// The interval is the percentile interval: the middle share of what the draws gave. The corrected
/// and accelerated one (BCa) needs the number to change smoothly as single values are left out,
/// which a median of pairs doesn't.
///
/// Source: Efron & Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13.
public struct Bootstrap: Hashable, Sendable {
    public var seed: UInt64
    /// Two thousand, so that fifty lie beyond each end of a 95 % interval.
    public var drawCount: Int
    /// Keeps apart what is drawn for one thing and for another.
    public var purpose: UInt64

    public init(seed: UInt64 = 1, drawCount: Int = 2000, purpose: UInt64 = 0) {
        precondition(drawCount >= 40, "an end of an interval needs a draw beyond it")
        self.seed = seed
        self.drawCount = drawCount
        self.purpose = purpose
    }

    /// Where the shift from a to b lies, with that confidence. O(draws · n).
    public func interval(
        of scale: Shift.Scale = .ratio, from a: [Double], to b: [Double], confidence: Double = 0.95
    ) -> ClosedRange<Double> {
        let shifts = self.shifts(scale, from: a, to: b).sorted()
        let tail = (1 - confidence) / 2 * Double(drawCount)
        let skipped = Int(tail)
        return shifts[skipped]...shifts[drawCount - 1 - skipped]
    }

    /// The shift of each draw, in the order drawn.
    private func shifts(_ scale: Shift.Scale, from a: [Double], to b: [Double]) -> [Double] {
        let (a, b) = (a.sorted(), b.sorted())
        return (0..<drawCount).map { draw in
            var stream = ChanceStream(seed: seed, session: UInt64(draw), purpose: purpose)
            let drawnA = Self.drawn(a.count, from: a, &stream)
            let drawnB = Self.drawn(b.count, from: b, &stream)
            return Shift.value(scale, fromSorted: drawnA, to: drawnB)
        }
    }

    /// So many of the values, sorted as they are.
    static func drawn(
        _ count: Int, from values: [Double], _ stream: inout ChanceStream
    ) -> [Double] {
        var times = [Int](repeating: 0, count: values.count)
        for _ in 0..<count { times[Int(stream.next(below: UInt64(values.count)))] += 1 }
        var drawn: [Double] = []
        drawn.reserveCapacity(count)
        for (value, times) in zip(values, times) {
            for _ in 0..<times { drawn.append(value) }
        }
        return drawn
    }
}
