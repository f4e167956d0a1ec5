import Chronology
import Scenarios
import Simulation
import Statistics

/// When a live result says something about engines, and when only about a generator that could
/// not keep up.
extension LoadTestResult {
    static let lagBound: UInt64 = 10_000_000
    static let lateShareBound = 0.05
    static let rateBound = 0.02

    mutating func judgeValidity(isLive: Bool, _ thresholds: [Threshold]) {
        guard isLive else { return }
        let lag = part.meter[.generatorLag]
        generatorLagP99 = lag.value(at: .p99) ?? 0
        lateShare = lag.count == 0 ? 0 : Double(part.lateSends) / Double(lag.count)
        let bound = Self.lagLimit(thresholds)
        if generatorLagP99 > bound {
            invalid("99 % of events go out within \(text(generatorLagP99)), over \(text(bound))")
        }
        if lateShare > Self.lateShareBound {
            invalid("\(percent(lateShare)) of events went out over a millisecond late")
        }
        guard offeredEvents > 0, !isPartial else { return }
        let missing = 1 - Double(min(achievedEvents, offeredEvents)) / Double(offeredEvents)
        if missing > Self.rateBound {
            invalid("\(percent(missing)) of the events offered were not answered by the end")
        }
    }

    /// Half the smallest bound on a latency.
    static func lagLimit(_ thresholds: [Threshold]) -> UInt64 {
        var limit = lagBound
        for threshold in thresholds {
            guard case .duration(let span) = threshold.value else { continue }
            switch threshold.comparison {
            case .less, .atMost: limit = min(limit, span.nanoseconds / 2)
            case .equal, .atLeast, .greater, .unequal: break
            }
        }
        return limit
    }

    private mutating func invalid(_ reason: String) {
        isValid = false
        invalidReasons.append(reason)
    }
}

/// Milliseconds with three decimals.
func text(_ nanoseconds: UInt64) -> String {
    let micro = (nanoseconds + 500) / 1000
    let rest = String(micro % 1000)
    return "\(micro / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest) ms"
}

private func percent(_ share: Double) -> String {
    let tenths = UInt64((share * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
}
