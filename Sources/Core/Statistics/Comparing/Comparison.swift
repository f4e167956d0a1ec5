/// Everything the runs of two versions say about one metric.
public struct Comparison: Hashable, Sendable {
    public struct Pair<Value: Hashable & Sendable>: Hashable, Sendable {
        public var a: Value
        public var b: Value
    }

    public let scale: Shift.Scale
    public let counts: Pair<Int>
    public let medians: Pair<Double>
    /// Of b to a, or b less a, by `Shift`.
    public let shift: Double
    /// Of the shift, 95 %, by `Bootstrap`.
    public let interval: ClosedRange<Double>
    /// Whether b is the greater; by the order of the values where the median pair is none.
    public let isUp: Bool
    public let p: Double
    public let leastP: Double
    /// Of ratios a part of the value, of differences an amount.
    public let noiseFloor: Double

    /// Everything drawn is drawn so many times. Ratios are those of values above 0.
    public init(
        _ a: [Double], _ b: [Double], scale: Shift.Scale = .ratio, seed: UInt64 = 1,
        drawCount: Int = 2000
    ) {
        let bootstrap = Bootstrap(seed: seed, drawCount: drawCount)
        self.init(
            a, b, scale: scale, interval: bootstrap.interval(of: scale, from: a, to: b),
            noiseFloor: NoiseFloor(a, b, scale: scale, seed: seed, drawCount: drawCount).size)
    }

    /// With what takes time to draw given.
    init(
        _ a: [Double], _ b: [Double], scale: Shift.Scale = .ratio, interval: ClosedRange<Double>,
        noiseFloor: Double
    ) {
        self.scale = scale
        counts = Pair(a: a.count, b: b.count)
        medians = Pair(a: Quantiles.median(a), b: Quantiles.median(b))
        shift = Shift.value(scale, fromSorted: a.sorted(), to: b.sorted())
        let test = RankSumTest(a, b)
        p = test.p
        let none: Double = scale == .ratio ? 1 : 0
        isUp = shift == none ? test.u > Double(a.count * b.count) / 2 : shift > none
        leastP = RankSumTest.leastP(a.count, b.count)
        self.interval = interval
        self.noiseFloor = noiseFloor
    }

    /// How far from the same, whichever way.
    public var distance: Double { scale.distance(shift) }

    /// Whether all that the shift could be lies within that distance.
    func isWithin(_ distance: Double) -> Bool {
        switch scale {
        case .ratio: interval.lowerBound * (1 + distance) > 1 && interval.upperBound < 1 + distance
        case .difference: interval.lowerBound > -distance && interval.upperBound < distance
        }
    }
}
