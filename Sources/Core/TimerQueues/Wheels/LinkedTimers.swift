import Chronology

/// Timers in circular lists, doubly linked through a pool whose first nodes are the lists' heads,
/// so that unlinking has no special case. Unlike a `Ring`, a list is found again from any of its
/// ends, and spliced to another in O(1).
struct LinkedTimers: ~Copyable {
    let headCount: UInt32
    private var nodes: NodePool<LinkedNode>

    init(headCount: UInt32, capacity: Int) {
        self.headCount = headCount
        nodes = NodePool(capacity: max(capacity, 16) + Int(headCount))
        for head in 0..<headCount {
            precondition(nodes.insertSentinel() == head)
            clear(head)
        }
    }

    var count: Int { nodes.count }
    var byteCount: Int { nodes.byteCount }

    // MARK: Timers

    @inline(__always)
    func contains(_ id: TimerID) -> Bool { nodes.contains(id) }

    @inline(__always)
    func deadline(of slot: UInt32) -> UInt64 { nodes[slot].deadline }

    @inline(__always)
    mutating func setDeadline(of slot: UInt32, _ deadline: UInt64) {
        nodes[slot].deadline = deadline
    }

    /// In no list yet.
    @inline(__always)
    mutating func insert(payload: UInt32) -> TimerID { nodes.insert(payload: payload) }

    /// In no list any more.
    @inline(__always)
    mutating func remove(_ slot: UInt32) { nodes.remove(slot) }

    /// Removes a timer that fires, and is in no list any more.
    @inline(__always)
    mutating func take(_ slot: UInt32) -> DueTimer {
        nodes.take(slot, deadline: nodes[slot].deadline)
    }

    // MARK: Lists

    /// Of a head its first timer; of the last timer its head.
    @inline(__always)
    func next(of slot: UInt32) -> UInt32 { nodes[slot].next }

    @inline(__always)
    func isEmpty(_ head: UInt32) -> Bool { next(of: head) == head }

    @inline(__always)
    mutating func append(_ slot: UInt32, to head: UInt32) {
        let last = nodes[head].previous
        nodes[slot].previous = last
        nodes[slot].next = head
        nodes[last].next = slot
        nodes[head].previous = slot
    }

    /// The head of a list that is empty now.
    @inline(__always)
    mutating func unlink(_ slot: UInt32) -> UInt32? {
        let next = nodes[slot].next
        let previous = nodes[slot].previous
        nodes[previous].next = next
        nodes[next].previous = previous
        return next == previous && next < headCount ? next : nil
    }

    @inline(__always)
    mutating func clear(_ head: UInt32) {
        nodes[head].next = head
        nodes[head].previous = head
    }

    /// Puts a whole list, which is not empty, behind another.
    mutating func splice(_ head: UInt32, to other: UInt32) {
        let first = next(of: head)
        let last = nodes[head].previous
        let tail = nodes[other].previous
        clear(head)
        nodes[tail].next = first
        nodes[first].previous = tail
        nodes[last].next = other
        nodes[other].previous = last
    }

    /// Visits a list and stops the program where its links are damaged.
    func checkList(_ head: UInt32, _ visit: (UInt32) -> Void) {
        var slot = next(of: head)
        var previous = head
        while slot != head {
            let node = nodes[slot]
            precondition(nodes.isPending(slot) && node.previous == previous)
            visit(slot)
            previous = slot
            slot = node.next
        }
        precondition(nodes[head].previous == previous)
    }
}
