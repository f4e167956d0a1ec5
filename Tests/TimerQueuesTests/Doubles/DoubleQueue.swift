import Chronology
import TimerQueues

/// One arming, as a double's store knows it.
struct DoubleEntry: Equatable {
    var deadline: UInt64
    /// Of arming: later ones are greater.
    var order: Int
    var slot: Int
}

/// How one family of queues keeps armed timers, in the fewest lines and with a bug if asked.
///
/// Bugs of structure can't be planted from outside, as `FaultyQueue` plants its own, and production
/// code has no hooks for them: so each family has a small double, sound without a bug, whose bugs
/// are the ones its structure invites. A bug must not stop the program, only answer wrongly.
protocol DoubleStore {
    associatedtype Bug: CaseIterable

    static var isStable: Bool { get }

    init(now: UInt64, tick: UInt64, bug: Bug?)

    /// Nanoseconds by which a timer armed so long before its deadline may be late.
    func latenessBound(delay: UInt64) -> UInt64
    /// The deadline is after now, or it was overdue at the `advance` that now takes place.
    mutating func insert(_ entry: DoubleEntry)
    mutating func remove(_ entry: DoubleEntry)
    /// A second arming of a timer that the store holds; by default it is removed and inserted.
    mutating func replace(_ old: DoubleEntry, with new: DoubleEntry)
    mutating func move(to now: UInt64)
    /// The next that is due, and no longer held.
    mutating func takeDue(now: UInt64) -> DoubleEntry?
    /// Not after any deadline that is held.
    var lowerBound: UInt64 { get }
}

extension DoubleStore {
    static var isStable: Bool { true }

    func latenessBound(delay: UInt64) -> UInt64 { 0 }

    mutating func replace(_ old: DoubleEntry, with new: DoubleEntry) {
        remove(old)
        insert(new)
    }

    mutating func move(to now: UInt64) {}
}

/// A queue out of a store: ids, and what waits for the next `advance`.
struct DoubleQueue<Store: DoubleStore>: TimerQueue, ~Copyable {
    static var kind: QueueKind { .sortedArray }
    static var isStable: Bool { Store.isStable }

    private struct Slot {
        var generation: UInt32 = 0
        var payload: UInt32 = 0
        var entry: DoubleEntry?
        var isWaiting = false
    }

    private(set) var now: Instant
    private var store: Store
    private var slots: [Slot] = []
    private var free: [Int] = []
    private var waiting: [DoubleEntry] = []
    private var armings = 0
    private(set) var count = 0

    init(startingAt origin: Instant, tick: TimeSpan, capacity: Int) {
        self.init(startingAt: origin, tick: tick, bug: nil)
    }

    init(startingAt origin: Instant, tick: TimeSpan, bug: Store.Bug?) {
        now = origin
        store = Store(now: origin.nanoseconds, tick: tick.nanoseconds, bug: bug)
    }

    var byteCount: Int { slots.count }
    func checkInvariants() {}

    func latenessBound(delay: TimeSpan) -> TimeSpan {
        .nanoseconds(store.latenessBound(delay: delay.nanoseconds))
    }

    var nextDeadline: Instant? {
        guard count > 0 else { return nil }
        let overdue = waiting.map(\.deadline).min() ?? .max
        return Instant(nanoseconds: min(overdue, store.lowerBound))
    }

    mutating func schedule(deadline: Instant, payload: UInt32) -> TimerID {
        let slot = free.popLast() ?? slots.count
        if slot == slots.count { slots.append(Slot()) }
        slots[slot].payload = payload
        count += 1
        arm(slot, deadline)
        return TimerID(slot: UInt32(slot), generation: slots[slot].generation)
    }

    mutating func reschedule(_ id: TimerID, deadline: Instant) -> Bool {
        guard let entry = entry(of: id) else { return false }
        let slot = Int(id.slot)
        if slots[slot].isWaiting || deadline <= now {
            disarm(slot, entry)
            arm(slot, deadline)
        } else {
            let new = newEntry(slot, deadline)
            slots[slot].entry = new
            store.replace(entry, with: new)
        }
        return true
    }

    mutating func cancel(_ id: TimerID) -> Bool {
        guard let entry = entry(of: id) else { return false }
        disarm(Int(id.slot), entry)
        release(Int(id.slot))
        return true
    }

    mutating func advance(to now: Instant) {
        self.now = max(self.now, now)
        for entry in waiting {
            slots[entry.slot].isWaiting = false
            store.insert(entry)
        }
        waiting = []
        store.move(to: self.now.nanoseconds)
    }

    mutating func popDue() -> DueTimer? {
        guard let due = store.takeDue(now: now.nanoseconds) else { return nil }
        let slot = slots[due.slot]
        if slot.entry != nil { release(due.slot) }
        return DueTimer(
            id: TimerID(slot: UInt32(due.slot), generation: slot.generation),
            payload: slot.payload, deadline: Instant(nanoseconds: due.deadline))
    }

    private func entry(of id: TimerID) -> DoubleEntry? {
        guard id.slot < slots.count, slots[Int(id.slot)].generation == id.generation else {
            return nil
        }
        return slots[Int(id.slot)].entry
    }

    private mutating func newEntry(_ slot: Int, _ deadline: Instant) -> DoubleEntry {
        armings += 1
        return DoubleEntry(deadline: deadline.nanoseconds, order: armings, slot: slot)
    }

    private mutating func arm(_ slot: Int, _ deadline: Instant) {
        let entry = newEntry(slot, deadline)
        slots[slot].entry = entry
        slots[slot].isWaiting = deadline <= now
        if deadline <= now { waiting.append(entry) } else { store.insert(entry) }
    }

    private mutating func disarm(_ slot: Int, _ entry: DoubleEntry) {
        if slots[slot].isWaiting {
            waiting.removeAll { $0 == entry }
        } else {
            store.remove(entry)
        }
    }

    private mutating func release(_ slot: Int) {
        count -= 1
        slots[slot].entry = nil
        slots[slot].generation += 1
        free.append(slot)
    }
}
