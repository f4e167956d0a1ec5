public import Chronology

/// One wheel of slots through which time goes round and round: a timer stands in the slot of its
/// tick modulo the number of slots, together with those of earlier and later rounds.
///
/// | part | bytes | holds |
/// | --- | --- | --- |
/// | `nodes` | 24 a timer | deadline, links, payload, generation |
/// | `slots` | 4 a slot | a ring of timers whose tick isn't open yet, in scheduling order |
/// | `front` | 16 a timer in it | the ticks open so far, as a heap: due, or soon |
/// | `waiting` | | armed for now or the past after the latest `advance`, in scheduling order |
///
/// Now opens each tick as it enters it: those of its slot whose deadline lies there go to the
/// front, which puts them in exact order; those of later rounds stay. Equal deadlines share a slot:
/// hence stable. A slot spans the greatest power of two of nanoseconds not above the tick, and
/// there are at least as many slots as there were timers, so that a revolution of n timers lasts n
/// ticks or more and a slot holds one timer on average.
///
/// Schedule, reschedule and cancel are O(1). Firing is O(log k) for k timers of one tick, and each
/// timer is looked at once a revolution. A jump looks at each timer once, however far it goes.
/// 28 to 32 bytes a timer.
///
/// Source: Varghese & Lauck, "Hashed and hierarchical timing wheels", SOSP 1987, scheme 6, with
/// whole deadlines for rounds; Netty's `HashedWheelTimer`, which fires all of a tick at its end.
@safe
public struct HashedWheel: TimerQueue, ~Copyable {
    public static let kind = QueueKind.hashedWheel
    public static let isStable = true

    /// As `previous` of what is in the front, which is in no ring.
    static let frontMark = UInt32.max
    static let fewestSlots = 512
    /// How many timers of later rounds are looked at in search of the next of this round.
    static let lookLimit = 64

    public private(set) var now: Instant
    private var nodes: NodePool<LinkedNode>
    private var front: EntryHeap<4, LinkedNode>
    private var waiting = WaitingTimers()
    private var slots: UnsafeMutablePointer<Ring>
    private var occupied: SlotOccupancy
    /// Ticks below are open: every deadline in a slot is in this tick or a later one.
    private var closedTick: UInt64
    /// Not after any deadline in a slot.
    private var earliestInSlots = UInt64.max
    /// Twice the last as long as looks find nothing of this round, so that a round in which nothing
    /// is due is soon passed in one.
    private var looks = lookLimit
    /// Nanoseconds a slot spans, as a power of two: at least two, so that there is one tick more
    /// than deadlines reach.
    private let shift: UInt64

    public init(startingAt origin: Instant, tick: TimeSpan, capacity: Int) {
        now = origin
        shift = UInt64(max(63 - max(tick.nanoseconds, 1).leadingZeroBitCount, 1))
        closedTick = origin.nanoseconds >> shift
        nodes = NodePool(capacity: capacity)
        front = EntryHeap(capacity: 0)
        var slotCount = Self.fewestSlots
        while slotCount < capacity { slotCount *= 2 }
        occupied = SlotOccupancy(slotCount: slotCount)
        unsafe slots = .allocate(capacity: slotCount)
        unsafe slots.initialize(repeating: Ring(), count: slotCount)
    }

    deinit { unsafe slots.deallocate() }

    public var count: Int { nodes.count }
    public var byteCount: Int {
        nodes.byteCount + front.byteCount + occupied.byteCount
            + occupied.slotCount * MemoryLayout<Ring>.stride
    }

    /// Exact, unless many timers of later rounds hide the next one, or it was just taken away.
    public var nextDeadline: Instant? {
        guard count > 0 else { return nil }
        let open = front.isEmpty ? UInt64.max : front.first.deadline
        return Instant(nanoseconds: min(open, waiting.earliestDeadline, earliestInSlots))
    }

    public mutating func schedule(deadline: Instant, payload: UInt32) -> TimerID {
        let id = nodes.insert(payload: payload)
        if nodes.count > occupied.slotCount { growWheel() }
        arm(id.slot, deadline)
        return id
    }

    public mutating func reschedule(_ id: TimerID, deadline: Instant) -> Bool {
        guard nodes.contains(id) else { return false }
        disarm(id.slot)
        arm(id.slot, deadline)
        return true
    }

    public mutating func cancel(_ id: TimerID) -> Bool {
        guard nodes.contains(id) else { return false }
        disarm(id.slot)
        nodes.remove(id.slot)
        return true
    }

    public mutating func advance(to now: Instant) {
        self.now = max(self.now, now)
        while let slot = waiting.removeFirst(in: nodes) { moveToFront(slot) }
        let tick = self.now.nanoseconds >> shift
        if self.now.nanoseconds >= earliestInSlots {
            openTicks(through: tick)
        } else {
            closedTick = max(closedTick, tick)
        }
    }

    public mutating func popDue() -> DueTimer? {
        guard !front.isEmpty, front.first.deadline <= now.nanoseconds else { return nil }
        let entry = front.removeFirst(in: nodes)
        return nodes.take(entry.slot, deadline: entry.deadline)
    }
}

/// In the front a timer needs no links.
extension LinkedNode: HeapNode {
    var position: UInt32 {
        get { next }
        set { next = newValue }
    }
}

// Where timers stand.
extension HashedWheel {
    @inline(__always)
    private func slotNumber(_ tick: UInt64) -> Int {
        Int(truncatingIfNeeded: tick) & (occupied.slotCount &- 1)
    }

