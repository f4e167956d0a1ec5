/// A node that knows where its entry stands in a heap.
protocol HeapNode: PooledNode {
    var position: UInt32 { get set }
}

/// One timer in a heap: 16 bytes, so that four of them are a cache line.
struct HeapEntry {
    var deadline: UInt64
    /// The sequence number above, the slot below.
    private(set) var tail: UInt64

    init(deadline: UInt64, sequence: UInt32, slot: UInt32) {
        self.deadline = deadline
        tail = UInt64(sequence) &<< 32 | UInt64(slot)
    }

    @inline(__always)
    var slot: UInt32 { UInt32(truncatingIfNeeded: tail) }

    /// One comparison without a branch; sequence numbers differ, so slots never decide.
    @inline(__always)
    static func < (a: HeapEntry, b: HeapEntry) -> Bool {
        UInt128(_low: a.tail, _high: a.deadline) < UInt128(_low: b.tail, _high: b.deadline)
    }
}

/// An implicit heap of (deadline, sequence, slot) whose nodes know where their entries stand.
///
/// | entry | stands at | invariant |
/// | --- | --- | --- |
/// | parent of `i` | (i - 1) / arity | not after `i` |
/// | children of `i` | arity · i + 1 … arity · i + arity | side by side in one aligned line |
/// | node of `i` | `nodes[slot].position` | i, with the heap's mark |
///
/// Equal deadlines are in order of insertion. Insert, replace and remove are O(log n); putting a
/// timer off costs little, as most stand at the leaves.
///
/// Source: Williams, "Algorithm 232: heapsort", CACM 1964; wider nodes by LaMarca & Ladner, "The
/// influence of caches on the performance of heaps", JEA 1996.
@safe
struct EntryHeap<let arity: Int, Node: HeapNode>: ~Copyable {
    private static var lineByteCount: Int { 64 }

    private var entries: UnsafeMutablePointer<HeapEntry>
    private var capacity: Int
    private(set) var count = 0
    private var nextSequence: UInt32
    /// Set in the positions of this heap's nodes, to tell them from another's.
    private let mark: UInt32

    init(capacity: Int, mark: UInt32 = 0, firstSequence: UInt32 = 0) {
        self.capacity = max(capacity, 16)
        self.mark = mark
        nextSequence = firstSequence
        unsafe entries = Self.allocate(self.capacity)
    }

    deinit { unsafe Self.deallocate(entries) }

    var byteCount: Int { (capacity + arity - 1) * MemoryLayout<HeapEntry>.stride }

    var isEmpty: Bool { count == 0 }

    /// The earliest; the heap is not empty.
    var first: HeapEntry {
        @inline(__always) get { unsafe entries[0] }
    }

    @inline(__always)
    mutating func insert(_ slot: UInt32, _ deadline: UInt64, in nodes: borrowing NodePool<Node>) {
        if count == capacity { grow() }
        count += 1
        siftUp(entry(slot, deadline), from: count - 1, in: nodes)
    }

    /// Gives the timer at `position` another deadline; it counts as new.
    @inline(__always)
    mutating func replace(
        at position: UInt32, _ deadline: UInt64, in nodes: borrowing NodePool<Node>
    ) {
        let place = Int(position ^ mark)
        let old = unsafe entries[place]
        settle(entry(old.slot, deadline), at: place, before: old, in: nodes)
    }

    @inline(__always)
    mutating func remove(at position: UInt32, in nodes: borrowing NodePool<Node>) {
        let place = Int(position ^ mark)
        count -= 1
        guard place < count else { return }
        let old = unsafe entries[place]
        settle(unsafe entries[count], at: place, before: old, in: nodes)
    }

    /// Takes the earliest; the heap is not empty.
    @inline(__always)
    mutating func removeFirst(in nodes: borrowing NodePool<Node>) -> HeapEntry {
        let first = first
        count -= 1
        if count > 0 { siftDown(unsafe entries[count], from: 0, in: nodes) }
        return first
    }

