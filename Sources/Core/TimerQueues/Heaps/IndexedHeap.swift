public import Chronology

public typealias BinaryHeap = IndexedHeap<2>
public typealias QuadHeap = IndexedHeap<4>

/// A heap of (deadline, sequence, slot) with back-pointers, so that any timer is found and moved
/// in place: nothing stale is ever kept.
///
/// | part | bytes | holds |
/// | --- | --- | --- |
/// | `nodes` | 12 a timer | where its entry stands, payload, generation |
/// | `heap` | 16 a timer | what was armed for later, or made ready by `advance` |
/// | `waiting` | 16 a timer | what was armed for now or the past after the latest `advance` |
///
/// 28 bytes a timer, as one is in one heap only. What is ready is what the heap holds up to now.
/// Schedule, reschedule, cancel and firing are O(log n), the earliest deadline O(1). Four children
/// make the heap half as deep as two and share a cache line; two need fewer comparisons.
///
/// Source: that of `EntryHeap`; back-pointers as in libevent's `minheap-internal.h` and libev's
/// four-ary heap.
public struct IndexedHeap<let arity: Int>: TimerQueue, ~Copyable {
    public static var kind: QueueKind { arity == 2 ? .binaryHeap : .quadHeap }
    public static var isStable: Bool { true }

    struct Node: HeapNode {
        var position = UInt32.max
        var generation: UInt32
        var payload: UInt32

        var nextFree: UInt32 {
            get { position }
            set { position = newValue }
        }

        init(payload: UInt32, generation: UInt32) {
            self.payload = payload
            self.generation = generation
        }
    }

    static var waitingMark: UInt32 { 1 << 31 }

    public private(set) var now: Instant
    private var nodes: NodePool<Node>
    private var heap: EntryHeap<arity, Node>
    private var waiting: EntryHeap<arity, Node>

    public init(startingAt origin: Instant, tick: TimeSpan, capacity: Int) {
        self.init(startingAt: origin, capacity: capacity, firstSequence: 0)
    }

    init(startingAt origin: Instant, capacity: Int, firstSequence: UInt32) {
        now = origin
        nodes = NodePool(capacity: capacity)
        heap = EntryHeap(capacity: capacity, firstSequence: firstSequence)
        waiting = EntryHeap(capacity: 0, mark: Self.waitingMark, firstSequence: firstSequence)
    }

    public var count: Int { nodes.count }
    public var byteCount: Int { nodes.byteCount + heap.byteCount + waiting.byteCount }

    public var nextDeadline: Instant? {
        let armed = heap.isEmpty ? nil : heap.first.deadline
        let overdue = waiting.isEmpty ? nil : waiting.first.deadline
        guard let earliest = armed ?? overdue else { return nil }
        return Instant(nanoseconds: min(earliest, overdue ?? earliest))
    }

    public mutating func schedule(deadline: Instant, payload: UInt32) -> TimerID {
        let id = nodes.insert(payload: payload)
        insert(id.slot, deadline)
        return id
    }

    public mutating func reschedule(_ id: TimerID, deadline: Instant) -> Bool {
        guard nodes.contains(id) else { return false }
        let position = nodes[id.slot].position
        if position < Self.waitingMark, deadline > now {
            heap.replace(at: position, deadline.nanoseconds, in: nodes)
        } else {
            remove(at: position)
            insert(id.slot, deadline)
        }
        return true
    }

    public mutating func cancel(_ id: TimerID) -> Bool {
        guard nodes.contains(id) else { return false }
        remove(at: nodes[id.slot].position)
        nodes.remove(id.slot)
        return true
    }

    public mutating func advance(to now: Instant) {
        self.now = max(self.now, now)
        while !waiting.isEmpty {
            let entry = waiting.removeFirst(in: nodes)
            heap.insert(entry.slot, entry.deadline, in: nodes)
        }
    }

    public mutating func popDue() -> DueTimer? {
        guard !heap.isEmpty, heap.first.deadline <= now.nanoseconds else { return nil }
        let entry = heap.removeFirst(in: nodes)
        return nodes.take(entry.slot, deadline: entry.deadline)
    }

    public func checkInvariants() {
        heap.check(in: nodes)
        waiting.check(in: nodes)
        precondition(heap.count + waiting.count == nodes.count)
    }

    @inline(__always)
    private mutating func insert(_ slot: UInt32, _ deadline: Instant) {
        if deadline > now {
            heap.insert(slot, deadline.nanoseconds, in: nodes)
        } else {
            waiting.insert(slot, deadline.nanoseconds, in: nodes)
        }
    }

    @inline(__always)
    private mutating func remove(at position: UInt32) {
        if position < Self.waitingMark {
            heap.remove(at: position, in: nodes)
        } else {
            waiting.remove(at: position, in: nodes)
        }
    }
}
