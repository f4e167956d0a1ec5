public import Chronology

/// Hierarchical timing wheel, exact to the nanosecond over all 64 bits of the clock; its levels are
/// those of `WheelDigits`.
///
/// Lists are circular and doubly linked through one flat array of 24-byte nodes, the slots' heads
/// first, so that unlinking has no special case. Timers move down in their order and equal
/// deadlines share a slot: hence stable without sequence numbers. Schedule, reschedule and cancel
/// are O(1); firing moves a timer down at most eight times.
///
/// Source: Varghese & Lauck, "Hashed and hierarchical timing wheels", SOSP 1987, scheme 7.
@safe
public struct HierarchicalWheel: TimerQueue, ~Copyable {
    public static let kind = QueueKind.hierarchicalWheel
    public static let isStable = true

    struct Node {
        var deadline: UInt64
        var next: UInt32
        var previous: UInt32
        var payload: UInt32
        /// Odd while free, even while pending.
        var generation: UInt32
    }

    /// Made ready by `advance`, in firing order.
    static let ready = UInt32(WheelDigits.slotCount)
    /// Scheduled with a deadline before now, in scheduling order.
    static let overdue = ready + 1
    static let firstTimer = ready + 2
    /// Longer slots are moved down without looking for their earliest timer first.
    static let scanLimit = 32

    private var nodes: UnsafeMutablePointer<Node>
    private var capacity: Int
    /// Nodes from here on were never used.
    private var used: UInt32
    private var firstFree: UInt32
    private var occupied = SlotBitmap()
    /// Every deadline on a level is at or after it.
    private var cursor: UInt64
    /// Not after any deadline in `overdue`, while there are some.
    private var earliestOverdue: UInt64 = .max
    private let digits: WheelDigits
    public private(set) var count = 0

    public init(startingAt origin: Instant, tick: TimeSpan, capacity: Int) {
        digits = WheelDigits(tick: tick)
        self.capacity = max(capacity, 16) + Int(Self.firstTimer)
        unsafe nodes = .allocate(capacity: self.capacity)
        used = Self.firstTimer
        firstFree = .max
        cursor = origin.nanoseconds
        for head in 0..<Self.firstTimer {
            unsafe nodes[Int(head)] = Node(
                deadline: 0, next: head, previous: head, payload: 0, generation: 0)
        }
    }

    deinit { unsafe nodes.deallocate() }

    public var now: Instant { Instant(nanoseconds: cursor) }

    public var byteCount: Int {
        capacity * MemoryLayout<Node>.stride + SlotBitmap.byteCount
    }

    public mutating func schedule(deadline: Instant, payload: UInt32) -> TimerID {
        let slot = takeSlot()
        let generation = unsafe nodes[Int(slot)].generation
        unsafe nodes[Int(slot)].payload = payload
        place(slot, deadline.nanoseconds)
        count += 1
        return TimerID(slot: slot, generation: generation)
    }

    public mutating func reschedule(_ id: TimerID, deadline: Instant) -> Bool {
        guard isPending(id) else { return false }
        unlink(id.slot)
        place(id.slot, deadline.nanoseconds)
        return true
    }

    public mutating func cancel(_ id: TimerID) -> Bool {
        guard isPending(id) else { return false }
        unlink(id.slot)
        free(id.slot)
        return true
    }

    /// The exact one, unless more than `scanLimit` timers share the earliest slot.
    public var nextDeadline: Instant? {
        guard count > 0 else { return nil }
        var earliest = isEmpty(Self.overdue) ? UInt64.max : earliestOverdue
        if !isEmpty(Self.ready) {
            earliest = min(earliest, deadline(of: next(of: Self.ready)))
        } else if let (head, level) = occupied.first() {
            let found = level == 0 ? next(of: head) : earliestTimer(in: head)
            earliest = min(
                earliest, found.map { deadline(of: $0) } ?? start(of: head, level))
        }
        return Instant(nanoseconds: earliest)
    }

