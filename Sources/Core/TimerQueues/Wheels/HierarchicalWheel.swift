public import Chronology

/// Hierarchical timing wheel, exact to the nanosecond over all 64 bits of the clock; its levels are
/// those of `WheelDigits`.
///
/// Each slot is a list of `LinkedTimers`, 24 bytes a timer. Timers move down in their order and
/// equal deadlines share a slot: hence stable without sequence numbers. Schedule, reschedule and
/// cancel are O(1); firing moves a timer down at most eight times.
///
/// Source: Varghese & Lauck, "Hashed and hierarchical timing wheels", SOSP 1987, scheme 7.
public struct HierarchicalWheel: TimerQueue, ~Copyable {
    public static let kind = QueueKind.hierarchicalWheel
    public static let isStable = true

    /// Made ready by `advance`, in firing order.
    static let ready = UInt32(WheelDigits.slotCount)
    /// Scheduled with a deadline before now, in scheduling order.
    static let overdue = ready + 1
    static let headCount = ready + 2
    /// Longer slots are moved down without looking for their earliest timer first.
    static let scanLimit = 32

    private var timers: LinkedTimers
    private var occupied = SlotBitmap()
    /// Every deadline on a level is at or after it.
    private var cursor: UInt64
    /// Not after any deadline in `overdue`, while there are some.
    private var earliestOverdue: UInt64 = .max
    private let digits: WheelDigits

    public init(startingAt origin: Instant, tick: TimeSpan, capacity: Int) {
        digits = WheelDigits(tick: tick)
        timers = LinkedTimers(headCount: Self.headCount, capacity: capacity)
        cursor = origin.nanoseconds
    }

    public var now: Instant { Instant(nanoseconds: cursor) }
    public var count: Int { timers.count }
    public var byteCount: Int { timers.byteCount + SlotBitmap.byteCount }

    public mutating func schedule(deadline: Instant, payload: UInt32) -> TimerID {
        let id = timers.insert(payload: payload)
        place(id.slot, deadline.nanoseconds)
        return id
    }

    public mutating func reschedule(_ id: TimerID, deadline: Instant) -> Bool {
        guard timers.contains(id) else { return false }
        unlink(id.slot)
        place(id.slot, deadline.nanoseconds)
        return true
    }

    public mutating func cancel(_ id: TimerID) -> Bool {
        guard timers.contains(id) else { return false }
        unlink(id.slot)
        timers.remove(id.slot)
        return true
    }

    /// The exact one, unless more than `scanLimit` timers share the earliest slot.
    public var nextDeadline: Instant? {
        guard count > 0 else { return nil }
        var earliest = timers.isEmpty(Self.overdue) ? UInt64.max : earliestOverdue
        if !timers.isEmpty(Self.ready) {
            earliest = min(earliest, firstDeadline(of: Self.ready))
        } else if let (head, level) = occupied.first() {
            let found = level == 0 ? timers.next(of: head) : earliestTimer(in: head)
            earliest = min(
                earliest, found.map { timers.deadline(of: $0) } ?? start(of: head, level))
        }
        return Instant(nanoseconds: earliest)
    }

    public mutating func advance(to now: Instant) {
        let target = max(now.nanoseconds, cursor)
        if !timers.isEmpty(Self.overdue) { readyOverdue() }
        while let (head, level) = occupied.first() {
            if level == 0 {
                if firstDeadline(of: head) > target { break }
                timers.splice(head, to: Self.ready)
                occupied.remove(head)
            } else {
                if start(of: head, level) > target { break }
                let first = earliestTimer(in: head).map { timers.deadline(of: $0) }
                moveDown(head, to: min(first ?? start(of: head, level), target))
            }
        }
        cursor = target
    }

    public mutating func popDue() -> DueTimer? {
        let slot = timers.next(of: Self.ready)
        return slot == Self.ready ? nil : take(slot)
    }

