/// A node that can stand in a ring.
protocol RingNode: PooledNode {
    var next: UInt32 { get set }
    var previous: UInt32 { get set }
}

/// A first-in-first-out list through the nodes of a pool, linked both ways and closed to a circle,
/// so that its last node is all there is to know of it: four bytes a list.
struct Ring {
    private(set) var last = UInt32.max

    var isEmpty: Bool { last == .max }

    func first<Node: RingNode>(in nodes: borrowing NodePool<Node>) -> UInt32? {
        last == .max ? nil : nodes[last].next
    }

    @inline(__always)
    mutating func append<Node: RingNode>(_ slot: UInt32, in nodes: borrowing NodePool<Node>) {
        if last == .max {
            nodes[slot].next = slot
            nodes[slot].previous = slot
        } else {
            let first = nodes[last].next
            nodes[slot].next = first
            nodes[slot].previous = last
            nodes[last].next = slot
            nodes[first].previous = slot
        }
        last = slot
    }

    /// The slot stands in this ring.
    @inline(__always)
    mutating func remove<Node: RingNode>(_ slot: UInt32, in nodes: borrowing NodePool<Node>) {
        let next = nodes[slot].next
        if next == slot {
            last = .max
            return
        }
        let previous = nodes[slot].previous
        nodes[previous].next = next
        nodes[next].previous = previous
        if last == slot { last = previous }
    }

    /// Visits all in their order; the visit may put the node it is given into another ring.
    @inline(__always)
    func forEach<Node: RingNode>(in nodes: borrowing NodePool<Node>, _ visit: (UInt32) -> Void) {
        guard last != .max else { return }
        var slot = nodes[last].next
        while true {
            let next = nodes[slot].next
            visit(slot)
            if slot == last { return }
            slot = next
        }
    }

    /// How many there are, each of them pending and linked both ways.
    func checkedCount<Node: RingNode>(in nodes: borrowing NodePool<Node>) -> Int {
        var count = 0
        var previous = last
        forEach(in: nodes) { slot in
            precondition(nodes.isPending(slot) && nodes[slot].previous == previous)
            precondition(count < nodes.count, "a ring that doesn't close")
            previous = slot
            count += 1
        }
        return count
    }
}
