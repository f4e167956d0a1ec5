public import Chronology
public import TimerQueues

/// What is asked for: nothing named means all.
public struct BenchOptions: Sendable {
    public static let defaultSessions = [1_000, 100_000, 1_000_000]
    public static let sessionLimit: UInt64 = 100_000_000
    public static let repeatLimit: UInt64 = 1_000

    public var queues: [QueueKind]
    /// Ascending, each once.
    public var sessions: [Int]
    public var operations: [BenchOperation]
    public var measuresAccuracy: Bool
    public var repeats: Int
    public var baseline: QueueKind?
    public var seed: UInt64
    /// Of our own queues.
    public var tick: TimeSpan
    /// Tells apart what was named from what is there by default: only that is an error where it
    /// can't be measured.
    public var namesQueues: Bool

    public init(
        queues: [QueueKind] = [], sessions: [Int] = [], operations: [BenchOperation]? = nil,
        measuresAccuracy: Bool = true, repeats: Int = 5, baseline: QueueKind? = nil,
        seed: UInt64 = 1, tick: TimeSpan = .milliseconds(1)
    ) {
        namesQueues = !queues.isEmpty
        var all = queues.isEmpty ? QueueKind.allCases : queues
        // A ratio needs both: a baseline that isn't among the queues is measured beside them.
        if let baseline, !all.contains(baseline) { all.append(baseline) }
        self.queues = all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        self.sessions = Array(Set(sessions.isEmpty ? Self.defaultSessions : sessions)).sorted()
        self.operations = operations ?? BenchOperation.allCases
        self.measuresAccuracy = measuresAccuracy
        self.repeats = repeats
        self.baseline = baseline
        self.seed = seed
        self.tick = tick
    }
}
