public import Chronology

/// One line of a timer script. Timers go by the index of their name.
public indirect enum TimerScriptOperation: Hashable, Sendable {
    /// A timer of that name that is still pending is cancelled first.
    case arm(Int, TimerScriptTime)
    /// False where no timer of that name is pending.
    case rearm(Int, TimerScriptTime)
    case cancel(Int)
    /// One call of `advance`; never inside a callback.
    case advance(TimerScriptTime)
    /// Carried out inside each later callback of that timer; replaces what was set before.
    case onFire(Int, [TimerScriptOperation])
    case `repeat`(times: Int, [TimerScriptOperation])
    case expect(TimerScriptExpectation)
}

/// From now, or from the start offset of the clock. Sums saturate.
public enum TimerScriptTime: Hashable, Sendable {
    case `in`(TimeSpan)
    case at(TimeSpan)
}

/// What a script expects at one point; nil is not compared.
public struct TimerScriptExpectation: Hashable, Sendable {
    /// Names that fired since the last expectation, in order.
    public var fired: [Int]?
    public var pending: Int?
    /// What the last cancel or rearm said.
    public var returned: Bool?
    /// From the start offset.
    public var next: TimerScriptComparison?
    /// Bytes of the queue, against the last expectation or the start.
    public var memoryGrowth: TimerScriptComparison?

    public init(
        fired: [Int]? = nil, pending: Int? = nil, returned: Bool? = nil,
        next: TimerScriptComparison? = nil, memoryGrowth: TimerScriptComparison? = nil
    ) {
        self.fired = fired
        self.pending = pending
        self.returned = returned
        self.next = next
        self.memoryGrowth = memoryGrowth
    }
}

/// `<= 40ms` and the like, in nanoseconds or bytes.
public struct TimerScriptComparison: Hashable, Sendable {
    public enum Relation: String, CaseIterable, Sendable {
        case less = "<", lessOrEqual = "<=", equal = "==", unequal = "!="
        case greaterOrEqual = ">=", greater = ">"
    }

    public var relation: Relation
    public var value: UInt64

    public init(_ relation: Relation, _ value: UInt64) {
        self.relation = relation
        self.value = value
    }

    public func holds(for other: UInt64) -> Bool {
        switch relation {
        case .less: other < value
        case .lessOrEqual: other <= value
        case .equal: other == value
        case .unequal: other != value
        case .greaterOrEqual: other >= value
        case .greater: other > value
        }
    }
}

/// Where and how a queue parted from a timer script or from the contract.
public struct TimerScriptFailure: Error, Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        case fired(expected: [Int], actual: [Int])
        case pending(expected: Int, actual: Int)
        /// Actual nil: nothing was cancelled or rearmed before.
        case returned(expected: Bool, actual: Bool?)
        /// Actual nil: nothing is pending.
        case next(expected: TimerScriptComparison, actual: UInt64?)
        case memoryGrowth(expected: TimerScriptComparison, actual: UInt64)
        /// Fired while now was before the deadline, both from the clock's origin.
        case early(Int, deadline: Instant, now: Instant)
        /// Not fired by an `advance` to its deadline and the queue's bound, or beyond.
        case late(Int, deadline: Instant, now: Instant)
        case outOfOrder(Int, deadline: Instant, after: Instant)
        /// Fired though not pending, or armed after this `advance` began.
        case unexpected(Int, deadline: Instant)
        case count(expected: Int, actual: Int)
        case nextTooLate(Instant, earliest: Instant)
        case wrongReturn(Int, expected: Bool)
        case advanceInsideCallback
        case repeatsTooDeep
    }

    /// Index of the operation, then of the operation inside it.
    public var path: [Int]
    public var reason: Reason
}
