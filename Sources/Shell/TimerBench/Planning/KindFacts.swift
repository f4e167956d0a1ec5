import TimerQueues

/// What has to be known of a kind before it is measured.
extension QueueKind {
    /// Bytes that its touch writes at a random place, which is what its floor stores: where a
    /// library hides that, the eight of a deadline.
    var touchWidth: Int {
        switch rawValue {
        case "hierarchical-wheel", "hashed-wheel", "coarse-wheel", "sorted-array": 24
        case "binary-heap", "quad-heap": 16
        case "chunked-wheel": 4
        default: 8
        }
    }

    /// Sessions above which it is not tried, and why; nil: no bound but memory.
    var sessionBound: (count: Int, why: String)? {
        switch rawValue {
        case "sorted-array": (20_000, "each call moves half of the array")
        case "run-loop": (20_000, "each call searches its run loop for the next timer")
        case "task-sleep": (1_000_000, "each timer is a task of about two kilobytes")
        default: nil
        }
    }

    /// One descriptor a timer, of which a process may have only so many.
    var takesDescriptors: Bool { rawValue == "timerfd" }

    /// Threads of its own, which all run on the one processor of a measurement.
    var hasThreads: Bool { ["dispatch", "run-loop", "task-sleep"].contains(rawValue) }

    /// About what one timer takes, for the question whether they fit into memory.
    var bytesPerTimerEstimate: UInt64 {
        switch rawValue {
        case "timerfd": 900
        case "dispatch": 600
        case "run-loop": 500
        case "task-sleep": 2_300
        case "uv-timer", "uv-lazy", "libevent": 200
        case "libev", "libev-lazy": 100
        // A queue that puts work off holds an old entry for each new one, and grows by doubling.
        default: 80
        }
    }

    /// Where its memory shows: several arenas and threads leave the allocator's own figure short.
    var memoryMeasure: MemoryMeasure {
        switch rawValue {
        case "dispatch", "run-loop", "task-sleep": .resident
        case "timerfd": .kernel
        default: .allocated
        }
    }
}

/// Where bytes per timer come from: growth over the arming of all, in a process of its own.
public enum MemoryMeasure: String, Sendable {
    /// In use by `mallinfo2`.
    case allocated
    /// Pages of the process in memory.
    case resident
    /// Pages of the process, and the kernel's own that it can't reclaim.
    case kernel
}
