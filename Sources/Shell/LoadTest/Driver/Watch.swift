import Scenarios
public import Simulation

/// What children tell about once a second where a threshold can end the run.
struct Watch: Sendable {
    private let kinds: [Meter.Kind]

    /// Nil where none can.
    init?(_ thresholds: [Threshold]) {
        let watched = thresholds.filter(\.aborts)
        if watched.isEmpty { return nil }
        kinds = Meter.Kind.allCases.filter { kind in
            watched.contains { $0.metric.base == kind.name }
        }
    }

    /// Without the times that nobody asks for.
    func cut(_ part: RunPart) -> RunPart {
        var part = part
        part.meter.keep(kinds)
        return part
    }
}

/// A run as far as it is, for those who may want to end it.
public struct RunSoFar: Sendable {
    /// Of all workers, without digest and series.
    public var part = RunPart()
    /// By the model, of the slowest worker.
    public var reached: UInt64 = 0
    /// In the mean of all workers: what rates divide by.
    public var meanReached: UInt64 = 0

    public init() {}

    /// Nil until every worker has told something.
    init?(_ parts: [(part: RunPart?, reached: UInt64)]) {
        reached = .max
        var sum: UInt64 = 0
        for (part, reached) in parts {
            guard let part else { return nil }
            self.part.merge(part)
            self.reached = min(self.reached, reached)
            sum += reached
        }
        guard !parts.isEmpty else { return nil }
        meanReached = sum / UInt64(parts.count)
    }
}
