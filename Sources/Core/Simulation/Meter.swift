public import Statistics

/// The times of a run, each a histogram of nanoseconds unless it says otherwise.
public struct Meter: Sendable {
    public enum Kind: Int, CaseIterable, Sendable {
        case decisionLatency, decisionLatencyLifecycle, decisionLatencyTouch
        case decisionLatencyAuth, decisionLatencyTimer
        case serviceTime, engineTime, lockLatency, exposure, timerLateness, generatorLag
        /// Events waiting for an answer.
        case queueDepth

        /// As in the table of metrics.
        public var name: String {
            switch self {
            case .decisionLatency: "decision_latency"
            case .decisionLatencyLifecycle: "decision_latency.lifecycle"
            case .decisionLatencyTouch: "decision_latency.touch"
            case .decisionLatencyAuth: "decision_latency.auth"
            case .decisionLatencyTimer: "decision_latency.timer"
            case .serviceTime: "service_time"
            case .engineTime: "engine_time"
            case .lockLatency: "lock_latency"
            case .exposure: "exposure"
            case .timerLateness: "timer_lateness"
            case .generatorLag: "generator_lag"
            case .queueDepth: "queue_depth"
            }
        }
    }

    public private(set) var histograms = [Histogram](
        repeating: Histogram(), count: Kind.allCases.count)

    public init() {}

    public subscript(kind: Kind) -> Histogram { histograms[kind.rawValue] }

    @inline(__always)
    public mutating func record(_ value: UInt64, _ kind: Kind) {
        histograms[kind.rawValue].record(value)
    }

    public mutating func record(_ value: UInt64, count: UInt64, _ kind: Kind) {
        if count > 0 { histograms[kind.rawValue].record(value, count: count) }
    }

    public mutating func merge(_ other: Meter) {
        for index in histograms.indices { histograms[index].merge(other.histograms[index]) }
    }

    /// Empties all others.
    public mutating func keep(_ kinds: [Kind]) {
        for kind in Kind.allCases where !kinds.contains(kind) {
            histograms[kind.rawValue] = Histogram()
        }
    }

    public mutating func reset() {
        for index in histograms.indices { histograms[index].reset() }
    }

    public func encode(into bytes: inout [UInt8]) {
        for histogram in histograms { histogram.encode(into: &bytes) }
    }

    public init(decoding bytes: inout ArraySlice<UInt8>) throws(StatisticsError) {
        for index in histograms.indices {
            histograms[index] = try Histogram(decoding: &bytes)
        }
    }
}
