/// The queues that can be named in scenarios and on the command line.
public enum QueueKind: String, CaseIterable, Sendable {
    case sortedArray = "sorted-array"
    case hierarchicalWheel = "hierarchical-wheel"
    case chunkedWheel = "chunked-wheel"

    /// Where a queue can be used.
    public enum Modes: String, Sendable {
        case both, live
    }

    public var modes: Modes {
        switch self {
        case .sortedArray, .hierarchicalWheel, .chunkedWheel: .both
        }
    }

    public var isStable: Bool {
        switch self {
        case .sortedArray: SortedArrayQueue.isStable
        case .hierarchicalWheel: HierarchicalWheel.isStable
        case .chunkedWheel: ChunkedWheel.isStable
        }
    }

    /// One line for `locksim timers list`.
    public var summary: String {
        switch self {
        case .sortedArray: "the obvious one, in deadline order: what the others are checked against"
        case .hierarchicalWheel: "Varghese & Lauck scheme 7 with occupancy bitmaps, exact"
        case .chunkedWheel: "appends only: a touch leaves a stale entry, dropped when it comes due"
        }
    }
}
