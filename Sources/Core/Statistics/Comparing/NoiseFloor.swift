import Chance

/// The shift that chance alone shows between two sets of runs of the same program.
///
/// Runs of both sides are divided by the median of their side, so that only their noise is left,
/// and put together. From these, two sets as large as the real ones are drawn again and again. 95 %
/// of the shifts between such sets stay below the floor: a measured shift below it is what the
/// machine does by itself. On the scale of differences medians are taken off instead.
public struct NoiseFloor: Hashable, Sendable {
    static let purpose: UInt64 = 0x464C_4F4F_52

    /// Of ratios a part of the value, 0.01 for 1 %; of differences an amount.
    public let size: Double

    /// For ratios values above 0. O(draws · n).
    public init(
        _ a: [Double], _ b: [Double], scale: Shift.Scale = .ratio, seed: UInt64 = 1,
        drawCount: Int = 2000
    ) {
        precondition(drawCount >= 20, "5 % must be a draw at least")
        let noise = (Self.noise(a, scale) + Self.noise(b, scale)).sorted()
        var sizes: [Double] = []
        for draw in 0..<drawCount {
            var stream = ChanceStream(seed: seed, session: UInt64(draw), purpose: Self.purpose)
            let first = Bootstrap.drawn(a.count, from: noise, &stream)
            let second = Bootstrap.drawn(b.count, from: noise, &stream)
            sizes.append(scale.distance(Shift.value(scale, fromSorted: first, to: second)))
        }
        size = sizes.sorted()[drawCount * 95 / 100]
    }

    private static func noise(_ values: [Double], _ scale: Shift.Scale) -> [Double] {
        let median = Quantiles.median(values)
        return values.map { scale == .ratio ? $0 / median : $0 - median }
    }
}

extension Shift.Scale {
    /// How far a shift is from none, whichever way: 0.25 for the ratios 5/4 and 4/5.
    func distance(_ shift: Double) -> Double {
        switch self {
        case .ratio: max(shift, 1 / shift) - 1
        case .difference: abs(shift)
        }
    }
}
