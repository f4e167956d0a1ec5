public import Chronology

/// A distribution of spans as a file describes it; drawing from it is another module's work.
public indirect enum Distribution: Hashable, Sendable {
    case constant(TimeSpan)
    /// Both ends belong to it; `from` is not above `to`.
    case uniform(from: TimeSpan, to: TimeSpan)
    case exponential(mean: TimeSpan)
    /// `sigma` of the logarithm.
    case lognormal(median: TimeSpan, sigma: Millionths)
    case weibull(shape: Millionths, scale: TimeSpan)
    /// At least `scale`; nil cap: unbounded.
    case pareto(scale: TimeSpan, shape: Millionths, cap: TimeSpan?)
    /// Each as likely as the other; not empty.
    case choice([TimeSpan])
    /// Measured values, in the file's order; not empty.
    case empirical([TimeSpan])
    /// Shares sum to the whole.
    case mix([Component])

    public struct Component: Hashable, Sendable {
        public var share: Share
        public var distribution: Distribution

        public init(share: Share, distribution: Distribution) {
            self.share = share
            self.distribution = distribution
        }
    }

    /// Whether nothing but zero can come of it.
    public var isNothing: Bool {
        switch self {
        case .constant(let span): span == .zero
        case .uniform(_, let longest): longest == .zero
        case .choice(let spans), .empirical(let spans): spans.allSatisfy { $0 == .zero }
        case .mix(let parts): parts.allSatisfy(\.distribution.isNothing)
        case .exponential, .lognormal, .weibull, .pareto: false
        }
    }
}
