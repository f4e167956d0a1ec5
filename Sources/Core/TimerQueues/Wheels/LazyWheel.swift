public import Chronology

/// A wheel for timers that are put off far more often than they fire: a touch only stores the new
/// deadline, and the wheel's entry moves on by itself when its old time comes.
///
/// | part | bytes | holds |
/// | --- | --- | --- |
/// | `timers` | 8 + 4 a timer | generation and deadline in one word; payload |
/// | `chains` | 4 an entry | for each slot of `WheelDigits` the timers filed there |
/// | `front` | 1 kB | the timers of the earliest short slots, sorted |
///
/// Invariant: each filed timer has an entry no later than its deadline. An entry that is reached
/// looks at its timer: due now, it fires; put off, it is filed anew; gone, it is dropped. So
/// entries need no stamp, and a timer brought forward simply gets a second one. When entries
/// outnumber twice the timers, all are filed anew from the words alone.
///
/// Touch to a later deadline: one load and one store of the same 8 bytes. Schedule and cancel are
/// O(1); a touched timer costs a move each time an entry comes due early. Not stable: a touch
/// leaves no trace of when it was. 16 bytes a timer.
///
/// Source: the levels are those of Varghese & Lauck's scheme 7; putting off the re-arm is what
/// kernels and Go's runtime do with network timeouts.
public struct LazyWheel: TimerQueue, ~Copyable {
    public static let kind = QueueKind.lazyWheel
    public static let isStable = false

    /// Longer slots move down a level instead of being sorted.
    static let shortSlot = 32
    static let sparedEntries = 4096

    @usableFromInline var timers: LazyTimers
    var chains: EntryChains<UInt32>
    var front = SortedRun()
    var occupied = SlotBitmap()
    /// Made ready by `advance`, in firing order.
    @usableFromInline var ready = RecordList()
    /// Scheduled with a deadline before now, in scheduling order.
    var overdue = RecordList()
    let digits: WheelDigits
    /// Every filed deadline and every slot in use is at or after it.
    @usableFromInline var cursor: UInt64
    /// An `advance` to before it has nothing to do but move the cursor.
    @usableFromInline var quietUntil: UInt64 = .max
    /// Not after any deadline in `overdue`, while there are some.
    private var earliestOverdue: UInt64 = .max
    /// In `chains` and `front`.
    var entryCount = 0
    public internal(set) var count = 0

    public init(startingAt origin: Instant, tick: TimeSpan, capacity: Int) {
        timers = LazyTimers(capacity: capacity)
        chains = EntryChains(chainCount: WheelDigits.slotCount, capacity: capacity)
        digits = WheelDigits(tick: tick)
        cursor = origin.nanoseconds
    }

    deinit { timers.deallocate() }

    public var now: Instant { Instant(nanoseconds: cursor) }
    public var byteCount: Int {
        timers.byteCount + chains.byteCount + SlotBitmap.byteCount + SortedRun.byteCount
    }

    /// Needs no look at the number of entries: a timer may have two of them.
    public mutating func schedule(deadline: Instant, payload: UInt32) -> TimerID {
        let (slot, generation) = timers.insert(payload: payload)
        count &+= 1
        if deadline.nanoseconds &- cursor <= LazyTimers.deadlineMask {
            timers.file(slot, generation: generation, deadline: deadline.nanoseconds)
            entryCount &+= 1
            file(slot, deadline.nanoseconds)
        } else {
            settle(slot, generation, deadline.nanoseconds, filedBy: nil)
        }
        return TimerID(slot: slot, generation: generation)
    }

    /// One word is read and written where the timer is filed and the deadline no earlier than its
    /// last one.
    @inlinable
    public mutating func reschedule(_ id: TimerID, deadline: Instant) -> Bool {
        guard id.slot < timers.used else { return false }
        let word = timers[id.slot]
        let ahead = deadline.nanoseconds &- cursor
        if word &>> LazyTimers.generationShift == UInt64(id.generation),
            ahead <= LazyTimers.deadlineMask, ahead >= (word &- cursor) & LazyTimers.deadlineMask
        {
            timers[id.slot] =
                word & ~LazyTimers.deadlineMask | deadline.nanoseconds & LazyTimers.deadlineMask
            return true
        }
        return move(id, to: deadline.nanoseconds)
    }

    public mutating func cancel(_ id: TimerID) -> Bool {
        guard isPending(id) else { return false }
        let word = timers[id.slot]
        if !LazyTimers.isFiled(word) { leaveRecord(word) }
        timers.remove(id.slot, generation: id.generation)
        count -= 1
        sweepIfDue()
        return true
    }

    /// Earlier than the true one where the entries of the earliest slot are too many to look at, or
    /// belong to timers that are gone.
    public var nextDeadline: Instant? {
        guard count > 0 else { return nil }
        var earliest = overdue.isEmpty ? UInt64.max : earliestOverdue
        if !ready.isEmpty {
            earliest = min(earliest, timers.recordAt(ready.first).deadline)
        } else {
            if !front.isEmpty { earliest = min(earliest, front[0].deadline) }
            if let (slot, level) = occupied.first() {
                earliest = min(earliest, earliestDeadline(in: slot, level))
            }
        }
        return Instant(nanoseconds: earliest)
    }

