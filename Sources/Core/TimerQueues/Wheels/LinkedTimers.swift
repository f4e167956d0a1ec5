import Chronology

/// Timers in circular lists, doubly linked through one flat array of 24-byte nodes, the lists'
/// heads first, so that unlinking has no special case.
///
/// Memory that belongs to a wheel, which calls `deallocate` at its end.
@safe
struct LinkedTimers {
    private struct Node {
        var deadline: UInt64
        var next: UInt32
        var previous: UInt32
        var payload: UInt32
        /// Odd while free, even while pending.
        var generation: UInt32
    }

    let headCount: UInt32
    private var nodes: UnsafeMutablePointer<Node>
    private var capacity: Int
    /// Nodes from here on were never used.
    private var used: UInt32
    private var firstFree = UInt32.max
    private(set) var count = 0

    init(headCount: UInt32, capacity: Int) {
        self.headCount = headCount
        self.capacity = max(capacity, 16) + Int(headCount)
        unsafe nodes = .allocate(capacity: self.capacity)
        used = headCount
        for head in 0..<headCount {
            unsafe nodes[Int(head)] = Node(
                deadline: 0, next: head, previous: head, payload: 0, generation: 0)
        }
    }

    func deallocate() { unsafe nodes.deallocate() }

    var byteCount: Int { capacity * MemoryLayout<Node>.stride }

    // MARK: Timers

    @inline(__always)
    func contains(_ id: TimerID) -> Bool {
        guard id.slot >= headCount, id.slot < used, id.generation & 1 == 0 else { return false }
        return unsafe nodes[Int(id.slot)].generation == id.generation
    }

    @inline(__always)
    func deadline(of slot: UInt32) -> UInt64 { unsafe nodes[Int(slot)].deadline }

    @inline(__always)
    mutating func setDeadline(of slot: UInt32, _ deadline: UInt64) {
        unsafe nodes[Int(slot)].deadline = deadline
    }

    /// In no list yet.
    @inline(__always)
    mutating func insert(payload: UInt32) -> TimerID {
        count += 1
        let slot = firstFree
        if slot != .max {
            firstFree = next(of: slot)
            unsafe nodes[Int(slot)].generation &+= 1
            unsafe nodes[Int(slot)].payload = payload
            return TimerID(slot: slot, generation: unsafe nodes[Int(slot)].generation)
        }
        if used == capacity { grow() }
        unsafe nodes[Int(used)].generation = 0
        unsafe nodes[Int(used)].payload = payload
        used += 1
        return TimerID(slot: used - 1, generation: 0)
    }

    /// In no list any more. A slot whose generations are used up is not given out again.
    @inline(__always)
    mutating func remove(_ slot: UInt32) {
        count -= 1
        unsafe nodes[Int(slot)].generation &+= 1
        if unsafe nodes[Int(slot)].generation == .max { return }
        unsafe nodes[Int(slot)].next = firstFree
        firstFree = slot
    }

    @inline(__always)
    func due(_ slot: UInt32) -> DueTimer {
        let node = unsafe nodes[Int(slot)]
        return DueTimer(
            id: TimerID(slot: slot, generation: node.generation), payload: node.payload,
            deadline: Instant(nanoseconds: node.deadline))
    }

    private mutating func grow() {
        precondition(capacity < Int(UInt32.max) / 2, "more timers than 32-bit slots")
        let larger = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
        unsafe larger.moveInitialize(from: nodes, count: capacity)
        unsafe nodes.deallocate()
        unsafe nodes = larger
        capacity *= 2
    }

    // MARK: Lists

    /// Of a head its first timer; of the last timer its head.
    @inline(__always)
    func next(of slot: UInt32) -> UInt32 { unsafe nodes[Int(slot)].next }

    @inline(__always)
    func isEmpty(_ head: UInt32) -> Bool { next(of: head) == head }

    @inline(__always)
    mutating func append(_ slot: UInt32, to head: UInt32) {
        let last = unsafe nodes[Int(head)].previous
        unsafe nodes[Int(slot)].previous = last
        unsafe nodes[Int(slot)].next = head
        unsafe nodes[Int(last)].next = slot
        unsafe nodes[Int(head)].previous = slot
    }

    /// The head of a list that is empty now.
    @inline(__always)
    mutating func unlink(_ slot: UInt32) -> UInt32? {
        let next = unsafe nodes[Int(slot)].next
        let previous = unsafe nodes[Int(slot)].previous
        unsafe nodes[Int(previous)].next = next
        unsafe nodes[Int(next)].previous = previous
        return next == previous && next < headCount ? next : nil
    }

    @inline(__always)
    mutating func clear(_ head: UInt32) {
        unsafe nodes[Int(head)].next = head
        unsafe nodes[Int(head)].previous = head
    }

    /// Puts a whole list, which is not empty, behind another.
    mutating func splice(_ head: UInt32, to other: UInt32) {
        let first = next(of: head)
        let last = unsafe nodes[Int(head)].previous
        let tail = unsafe nodes[Int(other)].previous
        clear(head)
        unsafe nodes[Int(tail)].next = first
        unsafe nodes[Int(first)].previous = tail
        unsafe nodes[Int(last)].next = other
        unsafe nodes[Int(other)].previous = last
    }

    /// Visits a list and stops the program where its links are damaged.
    func checkList(_ head: UInt32, _ visit: (UInt32) -> Void) {
        var slot = next(of: head)
        var previous = head
        while slot != head {
            let node = unsafe nodes[Int(slot)]
            precondition(slot >= headCount && slot < used)
            precondition(node.previous == previous && node.generation & 1 == 0)
            visit(slot)
            previous = slot
            slot = node.next
        }
        precondition(unsafe nodes[Int(head)].previous == previous)
    }
}
