public import Chronology
public import TimerQueues

/// One of our own queues, with nothing around it: a touch is the queue's bare `reschedule`.
///
/// Sessions armed in order for the first time get one slot after the other of a fresh queue, with
/// the generation of the first: then the id follows from the session. From the first session that
/// doesn't keep to that on, ids are looked up in an array, as a program without such luck would.
@safe
public struct PureSubject<Queue: TimerQueue & ~Copyable>: TimerSubject, ~Copyable {
    public static var kind: QueueKind { Queue.kind }
    public static var clock: SubjectClock { .virtual }

    @usableFromInline var queue: Queue
    @usableFromInline let capacity: Int
    @usableFromInline var firstSlot: UInt32 = 0
    @usableFromInline var generation: UInt32 = 0
    /// Sessions below were armed in order, while there is no array.
    @usableFromInline var orderedCount = 0
    @usableFromInline var ids: UnsafeMutablePointer<TimerID>?

    /// On the real clock nobody wakes it: `advance` doesn't wait.
    @inlinable
    public init(
        capacity: Int, startingAt origin: Instant, on clock: SubjectClock
    ) throws(SubjectError) {
        self.init(capacity: capacity, startingAt: origin, tick: .milliseconds(1))
    }

    @inlinable
    public init(capacity: Int, startingAt origin: Instant, tick: TimeSpan) {
        self.capacity = capacity
        queue = Queue(startingAt: origin, tick: tick, capacity: capacity)
        unsafe ids = nil
    }

    @inlinable
    deinit { unsafe ids?.deallocate() }

    @inlinable
    public mutating func arm(_ session: UInt32, at deadline: Instant) {
        let id = queue.schedule(deadline: deadline, payload: session)
        if let ids = unsafe ids {
            unsafe ids[Int(session)] = id
        } else {
            if orderedCount == 0 {
                firstSlot = id.slot
                generation = id.generation
            }
            if Int(session) == orderedCount && id.slot == firstSlot &+ session
                && id.generation == generation
            {
                orderedCount += 1
            } else {
                remember(id, of: session)
            }
        }
    }

    @usableFromInline
    mutating func remember(_ id: TimerID, of session: UInt32) {
        let ids = UnsafeMutablePointer<TimerID>.allocate(capacity: capacity)
        unsafe ids.initialize(repeating: .none, count: capacity)
        for place in 0..<orderedCount {
            unsafe ids[place] = TimerID(slot: firstSlot &+ UInt32(place), generation: generation)
        }
        unsafe ids[Int(session)] = id
        unsafe self.ids = ids
    }

    @inlinable
    func id(of session: UInt32) -> TimerID {
        if let ids = unsafe ids { return unsafe ids[Int(session)] }
        return TimerID(slot: firstSlot &+ session, generation: generation)
    }

    @inlinable
    public mutating func touch(_ session: UInt32, to deadline: Instant) {
        queue.reschedule(id(of: session), deadline: deadline)
    }

    @inlinable
    public mutating func cancel(_ session: UInt32) { queue.cancel(id(of: session)) }

    @inlinable @discardableResult
    public mutating func advance(
        to now: Instant, fired: (inout Self, UInt32, Instant) -> Void
    ) -> Int {
        queue.advance(to: now)
        var count = 0
        while let due = queue.popDue() {
            count += 1
            fired(&self, due.payload, now)
        }
        return count
    }

    @inlinable public var pending: Int { queue.count }
    @inlinable public var nextDeadline: Instant? { queue.nextDeadline }
    @inlinable public var byteCount: Int? { queue.byteCount }
}