    /// Costs a comparison where nothing is to be done.
    @inlinable
    public mutating func advance(to now: Instant) {
        let target = max(now.nanoseconds, cursor)
        if target >= quietUntil { reach(target) } else { cursor = target }
    }

    @inlinable
    public mutating func popDue() -> DueTimer? { ready.isEmpty ? nil : popReady() }

    public mutating func popNext(upTo limit: Instant) -> DueTimer? {
        if !overdue.isEmpty { readyOverdue() }
        while !ready.isEmpty {
            if timers.recordAt(ready.first).deadline > limit.nanoseconds { return nil }
            let record = ready.removeFirst(in: &timers)
            if record.slot != .max { return take(record.slot, record.deadline) }
        }
        while let source = earliestSource(upTo: limit.nanoseconds) {
            let timer: UInt32
            switch source {
            case .front:
                let entry = front.removeFirst()
                cursor = entry.deadline
                timer = entry.slot
            case .slot(let slot):
                cursor = digits.start(ofSlot: slot, from: cursor)
                timer = chains.removeFirst(of: slot)
                if chains.isEmpty(slot) { occupied.remove(slot) }
            }
            if settles(timer) { return take(timer, cursor) }
        }
        return nil
    }
}

// Where timers stand.
extension LazyWheel {
    @inline(__always)
    private func isPending(_ id: TimerID) -> Bool {
        guard id.slot < timers.used, id.generation < LazyTimers.generationEnd else { return false }
        let word = timers[id.slot]
        return LazyTimers.generation(word) == id.generation
            && (LazyTimers.isFiled(word) || LazyTimers.place(word) != .free)
    }

    /// The deadline of a timer that is filed or far, nil of others.
    @inline(__always)
    func deadline(of slot: UInt32) -> UInt64? {
        let word = timers[slot]
        if LazyTimers.isFiled(word) { return cursor &+ (word &- cursor) & LazyTimers.deadlineMask }
        guard LazyTimers.place(word) == .far else { return nil }
        return timers.recordAt(LazyTimers.record(word)).deadline
    }

    /// All that is not the common touch.
    @inline(never) @usableFromInline
    mutating func move(_ id: TimerID, to deadline: UInt64) -> Bool {
        guard isPending(id) else { return false }
        let filedBy = self.deadline(of: id.slot)
        let word = timers[id.slot]
        if !LazyTimers.isFiled(word) { leaveRecord(word) }
        settle(id.slot, id.generation, deadline, filedBy: filedBy)
        sweepIfDue()
        return true
    }

    /// Gives a timer its deadline, and an entry where it has none by then.
    @inline(never)
    private mutating func settle(
        _ slot: UInt32, _ generation: UInt32, _ deadline: UInt64, filedBy: UInt64?
    ) {
        if deadline < cursor {
            earliestOverdue = overdue.isEmpty ? deadline : min(earliestOverdue, deadline)
            quietUntil = 0
            let record = timers.addRecord(deadline, slot)
            overdue.append(record, in: &timers)
            return timers.setApart(slot, generation: generation, .overdue, record)
        }
        note(slot, generation, deadline)
        if let filedBy, filedBy <= deadline { return }
        entryCount += 1
        file(slot, deadline)
    }

    /// The deadline is not before the cursor.
    @inline(__always)
    mutating func note(_ slot: UInt32, _ generation: UInt32, _ deadline: UInt64) {
        if deadline &- cursor <= LazyTimers.deadlineMask {
            timers.file(slot, generation: generation, deadline: deadline)
        } else {
            let record = timers.addRecord(deadline, slot)
            timers.setApart(slot, generation: generation, .far, record)
        }
    }

    @inline(__always)
    mutating func file(_ timer: UInt32, _ deadline: UInt64) {
        let slot = digits.slot(of: deadline, from: cursor)
        guard chains.append(timer, to: slot) else { return }
        occupied.insert(slot)
        quietUntil = min(quietUntil, digits.start(ofSlot: slot, from: deadline))
    }

    /// Forgets the record of a timer that is apart. In a list it stays until it is reached there.
    mutating func leaveRecord(_ word: UInt64) {
        let record = LazyTimers.record(word)
        if LazyTimers.place(word) == .far {
            timers.freeRecord(record)
        } else {
            timers.orphanRecord(record)
        }
    }

    @inline(__always)
    mutating func take(_ slot: UInt32, _ deadline: UInt64) -> DueTimer {
        let generation = LazyTimers.generation(timers[slot])
        timers.remove(slot, generation: generation)
        count -= 1
        return DueTimer(
            id: TimerID(slot: slot, generation: generation), payload: timers.payload(of: slot),
            deadline: Instant(nanoseconds: deadline))
    }
}
