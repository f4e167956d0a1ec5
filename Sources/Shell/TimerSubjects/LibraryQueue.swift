public import Chronology
public import TimerQueues

/// A library's timers under the contract of our queues, for live runs: what fires in the library's
/// loop waits here until it is popped.
///
/// It wakes itself: somebody calls `turn` in place of waiting. It doesn't grow, and it is made only
/// where the library can be: a refusal stops the program.
public struct LibraryQueue<Subject: EmbeddingSubject & ~Copyable>: TimerQueue, ~Copyable {
    public static var kind: QueueKind { Subject.kind }
    public static var isStable: Bool { false }
    public static var wakesItself: Bool { true }

    private struct Slot {
        var generation: UInt32 = 0
        var payload: UInt32 = 0
        var deadline = Instant.origin
        var isPending = false
    }

    private var subject: Subject
    private var slots: [Slot]
    /// Slots nobody has, the next one last.
    private var free: [UInt32]
    /// The next that fired, once it was looked for.
    private var due: DueTimer?
    public private(set) var now: Instant
    public private(set) var count = 0

    public init(startingAt origin: Instant, tick: TimeSpan, capacity: Int) {
        do throws(SubjectError) {
            subject = try Subject(capacity: capacity, startingAt: origin, on: .real)
        } catch {
            preconditionFailure("\(error)")
        }
        now = origin
        slots = Array(repeating: Slot(), count: capacity)
        free = (0..<UInt32(capacity)).reversed()
    }

    // MARK: Waiting

    /// Also wakes for this descriptor, as long as it can be read. Once at most.
    public mutating func watch(_ descriptor: Int32) throws(SubjectError) {
        try subject.watch(descriptor)
    }

    /// Waits in the library's loop until something has happened, or until `limit`.
    public mutating func turn(waitingUntil limit: Instant) {
        subject.turn(waitingUntil: due == nil ? limit : .origin)
    }

    // MARK: Timers

    public mutating func schedule(deadline: Instant, payload: UInt32) -> TimerID {
        guard let slot = free.popLast() else { preconditionFailure("a timer within capacity") }
        let place = Int(slot)
        slots[place].payload = payload
        slots[place].deadline = deadline
        slots[place].isPending = true
        count += 1
        subject.arm(slot, at: deadline)
        return TimerID(slot: slot, generation: slots[place].generation)
    }

    private func isPending(_ id: TimerID) -> Bool {
        guard Int(id.slot) < slots.count else { return false }
        let slot = slots[Int(id.slot)]
        return slot.isPending && slot.generation == id.generation
    }

    @discardableResult
    public mutating func reschedule(_ id: TimerID, deadline: Instant) -> Bool {
        guard isPending(id) else { return false }
        if due?.id == id { due = nil }
        slots[Int(id.slot)].deadline = deadline
        subject.touch(id.slot, to: deadline)
        return true
    }

    @discardableResult
    public mutating func cancel(_ id: TimerID) -> Bool {
        guard isPending(id) else { return false }
        if due?.id == id { due = nil }
        subject.cancel(id.slot)
        release(id.slot)
        return true
    }

    private mutating func release(_ slot: UInt32) {
        slots[Int(slot)].isPending = false
        slots[Int(slot)].generation &+= 1
        free.append(slot)
        count -= 1
    }

    // MARK: Firing

    public mutating func advance(to now: Instant) {
        self.now = max(self.now, now)
        lookForDue()
    }

    /// What fired may have been cancelled or moved on since, or have been early: then the library
    /// is told the deadline again.
    private mutating func lookForDue() {
        while due == nil, let firing = subject.nextFired() {
            let slot = slots[Int(firing.session)]
            guard slot.isPending else { continue }
            if firing.at < slot.deadline {
                subject.touch(firing.session, to: slot.deadline)
                continue
            }
            due = DueTimer(
                id: TimerID(slot: firing.session, generation: slot.generation),
                payload: slot.payload, deadline: slot.deadline)
        }
    }

    public mutating func popDue() -> DueTimer? {
        lookForDue()
        guard let due else { return nil }
        self.due = nil
        release(due.id.slot)
        return due
    }

    /// Of one that has fired and waits to be popped; when others fire is the library's affair.
    public var nextDeadline: Instant? { due?.deadline }

    public var byteCount: Int {
        slots.count * (MemoryLayout<Slot>.stride + 4) + (subject.byteCount ?? 0)
    }

    public func checkInvariants() {
        precondition(count + free.count == slots.count, "every slot is free or pending")
        precondition(slots.count { $0.isPending } == count, "as many are pending as are counted")
        precondition(free.allSatisfy { !slots[Int($0)].isPending }, "free slots hold no timer")
    }
}
