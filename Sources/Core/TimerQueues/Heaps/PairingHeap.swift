public import Chronology

/// A heap-ordered tree of any shape that puts off its work: arming is one comparison with the
/// root, and what is taken away leaves its children to be paired.
///
/// | link | leads to |
/// | --- | --- |
/// | `child` | its first child; no child is before it |
/// | `next` | the sibling on its right |
/// | `previous` | the sibling on its left, for a first child its parent |
///
/// A sequence number orders equal deadlines, as melding keeps no order of its own. Schedule and
/// bringing forward are O(1); putting off, cancel and firing O(log n) amortised, a single one up to
/// O(n). The earliest deadline is the root's. 32 bytes a timer.
///
/// Source: Fredman, Sedgewick, Sleator & Tarjan, "The pairing heap: a new form of self-adjusting
/// heap", Algorithmica 1986, two-pass variant.
public struct PairingHeap: TimerQueue, ~Copyable {
    public static let kind = QueueKind.pairingHeap
    public static let isStable = true

    struct Node: RingNode {
        var deadline: UInt64 = 0
        var sequence: UInt32 = 0
        /// Or `waitingMark`, for what stands in the ring of the waiting.
        var child = PairingHeap.none
        var next = PairingHeap.none
        var previous = PairingHeap.none
        var payload: UInt32
        var generation: UInt32

        var nextFree: UInt32 {
            get { next }
            set { next = newValue }
        }

        init(payload: UInt32, generation: UInt32) {
            self.payload = payload
            self.generation = generation
        }
    }

    static let none = UInt32.max
    static let waitingMark = none - 1

    public private(set) var now: Instant
    private var nodes: NodePool<Node>
    private var root = none
    private var nextSequence: UInt32
    private var waiting = WaitingTimers()

    public init(startingAt origin: Instant, tick: TimeSpan, capacity: Int) {
        self.init(startingAt: origin, capacity: capacity, firstSequence: 0)
    }

    init(startingAt origin: Instant, capacity: Int, firstSequence: UInt32) {
        now = origin
        nodes = NodePool(capacity: capacity)
        nextSequence = firstSequence
    }

    public var count: Int { nodes.count }
    public var byteCount: Int { nodes.byteCount }

    public var nextDeadline: Instant? {
        guard count > 0 else { return nil }
        let armed = root == Self.none ? UInt64.max : nodes[root].deadline
        return Instant(nanoseconds: min(armed, waiting.earliestDeadline))
    }

    public mutating func schedule(deadline: Instant, payload: UInt32) -> TimerID {
        let id = nodes.insert(payload: payload)
        arm(id.slot, deadline)
        return id
    }

    public mutating func reschedule(_ id: TimerID, deadline: Instant) -> Bool {
        guard nodes.contains(id) else { return false }
        let slot = id.slot
        let isWaiting = nodes[slot].child == Self.waitingMark
        if !isWaiting, deadline > now, deadline.nanoseconds < nodes[slot].deadline {
            bringForward(slot, deadline.nanoseconds)
        } else {
            remove(slot)
            arm(slot, deadline)
        }
        return true
    }

    public mutating func cancel(_ id: TimerID) -> Bool {
        guard nodes.contains(id) else { return false }
        remove(id.slot)
        nodes.remove(id.slot)
        return true
    }

    public mutating func advance(to now: Instant) {
        self.now = max(self.now, now)
        while let slot = waiting.removeFirst(in: nodes) { insert(slot) }
    }

    public mutating func popDue() -> DueTimer? {
        guard root != Self.none, nodes[root].deadline <= now.nanoseconds else { return nil }
        let slot = root
        root = pairedChildren(of: slot)
        return nodes.take(slot, deadline: nodes[slot].deadline)
    }
}

extension PairingHeap {
    private mutating func arm(_ slot: UInt32, _ deadline: Instant) {
        nodes[slot].deadline = deadline.nanoseconds
        nodes[slot].sequence = takeSequence()
        if deadline > now {
            insert(slot)
            return
        }
        nodes[slot].child = Self.waitingMark
        waiting.append(slot, deadline.nanoseconds, in: nodes)
    }

