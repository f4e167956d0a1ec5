public import Chronology

/// A distribution ready to be sampled, shared by all sessions.
///
/// Built once from exactly rounded arithmetic, sampled in integers: the same draws on every
/// machine. A continuous shape takes 17 kB, of which the few hundred bytes around the middle are
/// in use nearly always. Sampling is O(1), and O(parts) for each mix passed.
public struct DistributionTable: Sendable {
    enum Kind: UInt8, Sendable {
        case constant, uniform, curve, list, mix
    }

    struct Component: Sendable {
        var kind: Kind
        /// Into `points` for a curve or list, into `components` for a mix.
        var first = 0
        /// Values of a list, parts of a mix.
        var count: UInt64 = 0
        var low: UInt64 = 0
        /// The width of a uniform distribution.
        var width: UInt64 = 0
        /// Of the parts up to and with this one, in a mix.
        var cumulativeShare: UInt64 = 0
    }

    private var components: [Component] = []
    private var points: [Int64] = []

    public init(_ shape: DistributionShape) throws(DistributionShape.Flaw) {
        try shape.validate()
        components = [Component(kind: .constant)]
        fill(0, with: shape)
    }

    public var byteCount: Int {
        components.capacity * MemoryLayout<Component>.stride + points.capacity * 8
    }

    /// One value. Takes one number from the stream for each mix passed and one for the value.
    public func sample(_ stream: inout ChanceStream) -> TimeSpan {
        var component = components[0]
        while component.kind == .mix {
            let draw = stream.next() &>> 32
            var part = component.first
            let last = component.first + Int(component.count) - 1
            while part < last, components[part].cumulativeShare <= draw { part += 1 }
            component = components[part]
        }
        let draw = stream.next()
        switch component.kind {
        case .constant: return TimeSpan(nanoseconds: component.low)
        case .uniform:
            let (offset, _) = draw.multipliedFullWidth(by: component.width)
            let span = component.width == 0 ? draw : offset
            return TimeSpan(nanoseconds: component.low &+ span)
        case .curve: return onCurve(component.first, draw)
        case .list:
            let index = draw.multipliedFullWidth(by: component.count).high
            return TimeSpan(nanoseconds: UInt64(bitPattern: points[component.first + Int(index)]))
        case .mix: preconditionFailure("a mix ends in a part that is none")
        }
    }

    private func onCurve(_ first: Int, _ draw: UInt64) -> TimeSpan {
        let half = Int(draw &>> 63) * QuantileCurve.pointsPerHalf
        let w = draw &<< 1
        let octave = w.leadingZeroBitCount
        guard octave < QuantileCurve.octaveCount else {
            return TimeSpan(nanoseconds: UInt64(bitPattern: points[first + half]))
        }
        let mantissa = (w &<< UInt64(octave)) &<< 1
        let cell = Int(mantissa &>> UInt64(64 - QuantileCurve.cellBits))
        let index =
            first + half + (QuantileCurve.octaveCount - 1 - octave) * QuantileCurve.cells + cell
        let fraction = Int64(
            bitPattern: (mantissa &<< UInt64(QuantileCurve.cellBits)) &>> 1)
        let start = points[index]
        let step = (points[index + 1] &- start).multipliedFullWidth(by: fraction).high &<< 1
        return TimeSpan(nanoseconds: UInt64(bitPattern: start &+ step))
    }

    private mutating func fill(_ index: Int, with shape: DistributionShape) {
        switch shape {
        case .constant(let span):
            components[index].low = span.nanoseconds
        case .uniform(let low, let high):
            components[index].kind = .uniform
            components[index].low = low.nanoseconds
            components[index].width = high.nanoseconds &- low.nanoseconds &+ 1
        case .exponential(let mean):
            fillCurve(index) { p, isUpper in mean.real * Self.exponential(p, isUpper) }
        case .lognormal(let median, let sigma):
            fillCurve(index) { p, isUpper in
                let z = ExactMath.normalQuantile(p)
                return median.real * ExactMath.exp(isUpper ? -sigma * z : sigma * z)
            }
        case .weibull(let shape, let scale):
            fillCurve(index) { p, isUpper in
                scale.real * ExactMath.pow(Self.exponential(p, isUpper), 1 / shape)
            }
        case .pareto(let scale, let shape, let cap):
            fillCurve(index) { p, isUpper in
                let value = scale.real * ExactMath.pow(isUpper ? p : 1 - p, -1 / shape)
                return min(value, (cap ?? .max).real)
            }
        case .choice(let values), .empirical(let values):
            components[index].kind = .list
            components[index].first = points.count
            components[index].count = UInt64(values.count)
            points += values.map { Int64(bitPattern: $0.nanoseconds) }
        case .mix(let parts):
            let first = components.count
            components[index].kind = .mix
            components[index].first = first
            components[index].count = UInt64(parts.count)
            components += parts.map { _ in Component(kind: .constant) }
            var sum: UInt64 = 0
            for (offset, part) in parts.enumerated() {
                sum += part.share.parts
                components[first + offset].cumulativeShare = sum
                fill(first + offset, with: part.shape)
            }
        }
    }

    private mutating func fillCurve(
        _ index: Int, quantile: (_ p: Double, _ isUpper: Bool) -> Double
    ) {
        components[index].kind = .curve
        components[index].first = points.count
        QuantileCurve.append(to: &points, quantile: quantile)
    }

    /// −ln of the probability above, for the standard exponential distribution. Near zero, where
    /// 1 − p would round p away, by its series.
    private static func exponential(_ p: Double, _ isUpper: Bool) -> Double {
        if isUpper { return -ExactMath.log(p) }
        return p < 1e-5 ? p + p * p / 2 + p * p * p / 3 : -ExactMath.log(1 - p)
    }
}

extension TimeSpan {
    fileprivate var real: Double { Double(nanoseconds) }
}