    public mutating func popNext(upTo limit: Instant) -> DueTimer? {
        if !timers.isEmpty(Self.overdue) { readyOverdue() }
        if !timers.isEmpty(Self.ready) {
            return firstDeadline(of: Self.ready) <= limit.nanoseconds ? popDue() : nil
        }
        while let (head, level) = occupied.first() {
            if level == 0 {
                guard firstDeadline(of: head) <= limit.nanoseconds else { return nil }
                cursor = firstDeadline(of: head)
                return take(timers.next(of: head))
            }
            if let slot = earliestTimer(in: head) {
                guard timers.deadline(of: slot) <= limit.nanoseconds else { return nil }
                let due = take(slot)
                if timers.isEmpty(head) {
                    cursor = due.deadline.nanoseconds
                } else {
                    moveDown(head, to: due.deadline.nanoseconds)
                }
                return due
            }
            guard start(of: head, level) <= limit.nanoseconds else { return nil }
            moveDown(head, to: start(of: head, level))
        }
        return nil
    }
}

// Where timers stand.
extension HierarchicalWheel {
    @inline(__always)
    private mutating func place(_ slot: UInt32, _ deadline: UInt64) {
        timers.setDeadline(of: slot, deadline)
        if deadline < cursor {
            let isFirst = timers.isEmpty(Self.overdue)
            earliestOverdue = isFirst ? deadline : min(earliestOverdue, deadline)
            timers.append(slot, to: Self.overdue)
            return
        }
        let head = digits.slot(of: deadline, from: cursor)
        occupied.insert(head)
        timers.append(slot, to: head)
    }

    @inline(__always)
    private mutating func unlink(_ slot: UInt32) {
        if let head = timers.unlink(slot), head < Self.ready { occupied.remove(head) }
    }

    @inline(__always)
    private mutating func take(_ slot: UInt32) -> DueTimer {
        unlink(slot)
        return timers.take(slot)
    }

    @inline(__always)
    private func firstDeadline(of head: UInt32) -> UInt64 {
        timers.deadline(of: timers.next(of: head))
    }

    /// The first instant that belongs to a slot of level 1 or more.
    private func start(of head: UInt32, _ level: Int) -> UInt64 {
        digits.start(ofSlotWith: firstDeadline(of: head), level: level)
    }

    /// The first of the earliest timers in a slot, or nil where it holds too many to look at.
    private func earliestTimer(in head: UInt32) -> UInt32? {
        var earliest = timers.next(of: head)
        var slot = timers.next(of: earliest)
        var left = Self.scanLimit
        while slot != head {
            left -= 1
            if left == 0 { return nil }
            if timers.deadline(of: slot) < timers.deadline(of: earliest) { earliest = slot }
            slot = timers.next(of: slot)
        }
        return earliest
    }

    /// Empties a slot that now enters, its timers going to lower levels in their order.
    private mutating func moveDown(_ head: UInt32, to now: UInt64) {
        var slot = timers.next(of: head)
        timers.clear(head)
        occupied.remove(head)
        cursor = now
        while slot != head {
            let following = timers.next(of: slot)
            place(slot, timers.deadline(of: slot))
            slot = following
        }
    }

    /// Puts what was scheduled into the past among the ready, in deadline order.
    private mutating func readyOverdue() {
        var slots: [(deadline: UInt64, order: Int, slot: UInt32)] = []
        for head in [Self.ready, Self.overdue] {
            while !timers.isEmpty(head) {
                let slot = timers.next(of: head)
                slots.append((timers.deadline(of: slot), slots.count, slot))
                unlink(slot)
            }
        }
        slots.sort { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
        for entry in slots { timers.append(entry.slot, to: Self.ready) }
    }

    public func checkInvariants() {
        var pending = 0
        for head in 0..<Self.headCount {
            var previous: UInt64 = 0
            timers.checkList(head) { slot in
                let deadline = timers.deadline(of: slot)
                pending += 1
                if head < Self.ready {
                    precondition(deadline >= cursor)
                    precondition(digits.slot(of: deadline, from: cursor) == head)
                } else {
                    precondition(deadline <= cursor)
                    precondition(head == Self.ready || deadline >= earliestOverdue)
                    precondition(head == Self.overdue || deadline >= previous)
                }
                previous = deadline
            }
            precondition(head >= Self.ready || occupied.contains(head) == !timers.isEmpty(head))
        }
        precondition(pending == count)
    }
}