    @inline(__always)
    private mutating func insert(_ slot: UInt32) {
        nodes[slot].child = Self.none
        nodes[slot].next = Self.none
        nodes[slot].previous = Self.none
        root = root == Self.none ? slot : meld(root, slot)
    }

    private mutating func remove(_ slot: UInt32) {
        if nodes[slot].child == Self.waitingMark {
            waiting.remove(slot, in: nodes)
        } else if slot == root {
            root = pairedChildren(of: slot)
        } else {
            cut(slot)
            let rest = pairedChildren(of: slot)
            if rest != Self.none { root = meld(root, rest) }
        }
    }

    /// The children stay below: none of them can be before it now.
    private mutating func bringForward(_ slot: UInt32, _ deadline: UInt64) {
        nodes[slot].deadline = deadline
        nodes[slot].sequence = takeSequence()
        guard slot != root else { return }
        cut(slot)
        root = meld(root, slot)
    }

    @inline(__always)
    private func isBefore(_ a: UInt32, _ b: UInt32) -> Bool {
        let (one, other) = (nodes[a].deadline, nodes[b].deadline)
        return one != other ? one < other : nodes[a].sequence < nodes[b].sequence
    }

    /// Puts the later of two roots first among the children of the earlier, which it returns.
    @inline(__always)
    private func meld(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let (above, below) = isBefore(a, b) ? (a, b) : (b, a)
        let sibling = nodes[above].child
        if sibling != Self.none { nodes[sibling].previous = below }
        nodes[below].next = sibling
        nodes[below].previous = above
        nodes[above].child = below
        return above
    }

    /// Takes a timer that isn't the root, with all below it, away from its siblings.
    private func cut(_ slot: UInt32) {
        let (previous, next) = (nodes[slot].previous, nodes[slot].next)
        if nodes[previous].child == slot {
            nodes[previous].child = next
        } else {
            nodes[previous].next = next
        }
        if next != Self.none { nodes[next].previous = previous }
        nodes[slot].next = Self.none
        nodes[slot].previous = Self.none
    }

    /// One tree of all children: melded two by two from the left, and those from the right.
    private func pairedChildren(of slot: UInt32) -> UInt32 {
        var rest = nodes[slot].child
        var pairs = Self.none
        while rest != Self.none {
            let one = rest
            let other = nodes[one].next
            rest = other == Self.none ? other : nodes[other].next
            let pair = other == Self.none ? one : meld(one, other)
            nodes[pair].next = pairs
            pairs = pair
        }
        guard pairs != Self.none else { return Self.none }
        var tree = pairs
        rest = nodes[tree].next
        while rest != Self.none {
            let one = rest
            rest = nodes[one].next
            tree = meld(tree, one)
        }
        nodes[tree].next = Self.none
        nodes[tree].previous = Self.none
        return tree
    }

    @inline(__always)
    private mutating func takeSequence() -> UInt32 {
        if nextSequence == .max { renumber() }
        defer { nextSequence += 1 }
        return nextSequence
    }

    /// Numbers the timers from 0 on, in their order: once in 2^32 armings.
    private mutating func renumber() {
        let slots = (0..<nodes.used).filter { nodes.isPending($0) }.sorted { isBefore($0, $1) }
        for (rank, slot) in slots.enumerated() { nodes[slot].sequence = UInt32(rank) }
        nextSequence = UInt32(slots.count)
    }
}

extension PairingHeap {
    public func checkInvariants() {
        var found = waiting.checkedCount(in: nodes, at: now) { slot in
            precondition(nodes[slot].child == Self.waitingMark)
            return nodes[slot].deadline
        }
        var parents = root == Self.none ? [] : [root]
        if let root = parents.first {
            precondition(nodes.isPending(root) && nodes[root].next == Self.none)
            precondition(nodes[root].previous == Self.none)
        }
        while let parent = parents.popLast() {
            found += 1
            var previous = parent
            var slot = nodes[parent].child
            while slot != Self.none {
                precondition(nodes.isPending(slot) && nodes[slot].previous == previous)
                precondition(isBefore(parent, slot) && nodes[slot].sequence < nextSequence)
                precondition(parents.count < count, "a heap that leads back to itself")
                parents.append(slot)
                previous = slot
                slot = nodes[slot].next
            }
        }
        precondition(found == count)
    }
}
