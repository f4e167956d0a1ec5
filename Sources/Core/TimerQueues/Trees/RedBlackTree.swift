public import Chronology

/// A balanced search tree by deadline, as nginx and Linux' high-resolution timers use it.
///
/// | invariant | hence |
/// | --- | --- |
/// | left is before, right is not before | in order, equal deadlines are in order of insertion |
/// | a red node has black children | no path is twice as long as another, |
/// | every path down meets as many black nodes | so depth is at most 2 log2 (n + 1) |
/// | `first` is the leftmost | the earliest deadline is O(1) |
///
/// Every node has two children, some of them `outside`, one black node that stands for all that is
/// missing, so that turning and mending have no special cases. Schedule, reschedule and cancel are
/// O(log n) with a cache miss a level; firing is O(1) amortised but for the way to the next.
/// 32 bytes a timer.
///
/// Source: Guibas & Sedgewick 1978 in the form of Cormen, Leiserson, Rivest & Stein, chapter 13;
/// nginx `ngx_rbtree.c`, the cached first of Linux' `rb_root_cached`.
public struct RedBlackTree: TimerQueue, ~Copyable {
    public static let kind = QueueKind.redBlackTree
    public static let isStable = true

    enum Standing {
        case red, black, waiting
    }

    struct Node: RingNode {
        var deadline: UInt64 = 0
        var left = RedBlackTree.outside
        var right = RedBlackTree.outside
        var parent = RedBlackTree.outside
        var payload: UInt32
        var generation: UInt32
        var standing = Standing.black

        // The waiting form a ring.
        var next: UInt32 {
            get { right }
            set { right = newValue }
        }
        var previous: UInt32 {
            get { left }
            set { left = newValue }
        }
        var nextFree: UInt32 {
            get { right }
            set { right = newValue }
        }

        init(payload: UInt32, generation: UInt32) {
            self.payload = payload
            self.generation = generation
        }
    }

    static let outside: UInt32 = 0

    public private(set) var now: Instant
    var nodes: NodePool<Node>
    var root = outside
    var first = outside
    private var waiting = WaitingTimers()

    public init(startingAt origin: Instant, tick: TimeSpan, capacity: Int) {
        now = origin
        nodes = NodePool(capacity: capacity + 1)
        precondition(nodes.insertSentinel() == Self.outside)
    }

    public var count: Int { nodes.count }
    public var byteCount: Int { nodes.byteCount }

    public var nextDeadline: Instant? {
        guard count > 0 else { return nil }
        let armed = first == Self.outside ? UInt64.max : nodes[first].deadline
        return Instant(nanoseconds: min(armed, waiting.earliestDeadline))
    }

    public mutating func schedule(deadline: Instant, payload: UInt32) -> TimerID {
        let id = nodes.insert(payload: payload)
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

    /// The waiting go behind those of their deadline that the tree holds: these were armed while
    /// it still lay ahead.
    public mutating func advance(to now: Instant) {
        self.now = max(self.now, now)
        while let slot = waiting.removeFirst(in: nodes) { insert(slot) }
    }

    public mutating func popDue() -> DueTimer? {
        let slot = first
        guard slot != Self.outside, nodes[slot].deadline <= now.nanoseconds else { return nil }
        remove(slot)
        return nodes.take(slot, deadline: nodes[slot].deadline)
    }

    private mutating func arm(_ slot: UInt32, _ deadline: Instant) {
        nodes[slot].deadline = deadline.nanoseconds
        if deadline > now {
            insert(slot)
            return
        }
        nodes[slot].standing = .waiting
        waiting.append(slot, deadline.nanoseconds, in: nodes)
    }

    private mutating func disarm(_ slot: UInt32) {
        if nodes[slot].standing == .waiting {
            waiting.remove(slot, in: nodes)
        } else {
            remove(slot)
        }
    }
}

extension RedBlackTree {
    public func checkInvariants() {
        var found = waiting.checkedCount(in: nodes, at: now) { slot in
            precondition(nodes[slot].standing == .waiting)
            return nodes[slot].deadline
        }
        precondition(nodes[Self.outside].standing == .black)
        precondition(nodes[root].standing == .black)
        precondition(root == Self.outside || nodes[root].parent == Self.outside)
        precondition(root == Self.outside ? first == root : first == leftmost(of: root))
        var latest: UInt64 = 0
        _ = blackHeight(of: root, found: &found, latest: &latest)
        precondition(found == count)
    }

    /// Black nodes on every path from here down, after a look at all below.
    private func blackHeight(of slot: UInt32, found: inout Int, latest: inout UInt64) -> Int {
        guard slot != Self.outside else { return 1 }
        let node = nodes[slot]
        precondition(nodes.isPending(slot) && node.standing != .waiting)
        for child in [node.left, node.right] where child != Self.outside {
            precondition(nodes[child].parent == slot)
            precondition(node.standing == .black || nodes[child].standing == .black)
        }
        let left = blackHeight(of: node.left, found: &found, latest: &latest)
        precondition(latest <= node.deadline)
        latest = node.deadline
        found += 1
        let right = blackHeight(of: node.right, found: &found, latest: &latest)
        precondition(left == right)
        return left + (node.standing == .black ? 1 : 0)
    }
}