    @inline(__always)
    private mutating func arm(_ slot: UInt32, _ deadline: Instant) {
        nodes[slot].deadline = deadline.nanoseconds
        if deadline <= now {
            waiting.append(slot, deadline.nanoseconds, in: nodes)
        } else if deadline.nanoseconds &>> shift < closedTick {
            moveToFront(slot)
        } else {
            earliestInSlots = min(earliestInSlots, deadline.nanoseconds)
            putInSlot(slot, deadline.nanoseconds)
        }
    }

    @inline(__always)
    private mutating func putInSlot(_ slot: UInt32, _ deadline: UInt64) {
        let number = slotNumber(deadline &>> shift)
        occupied.insert(number)
        unsafe slots[number].append(slot, in: nodes)
    }

    private mutating func moveToFront(_ slot: UInt32) {
        nodes[slot].previous = Self.frontMark
        front.insert(slot, nodes[slot].deadline, in: nodes)
    }

    @inline(__always)
    private mutating func disarm(_ slot: UInt32) {
        let deadline = nodes[slot].deadline
        if nodes[slot].previous == Self.frontMark {
            front.remove(at: nodes[slot].position, in: nodes)
        } else if deadline <= now.nanoseconds {
            waiting.remove(slot, in: nodes)
        } else {
            takeFromSlot(slot, slotNumber(deadline &>> shift))
        }
    }

    @inline(__always)
    private mutating func takeFromSlot(_ slot: UInt32, _ number: Int) {
        unsafe slots[number].remove(slot, in: nodes)
        if unsafe slots[number].isEmpty { occupied.remove(number) }
    }

    /// Moves to the front what these ticks hold, each slot being entered once.
    private mutating func openTicks(through tick: UInt64) {
        let countBefore = front.count
        if tick >= closedTick {
            let slotCount = UInt64(occupied.slotCount)
            let begin = slotNumber(closedTick)
            let length = Int(min(tick - closedTick, slotCount - 1)) + 1
            closedTick = tick + 1
            open(begin..<min(begin + length, Int(slotCount)))
            open(0..<max(begin + length - Int(slotCount), 0))
        }
        looks = front.count > countBefore ? Self.lookLimit : min(looks, 1 << 40) * 2
        earliestInSlots = look()
    }

    private mutating func open(_ range: Range<Int>) {
        var from = range.lowerBound
        while let number = occupied.first(from: from), number < range.upperBound {
            // Rings change under the walk, so it ends at the one that was last.
            let last = unsafe slots[number].last
            var slot = nodes[last].next
            while true {
                let next = nodes[slot].next
                if nodes[slot].deadline &>> shift < closedTick {
                    takeFromSlot(slot, number)
                    moveToFront(slot)
                }
                if slot == last { break }
                slot = next
            }
            from = number + 1
        }
    }

    /// The earliest deadline in the slots, or where the look has come to when it has seen `looks`
    /// timers of later rounds.
    private func look() -> UInt64 {
        let begin = slotNumber(closedTick)
        var earliest = UInt64.max
        var left = looks
        for range in [begin..<occupied.slotCount, 0..<begin] {
            var from = range.lowerBound
            while let number = occupied.first(from: from), number < range.upperBound {
                let tick = closedTick &+ UInt64((number &- begin) & (occupied.slotCount &- 1))
                if left <= 0 { return tick << shift }
                unsafe slots[number].forEach(in: nodes) { slot in
                    earliest = min(earliest, nodes[slot].deadline)
                    left -= 1
                }
                if earliest >> shift == tick { return earliest }
                from = number + 1
            }
        }
        return earliest
    }

    /// A revolution of twice as many ticks. Equal deadlines keep their order.
    private mutating func growWheel() {
        let oldCount = occupied.slotCount
        let old = unsafe slots
        unsafe slots = .allocate(capacity: oldCount * 2)
        unsafe slots.initialize(repeating: Ring(), count: oldCount * 2)
        occupied = SlotOccupancy(slotCount: oldCount * 2)
        for number in 0..<oldCount {
            while let slot = unsafe old[number].first(in: nodes) {
                unsafe old[number].remove(slot, in: nodes)
                putInSlot(slot, nodes[slot].deadline)
            }
        }
        unsafe old.deallocate()
    }
}

extension HashedWheel {
    public func checkInvariants() {
        front.check(in: nodes)
        var inSlots = 0
        for number in 0..<occupied.slotCount {
            let ring = unsafe slots[number]
            precondition(occupied.contains(number) == !ring.isEmpty)
            inSlots += ring.checkedCount(in: nodes)
            ring.forEach(in: nodes) { slot in
                let deadline = nodes[slot].deadline
                precondition(slotNumber(deadline >> shift) == number)
                precondition(deadline >> shift >= closedTick && deadline > now.nanoseconds)
                precondition(deadline >= earliestInSlots)
            }
        }
        let waitingCount = waiting.checkedCount(in: nodes, at: now) { nodes[$0].deadline }
        for slot in 0..<nodes.used where nodes.isPending(slot) {
            guard nodes[slot].previous == Self.frontMark else { continue }
            let deadline = nodes[slot].deadline
            precondition(deadline >> shift < closedTick || deadline <= now.nanoseconds)
        }
        precondition(inSlots + front.count + waitingCount == count)
    }
}
