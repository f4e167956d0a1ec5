import Devices
public import Scenarios
import Simulation
import Statistics

/// A metric of a finished run, and from how many observations it comes.
public struct Observation: Hashable, Sendable {
    /// Nil: no data.
    public var value: MeasuredValue?
    public var count: UInt64
}

/// Looks the names of `MetricTable` up in a run.
extension RunReport {
    public func observation(of metric: Metric) -> Observation {
        if let kind = Meter.Kind.allCases.first(where: { $0.name == metric.base }) {
            return observation(metric, part.meter[kind])
        }
        switch metric.base {
        case "cpu": return observation(metric, processes.map(\.cpuShareBillionths))
        case "rss": return observation(metric, processes.map(\.residentByteCount))
        case "loop_idle": return observation(metric, processes.compactMap(\.loopIdleBillionths))
        default: return counted(metric)
        }
    }

    private func observation(_ metric: Metric, _ histogram: Histogram) -> Observation {
        let raw: UInt64?
        switch metric.suffix {
        case .rate, .count: return counted(metric, histogram.count, of: histogram.count)
        case .min: raw = histogram.min
        case .mean: raw = histogram.mean
        case .max: raw = histogram.max
        case .p50, .p90, .p99, .p999, .p9999, nil:
            raw = histogram.boundedValue(at: metric.suffix?.percentile ?? .p99)
        }
        return Observation(value: raw.flatMap { inUnit($0, metric.unit) }, count: histogram.count)
    }

    /// A few values, one for each process: exact, where a histogram would round.
    private func observation(_ metric: Metric, _ values: [UInt64]) -> Observation {
        let sorted = values.sorted()
        let count = UInt64(sorted.count)
        let raw: UInt64?
        switch metric.suffix {
        case .rate, .count: return counted(metric, count, of: count)
        case .min: raw = sorted.first
        case .max: raw = sorted.last
        case .mean: raw = sorted.isEmpty ? nil : sorted.reduce(0, +) / count
        case .p50, .p90, .p99, .p999, .p9999, nil:
            let rank = (metric.suffix?.percentile ?? .p99).rank(of: count)
            raw = sorted.isEmpty ? nil : sorted[Int(rank) - 1]
        }
        return Observation(value: raw.flatMap { inUnit($0, metric.unit) }, count: count)
    }

    private func inUnit(_ raw: UInt64, _ unit: Metric.Unit) -> MeasuredValue? {
        switch unit {
        case .duration: .duration(nanoseconds: raw)
        case .number: .number(raw)
        case .share: .share(billionths: raw)
        case .bytes: .bytes(raw)
        case .rate: nil
        }
    }

    // MARK: Counters

    /// A run in which nothing happened says nothing, not even that nothing went wrong.
    private func counted(_ metric: Metric) -> Observation {
        let events = part.counters[.events]
        guard let count = counter(metric.base) else { return Observation(value: nil, count: 0) }
        let isAboutEvents = metric.base.hasPrefix("events")
        if events == 0 && count == 0 && !isAboutEvents { return Observation(value: nil, count: 0) }
        return counted(metric, count, of: events)
    }

    private func counted(_ metric: Metric, _ count: UInt64, of total: UInt64) -> Observation {
        guard metric.unit == .rate else { return Observation(value: .number(count), count: total) }
        let time = measuredNanoseconds
        return Observation(
            value: time == 0 ? nil : .rate(count: count, nanoseconds: time), count: total)
    }

    private func counter(_ name: String) -> UInt64? {
        switch name {
        case "events.touch": return part.counters[.touchEvents] + part.counters[.keyEvents]
        case "violations": return part.violationTotal
        case "sessions": return part.sessions
        case "sessions.lost": return part.sessionsLost
        case "timers.early": return part.timersEarly
        case "timers.lost": return part.timersLost
        case "context_switches": return processes.reduce(0) { $0 + $1.contextSwitches }
        case "overflows": return part.overflows
        default: break
        }
        if let kind = Counters.Kind.allCases.first(where: { $0.name == name }) {
            return part.counters[kind]
        }
        let prefix = "violations."
        guard name.hasPrefix(prefix),
            let rule = Rule(rawValue: String(name.dropFirst(prefix.count)))
        else { return nil }
        return part.violations[rule.index]
    }
}

extension Metric.Suffix {
    /// Nil where it is none.
    var percentile: Percentile? {
        switch self {
        case .p50: .p50
        case .p90: .p90
        case .p99: .p99
        case .p999: .p999
        case .p9999: .p9999
        case .count, .min, .mean, .max, .rate: nil
        }
    }
}

extension Histogram {
    /// A percentile that does not exceed the exact maximum, as a count's upper end can.
    func boundedValue(at percentile: Percentile) -> UInt64? {
        guard let value = value(at: percentile), let max else { return nil }
        return Swift.min(value, max)
    }
}
