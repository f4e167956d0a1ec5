import Chance
import Chronology
public import Scenarios

/// How many events one session makes, from the rates and distributions of its behaviour models.
///
/// Distributions are drawn from, as a run draws from them, so that heavy tails count as they will.
public struct EventRate: Sendable {
    static let drawCount: UInt64 = 4096
    /// Will resign active and did enter background; will enter foreground and did become active.
    static let eventsOfAnAbsence: Double = 4
    /// Began and ended.
    static let eventsOfATouch: Double = 2

    /// Events of one session in a second, in millionths.
    public private(set) var microEventsPerSecond: UInt64 = 0
    /// Of its time a session is in front, in billionths.
    public private(set) var foregroundBillionths: UInt64 = 0
    public private(set) var meanForegroundNanoseconds: UInt64 = 0

    public init(_ behaviours: [Behaviour]) {
        let whole = behaviours.reduce(0.0) { $0 + Double($1.weight.rawValue) }
        guard whole > 0 else { return }
        var events = 0.0
        var foreground = 0.0
        var length = 0.0
        for behaviour in behaviours {
            let share = Double(behaviour.weight.rawValue) / whole
            let front = EventRate.mean(behaviour.foreground)
            let away = EventRate.mean(behaviour.background)
            let cycle = max(front + away, 1e-9)
            let absences = EventRate.eventsOfAnAbsence + 1
            let whileInFront = EventRate.perSecond(behaviour) * front
            events += share * (absences + whileInFront) / cycle
            foreground += share * front / cycle
            length += share * front
        }
        microEventsPerSecond = UInt64(min(events * 1e6, 1e18))
        foregroundBillionths = UInt64(min(foreground, 1) * 1e9)
        meanForegroundNanoseconds = UInt64(min(length * 1e9, 1e18))
    }

    /// Events of a second in front.
    private static func perSecond(_ behaviour: Behaviour) -> Double {
        let overlays = behaviour.overlays.reduce(0.0) { $0 + perSecond($1.rate) }
        return eventsOfATouch * perSecond(behaviour.touches.rate) + perSecond(behaviour.keys)
            + 2 * perSecond(behaviour.interruptions) + 2 * overlays + perSecond(behaviour.entries)
    }

    private static func perSecond(_ rate: Rate) -> Double {
        guard rate.per.nanoseconds > 0 else { return 0 }
        return Double(rate.count.rawValue) * 1e3 / Double(rate.per.nanoseconds)
    }

    /// In seconds.
    private static func mean(_ distribution: Distribution) -> Double {
        guard let table = try? DistributionTable(DistributionShape(distribution)) else { return 0 }
        var stream = ChanceStream(seed: 1, session: 0)
        var sum = 0.0
        for _ in 0..<drawCount { sum += Double(table.sample(&stream).nanoseconds) }
        return sum / Double(drawCount) / 1e9
    }
}

extension DistributionShape {
    /// The same distribution in the terms of the module that draws.
    init(_ distribution: Distribution) {
        func real(_ number: Millionths) -> Double { Double(number.rawValue) / 1e6 }
        switch distribution {
        case .constant(let span): self = .constant(span)
        case .uniform(let from, let to): self = .uniform(from, to)
        case .exponential(let mean): self = .exponential(mean: mean)
        case .lognormal(let median, let sigma):
            self = .lognormal(median: median, sigma: real(sigma))
        case .weibull(let shape, let scale): self = .weibull(shape: real(shape), scale: scale)
        case .pareto(let scale, let shape, let cap):
            self = .pareto(scale: scale, shape: real(shape), cap: cap)
        case .choice(let spans): self = .choice(spans)
        case .empirical(let spans): self = .empirical(spans)
        case .mix(let components):
            self = .mix(
                components.map { component in
                    Part(
                        share: Ratio(
                            min(component.share.billionths, 1_000_000_000), of: 1_000_000_000),
                        shape: DistributionShape(component.distribution))
                })
        }
    }
}
