public import Chronology

/// How a length of time is distributed, as scenario files say it.
public indirect enum DistributionShape: Hashable, Sendable {
    case constant(TimeSpan)
    /// Both ends included.
    case uniform(TimeSpan, TimeSpan)
    case exponential(mean: TimeSpan)
    /// sigma: of the logarithm.
    case lognormal(median: TimeSpan, sigma: Double)
    case weibull(shape: Double, scale: TimeSpan)
    /// scale: the least value. What exceeds the cap is the cap.
    case pareto(scale: TimeSpan, shape: Double, cap: TimeSpan?)
    /// Each with the same probability.
    case choice([TimeSpan])
    /// Draws from measured values, each with the same probability.
    case empirical([TimeSpan])
    /// Shares sum to 1, but for rounding: the last part takes what is left.
    case mix([Part])

    public struct Part: Hashable, Sendable {
        public var share: Ratio
        public var shape: DistributionShape

        public init(share: Ratio, shape: DistributionShape) {
            self.share = share
            self.shape = shape
        }
    }

    /// What is wrong with a shape.
    public enum Flaw: Error, Hashable, Sendable {
        case endsReversed
        /// Sigma, or a Weibull or Pareto shape: 0.01 … 100 (sigma also 0).
        case parameterOutOfRange(Double)
        case zeroScale
        case capBelowScale
        case nothingToChooseFrom
        /// Their sum, which is off by more than a part per thousand.
        case sharesNotOne(parts: UInt64)
        case nestedTooDeep
    }

    static let depthLimit = 8

    /// Throws the first flaw.
    public func validate(depth: Int = 0) throws(Flaw) {
        switch self {
        case .constant, .exponential: return
        case .uniform(let low, let high):
            if low > high { throw .endsReversed }
        case .lognormal(let median, let sigma):
            if median == .zero { throw .zeroScale }
            if !(sigma == 0 || (0.01...100).contains(sigma)) { throw .parameterOutOfRange(sigma) }
        case .weibull(let shape, let scale):
            if scale == .zero { throw .zeroScale }
            if !(0.01...100).contains(shape) { throw .parameterOutOfRange(shape) }
        case .pareto(let scale, let shape, let cap):
            if scale == .zero { throw .zeroScale }
            if !(0.01...100).contains(shape) { throw .parameterOutOfRange(shape) }
            if let cap, cap < scale { throw .capBelowScale }
        case .choice(let values), .empirical(let values):
            if values.isEmpty { throw .nothingToChooseFrom }
        case .mix(let parts):
            if depth == Self.depthLimit { throw .nestedTooDeep }
            let sum = parts.reduce(0) { $0 + $1.share.parts }
            if parts.isEmpty { throw .nothingToChooseFrom }
            if sum.distance(to: 1 << 32).magnitude > 1 << 22 { throw .sharesNotOne(parts: sum) }
            for part in parts { try part.shape.validate(depth: depth + 1) }
        }
    }
}
