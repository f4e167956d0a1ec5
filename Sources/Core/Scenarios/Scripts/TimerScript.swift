public import AppLock
public import Chronology

/// A bug report for a timer queue: calls in order and what must come of them.
public struct TimerScript: Sendable {
    public enum Deadline: Hashable, Sendable {
        /// From now on.
        case after(TimeSpan)
        /// From the clock's start offset on; may lie in the past.
        case at(TimeSpan)
    }

    public indirect enum Operation: Sendable {
        case arm(Name, Deadline)
        case rearm(Name, Deadline)
        case cancel(Name)
        case advance(TimeSpan)
        case advanceTo(TimeSpan)
        /// From now on, inside every callback of that name: arm, rearm and cancel alone.
        case onFire(Name, [Step])
        case repeated(times: UInt64, [Step])
        case expect(TimerExpectation)
    }

    public struct Step: Sendable {
        public var operation: Operation
        public var position: SourcePosition

        public init(_ operation: Operation, at position: SourcePosition) {
            self.operation = operation
            self.position = position
        }
    }

    public var steps: [Step]
    /// Plays on queues alone that keep equal deadlines in scheduling order.
    public var needsStableQueue: Bool

    public init(steps: [Step], needsStableQueue: Bool = false) {
        self.steps = steps
        self.needsStableQueue = needsStableQueue
    }
}

/// Nil is not compared.
public struct TimerExpectation: Hashable, Sendable {
    /// Since the last expectation, in order.
    public var fired: [Name]?
    public var pending: UInt64?
    /// What the last cancel or rearm said.
    public var returned: Bool?
    /// Counted from the start offset.
    public var next: Limit<TimeSpan>?
    /// Bytes since the script began.
    public var memoryGrowth: Limit<UInt64>?

    public init() {}
}
