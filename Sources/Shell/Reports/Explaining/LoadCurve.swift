import Chronology
public import Scenarios

/// How many sessions live at each moment of a population's run, as its file plans it.
public struct LoadCurve: Sendable {
    private let segments: [LoadSegment]
    private let duration: UInt64
    private let sessions: UInt64

    public init(_ population: Population) {
        segments = population.load
        duration = max(population.duration.nanoseconds, 1)
        sessions = population.sessions
    }

    /// Sessions at the middles of `count` equal parts of the run.
    public func sessions(at count: Int) -> [UInt64] {
        (0..<count).map { index in
            sessions(at: duration / UInt64(2 * count) &* UInt64(2 * index + 1))
        }
    }

    /// The most, of a thousand looks.
    public var peak: UInt64 { sessions(at: 1000).max() ?? 0 }

    public func sessions(at time: UInt64) -> UInt64 {
        guard let first = segments.first else { return sessions }
        var level: UInt64 = if case .hold = first { Share.whole.billionths } else { 0 }
        var start: UInt64 = 0
        // Who has arrived stays.
        var arrived: UInt64 = 0
        for segment in segments {
            let length = segment.nanoseconds
            guard time >= start + length else {
                return arrived + value(segment, time - start, from: level)
            }
            if case .ramp(let to, _, _) = segment { level = to.billionths }
            if case .arrivals = segment { arrived += value(segment, length, from: 0) }
            start += length
        }
        return arrived + scaled(level)
    }

    private func value(_ segment: LoadSegment, _ time: UInt64, from level: UInt64) -> UInt64 {
        switch segment {
        case .hold: return scaled(level)
        case .ramp(let to, let over, .linear):
            return scaled(between(level, to.billionths, time, over.nanoseconds))
        case .spike(let to, let over, _):
            if time >= over.nanoseconds { return scaled(to.billionths) }
            return scaled(between(level, to.billionths, time, over.nanoseconds))
        case .arrivals(let rate, _):
            let arrived = UInt128(time) * UInt128(rate.count.rawValue)
            let period = UInt128(max(rate.per.nanoseconds, 1)) * 1_000_000
            return scaled(level) + UInt64(clamping: arrived / period)
        }
    }

    private func between(_ a: UInt64, _ b: UInt64, _ time: UInt64, _ over: UInt64) -> UInt64 {
        let part = UInt128(max(a, b) - min(a, b)) * UInt128(time) / UInt128(max(over, 1))
        return b >= a ? a + UInt64(clamping: part) : a - UInt64(clamping: part)
    }

    private func scaled(_ billionths: UInt64) -> UInt64 {
        UInt64(clamping: UInt128(sessions) * UInt128(billionths) / 1_000_000_000)
    }
}

extension LoadSegment {
    /// How long it takes.
    var nanoseconds: UInt64 {
        switch self {
        case .ramp(_, let over, _), .arrivals(_, let over): over.nanoseconds
        case .hold(let span): span.nanoseconds
        case .spike(_, let over, let hold): (over + hold).nanoseconds
        }
    }
}
