public import Chronology

/// Which timer is due next: the contract that every implementation keeps.
///
/// - Nothing fires before its deadline, and nothing later than `latenessBound` after it, given an
///   `advance` by then.
/// - One `advance` fires in deadline order where `isExact`; equal deadlines in scheduling order
///   where `isStable`. A rescheduled timer counts as new.
/// - What is scheduled or rescheduled after an `advance` began waits for the next one, whatever
///   its deadline, so that a zero delay can't starve the loop.
/// - An id of a fired or cancelled timer is answered with `false`, for ever.
/// - Memory is bounded by the greatest number of timers that were pending at once.
///
/// The clock never goes back: an `advance` to an earlier instant is one to `now`.
public protocol TimerQueue: ~Copyable {
    static var kind: QueueKind { get }
    static var isStable: Bool { get }
    /// Meets every deadline; a queue that does not is for live runs alone.
    static var isExact: Bool { get }
    /// A library's timers, which end a loop's waiting without being asked when: `nextDeadline`
    /// then names only what has fired and was not popped yet.
    static var wakesItself: Bool { get }

    /// An empty queue whose clock stands at `origin`, with room for `capacity` timers before it
    /// grows. The tick is how finely the implementation cuts time.
    init(startingAt origin: Instant, tick: TimeSpan, capacity: Int)

    /// The target of the latest `advance`.
    var now: Instant { get }
    /// Timers scheduled and neither fired nor cancelled.
    var count: Int { get }
    /// Never later than the earliest deadline, or where the queue isn't exact than that and its
    /// bound; nil when nothing is pending.
    var nextDeadline: Instant? { get }
    /// What the queue holds in memory.
    var byteCount: Int { get }

    /// How late a timer armed this long before its deadline may fire.
    func latenessBound(delay: TimeSpan) -> TimeSpan

    mutating func schedule(deadline: Instant, payload: UInt32) -> TimerID
    /// False, and nothing done, where the timer is not pending.
    @discardableResult
    mutating func reschedule(_ id: TimerID, deadline: Instant) -> Bool
    /// False, and nothing done, where the timer is not pending.
    @discardableResult
    mutating func cancel(_ id: TimerID) -> Bool

    /// Moves the clock and makes ready what is due; `popDue` then hands it out.
    mutating func advance(to now: Instant)
    /// Takes the next timer that the latest `advance` made ready. It is no longer pending when
    /// this returns; until then it can still be cancelled or rescheduled.
    mutating func popDue() -> DueTimer?
    /// Moves the clock to the earliest deadline, if that is not after `limit`, and takes one timer
    /// from there: the step of a simulation in virtual time, where all deadlines are met exactly.
    /// Otherwise nil, and the clock has not passed `limit`.
    mutating func popNext(upTo limit: Instant) -> DueTimer?

    /// Stops the program where the structure is damaged. Costs as much as there are timers.
    func checkInvariants()
}

/// A timer that fired.
@frozen
public struct DueTimer: Hashable, Sendable {
    public var id: TimerID
    public var payload: UInt32
    public var deadline: Instant

    @inlinable public init(id: TimerID, payload: UInt32, deadline: Instant) {
        self.id = id
        self.payload = payload
        self.deadline = deadline
    }
}

extension TimerQueue where Self: ~Copyable {
    @inlinable public static var isExact: Bool { true }
    @inlinable public static var wakesItself: Bool { false }

    public func latenessBound(delay: TimeSpan) -> TimeSpan { .zero }

    /// Fires what is due at `now`, at most `limit` timers, and says how many those were.
    ///
    /// What the limit left stays pending and fires at the next call. The callback may do anything
    /// with the queue.
    @inlinable @discardableResult
    public mutating func advance(
        to now: Instant, limit: Int = .max, fire: (inout Self, DueTimer) -> Void
    ) -> Int {
        advance(to: now)
        var fired = 0
        while fired < limit, let due = popDue() {
            fired += 1
            fire(&self, due)
        }
        return fired
    }

    @inlinable
    public mutating func popNext(upTo limit: Instant) -> DueTimer? {
        while let next = nextDeadline, next <= limit {
            advance(to: next)
            if let due = popDue() { return due }
        }
        return nil
    }
}
