import Chronology

/// One arming of a timer. It is stale once the timer's stamp has moved on.
struct ChainEntry {
    var deadline: UInt64
    var slot: UInt32
    var stamp: UInt32
}

/// 16 bytes.
struct StampedNode: PooledNode {
    var payload: UInt32
    var generation: UInt32
    var stamp: UInt32 = 0
    var nextFree = UInt32.max

    init(payload: UInt32, generation: UInt32) {
        self.payload = payload
        self.generation = generation
    }
}

/// The timers of a queue whose entries are never unlinked.
///
/// The generation answers for ids and changes when the timer fires or is cancelled; the stamp
/// answers for entries and changes at each arming too. Stamps wrap only after 2^32 armings of one
/// slot, of whose entries the sweeps have left none.
struct StampedNodes: ~Copyable {
    private var nodes: NodePool<StampedNode>

    init(capacity: Int) { nodes = NodePool(capacity: capacity) }

    var count: Int { nodes.count }
    var byteCount: Int { nodes.byteCount }

    @inline(__always)
    func contains(_ id: TimerID) -> Bool { nodes.contains(id) }

    @inline(__always)
    func isCurrent(_ entry: ChainEntry) -> Bool {
        let node = nodes[entry.slot]
        return node.stamp == entry.stamp && node.generation & 1 == 0
    }

    @inline(__always)
    mutating func insert(payload: UInt32) -> TimerID { nodes.insert(payload: payload) }

    /// The stamp of the entry that counts from now on.
    @inline(__always)
    mutating func restamp(_ slot: UInt32) -> UInt32 {
        let stamp = nodes[slot].stamp &+ 1
        nodes[slot].stamp = stamp
        return stamp
    }

    @inline(__always)
    mutating func remove(_ slot: UInt32) { nodes.remove(slot) }

    /// Removes the timer of an entry, nil where that is stale.
    @inline(__always)
    mutating func take(_ entry: ChainEntry) -> DueTimer? {
        guard isCurrent(entry) else { return nil }
        return nodes.take(entry.slot, deadline: entry.deadline)
    }
}