    public mutating func advance(to now: Instant) {
        let target = max(now.nanoseconds, cursor)
        if !isEmpty(Self.overdue) { readyOverdue() }
        while let (head, level) = occupied.first() {
            if level == 0 {
                if deadline(of: next(of: head)) > target { break }
                spliceToReady(head)
            } else {
                if start(of: head, level) > target { break }
                let first = earliestTimer(in: head).map { deadline(of: $0) }
                moveDown(head, to: min(first ?? start(of: head, level), target))
            }
        }
        cursor = target
    }

    public mutating func popDue() -> DueTimer? {
        let slot = next(of: Self.ready)
        return slot == Self.ready ? nil : take(slot)
    }

    public mutating func popNext(upTo limit: Instant) -> DueTimer? {
        if !isEmpty(Self.overdue) { readyOverdue() }
        if !isEmpty(Self.ready) {
            return deadline(of: next(of: Self.ready)) <= limit.nanoseconds ? popDue() : nil
        }
        while let (head, level) = occupied.first() {
            if level == 0 {
                let slot = next(of: head)
                guard deadline(of: slot) <= limit.nanoseconds else { return nil }
                cursor = deadline(of: slot)
                return take(slot)
            }
            if let slot = earliestTimer(in: head) {
                guard deadline(of: slot) <= limit.nanoseconds else { return nil }
                let due = take(slot)
                if isEmpty(head) {
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
    private mutating func place(_ slot: UInt32, _ deadline: UInt64) {
        unsafe nodes[Int(slot)].deadline = deadline
        if deadline < cursor {
            earliestOverdue = isEmpty(Self.overdue) ? deadline : min(earliestOverdue, deadline)
            append(slot, to: Self.overdue)
            return
        }
        let head = digits.slot(of: deadline, from: cursor)
        occupied.insert(head)
        append(slot, to: head)
    }

    /// The first instant that belongs to a slot of level 1 or more.
    private func start(of head: UInt32, _ level: Int) -> UInt64 {
        digits.start(ofSlotWith: deadline(of: next(of: head)), level: level)
    }

    /// The first of the earliest timers in a slot, or nil where it holds too many to look at.
    private func earliestTimer(in head: UInt32) -> UInt32? {
        var earliest = next(of: head)
        var slot = next(of: earliest)
        var left = Self.scanLimit
        while slot != head {
            left -= 1
            if left == 0 { return nil }
            if deadline(of: slot) < deadline(of: earliest) { earliest = slot }
            slot = next(of: slot)
        }
        return earliest
    }

    /// Empties a slot that now enters, its timers going to lower levels in their order.
    private mutating func moveDown(_ head: UInt32, to now: UInt64) {
        var slot = next(of: head)
        clear(head)
        cursor = now
        while slot != head {
            let following = next(of: slot)
            place(slot, deadline(of: slot))
            slot = following
        }
    }

    private mutating func spliceToReady(_ head: UInt32) {
        let first = next(of: head)
        let last = unsafe nodes[Int(head)].previous
        let tail = unsafe nodes[Int(Self.ready)].previous
        clear(head)
        unsafe nodes[Int(tail)].next = first
        unsafe nodes[Int(first)].previous = tail
        unsafe nodes[Int(last)].next = Self.ready
        unsafe nodes[Int(Self.ready)].previous = last
    }

    /// Puts what was scheduled into the past among the ready, in deadline order.
    private mutating func readyOverdue() {
        var slots: [(deadline: UInt64, order: Int, slot: UInt32)] = []
        for head in [Self.ready, Self.overdue] {
            while !isEmpty(head) {
                let slot = next(of: head)
                slots.append((deadline(of: slot), slots.count, slot))
                unlink(slot)
            }
        }
        slots.sort { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
        for entry in slots { append(entry.slot, to: Self.ready) }
    }
}

// Lists and slots.
extension HierarchicalWheel {
    @inline(__always)
    private func next(of slot: UInt32) -> UInt32 { unsafe nodes[Int(slot)].next }

    @inline(__always)
    private func deadline(of slot: UInt32) -> UInt64 { unsafe nodes[Int(slot)].deadline }

    @inline(__always)
    private func isEmpty(_ head: UInt32) -> Bool { next(of: head) == head }

    @inline(__always)
    private func isPending(_ id: TimerID) -> Bool {
        guard id.slot >= Self.firstTimer, id.slot < used, id.generation & 1 == 0 else {
            return false
        }
        return unsafe nodes[Int(id.slot)].generation == id.generation
    }

    @inline(__always)
    private mutating func append(_ slot: UInt32, to head: UInt32) {
        let last = unsafe nodes[Int(head)].previous
        unsafe nodes[Int(slot)].previous = last
        unsafe nodes[Int(slot)].next = head
        unsafe nodes[Int(last)].next = slot
        unsafe nodes[Int(head)].previous = slot
    }

    @inline(__always)
    private mutating func unlink(_ slot: UInt32) {
        let next = unsafe nodes[Int(slot)].next
        let previous = unsafe nodes[Int(slot)].previous
        unsafe nodes[Int(previous)].next = next
        unsafe nodes[Int(next)].previous = previous
        if next == previous, next < Self.ready { clear(next) }
    }

    private mutating func clear(_ head: UInt32) {
        unsafe nodes[Int(head)].next = head
        unsafe nodes[Int(head)].previous = head
        occupied.remove(head)
    }

    private mutating func take(_ slot: UInt32) -> DueTimer {
        let node = unsafe nodes[Int(slot)]
        unlink(slot)
        free(slot)
        return DueTimer(
            id: TimerID(slot: slot, generation: node.generation), payload: node.payload,
            deadline: Instant(nanoseconds: node.deadline))
    }

    private mutating func takeSlot() -> UInt32 {
        let slot = firstFree
        if slot != .max {
            firstFree = next(of: slot)
            unsafe nodes[Int(slot)].generation &+= 1
            return slot
        }
        if used == capacity { grow() }
        defer { used += 1 }
        unsafe nodes[Int(used)].generation = 0
        return used
    }

    /// A slot whose generations are used up is not given out again.
    private mutating func free(_ slot: UInt32) {
        count -= 1
        unsafe nodes[Int(slot)].generation &+= 1
        if unsafe nodes[Int(slot)].generation == .max { return }
        unsafe nodes[Int(slot)].next = firstFree
        firstFree = slot
    }

    private mutating func grow() {
        precondition(capacity < Int(UInt32.max) / 2, "more timers than 32-bit slots")
        let larger = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
        unsafe larger.moveInitialize(from: nodes, count: capacity)
        unsafe nodes.deallocate()
        unsafe nodes = larger
        capacity *= 2
    }
}

extension HierarchicalWheel {
    public func checkInvariants() {
        var pending = 0
        for head in 0..<Self.firstTimer {
            var slot = next(of: head)
            var previous = head
            while slot != head {
                let node = unsafe nodes[Int(slot)]
                precondition(slot >= Self.firstTimer && slot < used)
                precondition(node.previous == previous && node.generation & 1 == 0)
                if head < Self.ready {
                    precondition(node.deadline >= cursor)
                    precondition(digits.slot(of: node.deadline, from: cursor) == head)
                } else {
                    precondition(node.deadline <= cursor)
                    precondition(head == Self.ready || node.deadline >= earliestOverdue)
                }
                if head == Self.ready, previous != head {
                    precondition(deadline(of: previous) <= node.deadline)
                }
                pending += 1
                previous = slot
                slot = node.next
            }
            precondition(unsafe nodes[Int(head)].previous == previous)
            guard head < Self.ready else { continue }
            precondition(occupied.contains(head) == !isEmpty(head))
        }
        precondition(pending == count)
    }
}
