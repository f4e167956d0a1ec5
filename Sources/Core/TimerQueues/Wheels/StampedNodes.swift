import Chronology

/// One arming of a timer. It is stale once the timer's stamp has moved on.
struct ChainEntry {
    var deadline: UInt64
    var slot: UInt32
    var stamp: UInt32
}

/// The timers of a queue whose entries are never unlinked: 16 bytes each.
///
/// The generation answers for ids and changes when the timer fires or is cancelled; the stamp
/// answers for entries and changes at each arming too. Stamps wrap only after 2^32 armings of one
/// slot, of whose entries the sweeps have left none.
@safe
struct StampedNodes: ~Copyable {
    private struct Node {
        var payload: UInt32
        /// Odd while free, even while pending.
        var generation: UInt32
        var stamp: UInt32
        var nextFree: UInt32
    }

    private var nodes: UnsafeMutablePointer<Node>
    private var capacity: Int
    private var used = 0
    private var firstFree = UInt32.max

    init(capacity: Int) {
        self.capacity = max(capacity, 16)
        unsafe nodes = .allocate(capacity: self.capacity)
    }

    deinit { unsafe nodes.deallocate() }

    var byteCount: Int { capacity * MemoryLayout<Node>.stride }

    @inline(__always)
    func contains(_ id: TimerID) -> Bool {
        guard id.slot < used, id.generation & 1 == 0 else { return false }
        return unsafe nodes[Int(id.slot)].generation == id.generation
    }

    @inline(__always)
    func isCurrent(_ entry: ChainEntry) -> Bool {
        let node = unsafe nodes[Int(entry.slot)]
        return node.stamp == entry.stamp && node.generation & 1 == 0
    }

    mutating func insert(payload: UInt32) -> TimerID {
        let slot = firstFree
        if slot != .max {
            firstFree = unsafe nodes[Int(slot)].nextFree
            unsafe nodes[Int(slot)].generation &+= 1
            unsafe nodes[Int(slot)].payload = payload
            return TimerID(slot: slot, generation: unsafe nodes[Int(slot)].generation)
        }
        if used == capacity { grow() }
        unsafe nodes[used] = Node(payload: payload, generation: 0, stamp: 0, nextFree: .max)
        used += 1
        return TimerID(slot: UInt32(used - 1), generation: 0)
    }

    /// The stamp of the entry that counts from now on.
    @inline(__always)
    mutating func restamp(_ slot: UInt32) -> UInt32 {
        let stamp = unsafe nodes[Int(slot)].stamp &+ 1
        unsafe nodes[Int(slot)].stamp = stamp
        return stamp
    }

    /// A slot whose generations are used up is not given out again.
    @inline(__always)
    mutating func remove(_ slot: UInt32) {
        let generation = unsafe nodes[Int(slot)].generation &+ 1
        unsafe nodes[Int(slot)].generation = generation
        if generation == .max { return }
        unsafe nodes[Int(slot)].nextFree = firstFree
        firstFree = slot
    }

    /// Removes the timer of an entry, nil where that is stale.
    @inline(__always)
    mutating func take(_ entry: ChainEntry) -> DueTimer? {
        guard isCurrent(entry) else { return nil }
        let node = unsafe nodes[Int(entry.slot)]
        remove(entry.slot)
        return DueTimer(
            id: TimerID(slot: entry.slot, generation: node.generation), payload: node.payload,
            deadline: Instant(nanoseconds: entry.deadline))
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
