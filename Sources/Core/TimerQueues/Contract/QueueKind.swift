/// The timer queues that can be named in scenarios and on the command line.
public enum QueueKind: String, CaseIterable, Sendable {
    case sortedArray = "sorted-array"
    case binaryHeap = "binary-heap"
    case quadHeap = "quad-heap"
    case pairingHeap = "pairing-heap"
    case redBlackTree = "red-black-tree"
    case hashedWheel = "hashed-wheel"
    case hierarchicalWheel = "hierarchical-wheel"
    case coarseWheel = "coarse-wheel"
    case lazyWheel = "lazy-wheel"
    case chunkedWheel = "chunked-wheel"
    case uvTimer = "uv-timer"
    case timerfd
    case dispatch
    case runLoop = "run-loop"
    case taskSleep = "task-sleep"
    case libevent, libev
    case uvLazy = "uv-lazy"
    case libevLazy = "libev-lazy"

    /// Where a queue can be used.
    public enum Modes: String, Sendable {
        case both, live
    }

    public var modes: Modes {
        switch self {
        case .sortedArray, .binaryHeap, .quadHeap, .pairingHeap, .redBlackTree: .both
        case .hashedWheel, .hierarchicalWheel, .lazyWheel, .chunkedWheel: .both
        case .coarseWheel: .live
        case .uvTimer, .timerfd, .dispatch, .runLoop, .taskSleep, .libevent, .libev, .uvLazy,
            .libevLazy:
            .live
        }
    }

    /// Ours, a plain value that a loop drives; otherwise a library's, which fires by itself.
    public var isPure: Bool {
        switch self {
        case .sortedArray, .binaryHeap, .quadHeap, .pairingHeap, .redBlackTree: true
        case .hashedWheel, .hierarchicalWheel, .coarseWheel, .lazyWheel, .chunkedWheel: true
        case .uvTimer, .timerfd, .dispatch, .runLoop, .taskSleep, .libevent, .libev, .uvLazy,
            .libevLazy:
            false
        }
    }

    public var isStable: Bool {
        struct Stability: QueueVisitor {
            func visit<Queue: TimerQueue & ~Copyable>(_: Queue.Type) -> Bool { Queue.isStable }
        }
        // Libraries promise no order.
        return withQueue(Stability()) ?? false
    }

    /// Of the plain values; libraries are not.
    public var isExact: Bool {
        struct Exactness: QueueVisitor {
            func visit<Queue: TimerQueue & ~Copyable>(_: Queue.Type) -> Bool { Queue.isExact }
        }
        return withQueue(Exactness()) ?? false
    }

    /// One line for `locksim timers list`.
    public var summary: String {
        switch self {
        case .sortedArray: "the obvious one, in deadline order: what the others are checked against"
        case .binaryHeap: "heap of (deadline, sequence, slot) with back-pointers, two children each"
        case .quadHeap: "the same with four children, which share a cache line"
        case .pairingHeap: "a heap of any shape: arming is one comparison, order is made on removal"
        case .redBlackTree: "a balanced tree by deadline, as nginx"
        case .hashedWheel: "Varghese & Lauck scheme 6 with whole deadlines, as Netty, but exact"
        case .hierarchicalWheel: "Varghese & Lauck scheme 7 with occupancy bitmaps, exact"
        case .coarseWheel: "moves no timer: late by up to 1/8 of the delay and a tick, as Linux"
        case .lazyWheel: "a touch only stores the new deadline; the entry moves on when it is due"
        case .chunkedWheel: "appends only: a touch leaves a stale entry, dropped when it comes due"
        case .uvTimer: "one uv_timer_t each, in whole milliseconds"
        case .timerfd: "one timerfd each, as many as descriptors are allowed"
        case .dispatch: "one DispatchSourceTimer each, on the main queue"
        case .runLoop: "one Foundation Timer each, as performSelector:afterDelay: makes"
        case .taskSleep: "one suspended Task each, on the main actor"
        case .libevent: "one struct event each, in libevent's heap"
        case .libev: "one ev_timer each, touched with ev_timer_again"
        case .uvLazy: "uv-timer, whose touch only stores the deadline"
        case .libevLazy: "libev, whose touch only stores the deadline"
        }
    }
}

/// What is to be done with the type of a queue that is known by name only while the program runs.
///
/// The one switch over all types is in `withQueue`; each visit is compiled for its type, so that
/// the choice costs nothing where timers are moved.
public protocol QueueVisitor {
    associatedtype Result
    associatedtype Failure: Error = Never

    func visit<Queue: TimerQueue & ~Copyable>(_ type: Queue.Type) throws(Failure) -> Result
}

extension QueueKind {
    /// Hands the type of this queue to `visitor`; nil where the queue is no plain value.
    @inlinable
    public func withQueue<Visitor: QueueVisitor>(
        _ visitor: Visitor
    ) throws(Visitor.Failure) -> Visitor.Result? {
        switch self {
        case .sortedArray: try visitor.visit(SortedArrayQueue.self)
        case .binaryHeap: try visitor.visit(BinaryHeap.self)
        case .quadHeap: try visitor.visit(QuadHeap.self)
        case .pairingHeap: try visitor.visit(PairingHeap.self)
        case .redBlackTree: try visitor.visit(RedBlackTree.self)
        case .hashedWheel: try visitor.visit(HashedWheel.self)
        case .hierarchicalWheel: try visitor.visit(HierarchicalWheel.self)
        case .coarseWheel: try visitor.visit(CoarseWheel.self)
        case .lazyWheel: try visitor.visit(LazyWheel.self)
        case .chunkedWheel: try visitor.visit(ChunkedWheel.self)
        case .uvTimer, .timerfd, .dispatch, .runLoop, .taskSleep, .libevent, .libev, .uvLazy,
            .libevLazy:
            nil
        }
    }
}
