public import Chronology

/// Thousands of sessions drawn from behaviour models, or replayed from a trace.
public struct Population: Sendable {
    public enum Workers: Hashable, Sendable {
        /// As many as there are cores.
        case automatic
        case count(Int)
    }

    public enum Source: Sendable {
        /// Not empty; at least one weight above 0.
        case behaviours([Behaviour])
        /// Recorded events; no load curve and no faults go with them.
        case trace(Trace)
    }

    public var sessions: UInt64
    public var duration: TimeSpan
    /// Left out of the totals; shorter than `duration`.
    public var warmup = TimeSpan.zero
    public var workers = Workers.automatic
    /// Empty: every session from the start to the end.
    public var load: [LoadSegment] = []
    public var source: Source
    /// Live only: how many times faster than the clock model time runs.
    public var timeScale = Millionths.one
    public var faults: [Fault] = []

    public init(sessions: UInt64, duration: TimeSpan, source: Source) {
        self.sessions = sessions
        self.duration = duration
        self.source = source
    }
}

/// A piece of the load curve; the pieces follow each other. Shares are of all sessions and may
/// exceed the whole.
public enum LoadSegment: Hashable, Sendable {
    public enum Shape: String, CaseIterable, Hashable, Sendable { case linear }

    case ramp(to: Share, over: TimeSpan, Shape)
    case hold(TimeSpan)
    /// Up within `over`, there for `hold`, and back at once.
    case spike(to: Share, over: TimeSpan, hold: TimeSpan)
    /// New sessions, each living once.
    case arrivals(Rate, over: TimeSpan)
}

public enum Fault: Hashable, Sendable {
    /// Per background period; the shift drawn evenly between both ends, in nanoseconds.
    case wallClock(shift: ClosedRange<Int64>, share: Share)
    case deviceSleep(share: Share)
    /// Of background periods that end in death.
    case kill(share: Share)
    case reboot(Rate)
    case events(EventFaults)
}

/// What becomes of events on their way to the engine.
public struct EventFaults: Hashable, Sendable {
    /// Input and entries only.
    public var drop = Share.zero
    public var duplicate = Share.zero
    public var delay: Distribution?
    /// Of events that are delayed.
    public var delayShare = Share.zero

    public init() {}
}
