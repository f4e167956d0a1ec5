import Chronology
import Scenarios
import Simulation
import Statistics

/// Whether the workers kept pace: figures of a saturated generator judge the generator.
extension RunReport {
    /// Half the smallest latency threshold, 10 ms at most.
    var lagBound: UInt64 {
        let latencies = thresholds.compactMap { threshold -> UInt64? in
            let base = threshold.metric.base
            guard case .duration(let limit) = threshold.value, base != "generator_lag",
                threshold.comparison == .less || threshold.comparison == .atMost
            else { return nil }
            return limit.nanoseconds
        }
        return min(latencies.min().map { $0 / 2 } ?? .max, 10_000_000)
    }

    /// Why the run is no evidence, in words; empty: it is valid.
    public var allInvalidReasons: [String] {
        guard let generator else { return invalidReasons }
        var reasons = invalidReasons
        if let lag = part.meter[.generatorLag].boundedValue(at: .p99), lag > lagBound {
            reasons.append(
                "generator lag p99 \(Quantity.duration(lag)) is above "
                    + Quantity.duration(lagBound)
            )
        }
        let sent = generator.achievedEvents
        if generator.lateEvents > 0, generator.lateEvents * 20 >= sent {
            // What was late and never arrived, as the run ended, was offered all the same.
            let all = max(sent, generator.offeredEvents, generator.lateEvents)
            let share = Quantity.percent(generator.lateEvents, of: max(all, 1))
            reasons.append("\(share) of events went out more than 1ms late (at most 5%)")
        }
        let offered = generator.offeredEvents
        let difference = offered > sent ? offered - sent : sent - offered
        if difference * 50 > offered {
            reasons.append(
                "\(Quantity.count(sent)) events sent of \(Quantity.count(offered)) offered "
                    + "(more than 2% apart)")
        }
        return reasons
    }

    public var isValid: Bool { allInvalidReasons.isEmpty }
}