    func check(in nodes: borrowing NodePool<Node>) {
        precondition(count <= capacity)
        for place in 0..<count {
            let entry = unsafe entries[place]
            precondition(nodes.isPending(entry.slot))
            precondition(nodes[entry.slot].position == UInt32(place) | mark)
            let parent = unsafe entries[max(place - 1, 0) / arity]
            precondition(place == 0 || parent < entry)
            precondition(entry.tail >> 32 < nextSequence)
        }
    }
}

extension EntryHeap {
    @inline(__always)
    private mutating func entry(_ slot: UInt32, _ deadline: UInt64) -> HeapEntry {
        if nextSequence == .max { renumber() }
        defer { nextSequence &+= 1 }
        return HeapEntry(deadline: deadline, sequence: nextSequence, slot: slot)
    }

    @inline(__always)
    private mutating func settle(
        _ entry: HeapEntry, at place: Int, before old: HeapEntry, in nodes: borrowing NodePool<Node>
    ) {
        if entry < old {
            siftUp(entry, from: place, in: nodes)
        } else {
            siftDown(entry, from: place, in: nodes)
        }
    }

    @inline(__always)
    private mutating func put(
        _ entry: HeapEntry, at place: Int, in nodes: borrowing NodePool<Node>
    ) {
        unsafe entries[place] = entry
        nodes[entry.slot].position = UInt32(truncatingIfNeeded: place) | mark
    }

    @inline(__always)
    private mutating func siftUp(
        _ entry: HeapEntry, from start: Int, in nodes: borrowing NodePool<Node>
    ) {
        var place = start
        while place > 0 {
            let parent = Int(UInt(bitPattern: place &- 1) / UInt(bitPattern: arity))
            let above = unsafe entries[parent]
            guard entry < above else { break }
            put(above, at: place, in: nodes)
            place = parent
        }
        put(entry, at: place, in: nodes)
    }

    @inline(__always)
    private mutating func siftDown(
        _ entry: HeapEntry, from start: Int, in nodes: borrowing NodePool<Node>
    ) {
        var place = start
        while true {
            let first = place &* arity &+ 1
            guard first < count else { break }
            let end = min(first &+ arity, count)
            var least = first
            var child = unsafe entries[first]
            var other = first &+ 1
            while other < end {
                let sibling = unsafe entries[other]
                let isLess = sibling < child
                least = isLess ? other : least
                child = isLess ? sibling : child
                other &+= 1
            }
            guard child < entry else { break }
            put(child, at: place, in: nodes)
            place = least
        }
        put(entry, at: place, in: nodes)
    }

    /// Numbers the entries from 0 on, in their order: once in 2^32 insertions.
    private mutating func renumber() {
        let places = (0..<count).sorted { unsafe entries[$0] < entries[$1] }
        for (rank, place) in places.enumerated() {
            let entry = unsafe entries[place]
            unsafe entries[place] = HeapEntry(
                deadline: entry.deadline, sequence: UInt32(rank), slot: entry.slot)
        }
        nextSequence = UInt32(count)
    }

    /// The root ends a line, so that siblings begin one.
    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<HeapEntry> {
        let stride = MemoryLayout<HeapEntry>.stride
        let raw = UnsafeMutableRawPointer.allocate(
            byteCount: (capacity + arity - 1) * stride, alignment: lineByteCount)
        let entries = unsafe raw.bindMemory(to: HeapEntry.self, capacity: capacity + arity - 1)
        return unsafe entries + (arity - 1)
    }

    private static func deallocate(_ entries: UnsafeMutablePointer<HeapEntry>) {
        unsafe (entries - (arity - 1)).deallocate()
    }

    private mutating func grow() {
        let larger = unsafe Self.allocate(capacity * 2)
        unsafe larger.moveInitialize(from: entries, count: count)
        unsafe Self.deallocate(entries)
        unsafe entries = larger
        capacity *= 2
    }
}
