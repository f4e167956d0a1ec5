import Chronology

/// What a queue keeps for one timer, in a pool.
protocol PooledNode {
    var payload: UInt32 { get set }
    /// Odd while free, even while pending.
    var generation: UInt32 { get set }
    /// Chains the free nodes; a pending node may use the place for something else.
    var nextFree: UInt32 { get set }

    init(payload: UInt32, generation: UInt32)
}

/// The nodes of a queue's timers in one flat array, and the generations that answer for ids.
///
/// The array doubles when it is full and never shrinks. Taking and giving back are O(1).
@safe
struct NodePool<Node: PooledNode>: ~Copyable {
    private var nodes: UnsafeMutablePointer<Node>
    private var capacity: Int
    /// Nodes from here on were never used.
    private(set) var used: UInt32 = 0
    private var firstFree = UInt32.max
    /// Timers that are pending.
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 16)
        unsafe nodes = .allocate(capacity: self.capacity)
    }

    deinit { unsafe nodes.deallocate() }

    var byteCount: Int { capacity * MemoryLayout<Node>.stride }

    /// Writing doesn't count as a mutation of the pool, so that structures can lend it out.
    subscript(slot: UInt32) -> Node {
        @inline(__always) get { unsafe nodes[Int(slot)] }
        @inline(__always) nonmutating _modify { yield unsafe &nodes[Int(slot)] }
    }

    @inline(__always)
    func contains(_ id: TimerID) -> Bool {
        guard id.slot < used, id.generation & 1 == 0 else { return false }
        return unsafe nodes[Int(id.slot)].generation == id.generation
    }

    func isPending(_ slot: UInt32) -> Bool { slot < used && self[slot].generation & 1 == 0 }

    /// A node whose other fields hold anything.
    @inline(__always)
    mutating func insert(payload: UInt32) -> TimerID {
        count += 1
        let slot = firstFree
        if slot != .max {
            firstFree = self[slot].nextFree
            let generation = self[slot].generation &+ 1
            self[slot].generation = generation
            self[slot].payload = payload
            return TimerID(slot: slot, generation: generation)
        }
        return TimerID(slot: takeUnused(payload: payload, generation: 0), generation: 0)
    }

    /// A node that belongs to no timer, and that no id reaches.
    mutating func insertSentinel() -> UInt32 { takeUnused(payload: 0, generation: 1) }

    /// A slot whose generations are used up is not given out again.
    @inline(__always)
    mutating func remove(_ slot: UInt32) {
        count -= 1
        let generation = self[slot].generation &+ 1
        self[slot].generation = generation
        if generation == .max { return }
        self[slot].nextFree = firstFree
        firstFree = slot
    }

    /// Removes a timer that fires.
    @inline(__always)
    mutating func take(_ slot: UInt32, deadline: UInt64) -> DueTimer {
        let id = TimerID(slot: slot, generation: self[slot].generation)
        let payload = self[slot].payload
        remove(slot)
        return DueTimer(id: id, payload: payload, deadline: Instant(nanoseconds: deadline))
    }

    @inline(__always)
    private mutating func takeUnused(payload: UInt32, generation: UInt32) -> UInt32 {
        if Int(used) == capacity { grow() }
        unsafe (nodes + Int(used)).initialize(to: Node(payload: payload, generation: generation))
        used += 1
        return used - 1
    }

    private mutating func grow() {
        precondition(capacity < Int(UInt32.max) / 4, "more timers than 31-bit slots")
        let larger = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
        unsafe larger.moveInitialize(from: nodes, count: capacity)
        unsafe nodes.deallocate()
        unsafe nodes = larger
        capacity *= 2
    }
}
