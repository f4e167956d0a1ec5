public import Chronology

/// All timers in one array in order of (deadline, sequence): the obvious queue, and the oracle.
///
/// | part | holds |
/// | --- | --- |
/// | `entries[first...]` | pending timers, earliest first |
/// | `slots` | for each id its generation, payload and the key that finds its entry |
///
/// What is due is decided entry by entry: `deadline <= now` and scheduled before the latest
/// `advance`. Schedule and cancel cost O(n) moves, `popDue` O(1) unless callbacks arm what is
/// overdue.
public struct SortedArrayQueue: TimerQueue {
    public static let kind = QueueKind.sortedArray
    public static let isStable = true

    struct Key: Comparable {
        var deadline: Instant
        var sequence: UInt64

        static func < (a: Key, b: Key) -> Bool {
            a.deadline != b.deadline ? a.deadline < b.deadline : a.sequence < b.sequence
        }
    }

    struct Entry {
        var key: Key
        var slot: UInt32
    }

    struct Slot {
        var generation: UInt32 = 0
        var payload: UInt32 = 0
        var key: Key?
    }

    public private(set) var now: Instant
    private var entries: [Entry] = []
    private var first = 0
    private var slots: [Slot] = []
    private var freeSlots: [UInt32] = []
    private var nextSequence: UInt64 = 0
    /// Sequence numbers from here on were given after the latest `advance`.
    private var batchEnd: UInt64 = 0

    public init(startingAt origin: Instant, tick: TimeSpan, capacity: Int) {
        now = origin
        entries.reserveCapacity(capacity)
        slots.reserveCapacity(capacity)
    }

    public var count: Int { entries.count - first }
    public var nextDeadline: Instant? { count == 0 ? nil : entries[first].key.deadline }

    public var byteCount: Int {
        entries.capacity * MemoryLayout<Entry>.stride
            + slots.capacity * MemoryLayout<Slot>.stride
            + freeSlots.capacity * MemoryLayout<UInt32>.stride
    }

    public mutating func schedule(deadline: Instant, payload: UInt32) -> TimerID {
        let slot = freeSlots.popLast() ?? UInt32(slots.count)
        if slot == slots.count { slots.append(Slot()) }
        slots[Int(slot)].payload = payload
        insert(slot, deadline)
        return TimerID(slot: slot, generation: slots[Int(slot)].generation)
    }

    public mutating func reschedule(_ id: TimerID, deadline: Instant) -> Bool {
        guard let key = key(of: id) else { return false }
        removeEntry(at: position(of: key))
        insert(id.slot, deadline)
        return true
    }

    public mutating func cancel(_ id: TimerID) -> Bool {
        guard let key = key(of: id) else { return false }
        removeEntry(at: position(of: key))
        free(id.slot)
        return true
    }

    public mutating func advance(to now: Instant) {
        self.now = max(self.now, now)
        batchEnd = nextSequence
    }

    public mutating func popDue() -> DueTimer? {
        var index = first
        while index < entries.count, entries[index].key.deadline <= now {
            let entry = entries[index]
            if entry.key.sequence < batchEnd {
                let slot = slots[Int(entry.slot)]
                removeEntry(at: index)
                free(entry.slot)
                return DueTimer(
                    id: TimerID(slot: entry.slot, generation: slot.generation),
                    payload: slot.payload, deadline: entry.key.deadline)
            }
            index += 1
        }
        return nil
    }

    public func checkInvariants() {
        precondition(first <= entries.count && count + freeSlots.count <= slots.count)
        for index in first..<entries.count {
            precondition(index == first || entries[index - 1].key < entries[index].key)
            precondition(slots[Int(entries[index].slot)].key == entries[index].key)
        }
        precondition(slots.reduce(0) { $0 + ($1.key == nil ? 0 : 1) } == count)
    }

    private func key(of id: TimerID) -> Key? {
        guard id.slot < slots.count, slots[Int(id.slot)].generation == id.generation else {
            return nil
        }
        return slots[Int(id.slot)].key
    }

    /// Where the first entry not before `key` is.
    private func position(of key: Key) -> Int {
        var low = first
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func insert(_ slot: UInt32, _ deadline: Instant) {
        let key = Key(deadline: deadline, sequence: nextSequence)
        nextSequence += 1
        slots[Int(slot)].key = key
        entries.insert(Entry(key: key, slot: slot), at: position(of: key))
    }

    /// Taking the first is only counted, until half of the array is gone.
    private mutating func removeEntry(at index: Int) {
        guard index == first else {
            entries.remove(at: index)
            return
        }
        first += 1
        if first * 2 > entries.count {
            entries.removeSubrange(..<first)
            first = 0
        }
    }

    /// A slot whose generations are used up is not given out again.
    private mutating func free(_ slot: UInt32) {
        slots[Int(slot)].key = nil
        slots[Int(slot)].generation &+= 1
        if slots[Int(slot)].generation != .max { freeSlots.append(slot) }
    }
}
