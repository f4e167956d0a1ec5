/// Everything the runs of two versions say about one metric. Values are above 0.
public struct Comparison: Hashable, Sendable {
    public let counts: (a: Int, b: Int)
    public let medians: (a: Double, b: Double)
    /// Of b to a, by `Shift`.
    public let ratio: Double
    /// Of the ratio, 95 %, by `Bootstrap`.
    public let interval: ClosedRange<Double>
    public let p: Double
    public let leastP: Double
    /// As a part of the value.
    public let noiseFloor: Double

    /// Everything drawn is drawn so many times.
    public init(_ a: [Double], _ b: [Double], seed: UInt64 = 1, drawCount: Int = 2000) {
        let bootstrap = Bootstrap(seed: seed, drawCount: drawCount)
        self.init(
            a, b, interval: bootstrap.ratioInterval(from: a, to: b),
            noiseFloor: NoiseFloor(a, b, seed: seed, drawCount: drawCount).share)
    }

    /// With what takes time to draw given.
    init(_ a: [Double], _ b: [Double], interval: ClosedRange<Double>, noiseFloor: Double) {
        counts = (a.count, b.count)
        medians = (Quantiles.median(a), Quantiles.median(b))
        ratio = Shift.ratio(from: a, to: b)
        p = RankSumTest(a, b).p
        leastP = RankSumTest.leastP(a.count, b.count)
        self.interval = interval
        self.noiseFloor = noiseFloor
    }

    /// How far from the same, whichever is the greater: 0.25 for 5/4 and for 4/5.
    public var distance: Double { max(ratio, 1 / ratio) - 1 }

    public static func == (a: Comparison, b: Comparison) -> Bool {
        a.counts == b.counts && a.medians == b.medians && a.ratio == b.ratio
            && a.interval == b.interval && a.p == b.p && a.noiseFloor == b.noiseFloor
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ratio)
        hasher.combine(p)
    }
}
