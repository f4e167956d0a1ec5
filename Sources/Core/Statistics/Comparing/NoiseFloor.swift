import Chance

/// The shift that chance alone shows between two sets of runs of the same program.
///
/// Runs of both sides are divided by the median of their side, so that only their noise is left,
/// and put together. From these, two sets as large as the real ones are drawn again and again. 95 %
/// of the shifts between such sets stay below the floor: a measured shift below it is what the
/// machine does by itself.
public struct NoiseFloor: Hashable, Sendable {
    static let purpose: UInt64 = 0x464C_4F4F_52

    /// As a part of the value: 0.01 is 1 %.
    public let share: Double

    /// Values above 0. O(draws · n).
    public init(_ a: [Double], _ b: [Double], seed: UInt64 = 1, drawCount: Int = 2000) {
        precondition(drawCount >= 20, "5 % must be a draw at least")
        let noise = (Self.noise(a) + Self.noise(b)).sorted()
        var shifts: [Double] = []
        for draw in 0..<drawCount {
            var stream = ChanceStream(seed: seed, session: UInt64(draw), purpose: Self.purpose)
            let first = Bootstrap.drawn(a.count, from: noise, &stream)
            let second = Bootstrap.drawn(b.count, from: noise, &stream)
            let ratio = Shift.ratio(fromSorted: first, to: second)
            shifts.append(max(ratio, 1 / ratio) - 1)
        }
        share = shifts.sorted()[drawCount * 95 / 100]
    }

    private static func noise(_ values: [Double]) -> [Double] {
        let median = Quantiles.median(values)
        return values.map { $0 / median }
    }
}
