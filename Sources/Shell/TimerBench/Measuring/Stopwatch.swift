import Linux
import TimerQueues

/// Adds up the timed parts of a measurement: the clock innermost, so that what is asked of the
/// kernel beside it is not counted.
struct Stopwatch {
    private(set) var nanoseconds: UInt64 = 0
    private var switches: UInt64 = 0
    private var processorNanoseconds: UInt64 = 0
    private var startedAt: UInt64 = 0
    private var switchesBefore: UInt64 = 0
    private var processorBefore: UInt64 = 0
    private let hasThreads: Bool
    private let madeAt = Clock.boottime.now()

    init(_ kind: QueueKind? = nil) { hasThreads = kind?.hasThreads ?? false }

    @inline(never)
    mutating func start() {
        switchesBefore = Self.involuntarySwitches
        processorBefore = Clock.processTime.now()
        startedAt = Clock.boottime.now()
    }

    /// Since `start`.
    var lap: UInt64 { Clock.boottime.now() - startedAt }

    @inline(never)
    mutating func stop() {
        nanoseconds += Clock.boottime.now() - startedAt
        processorNanoseconds += Clock.processTime.now() - processorBefore
        switches += Self.involuntarySwitches - switchesBefore
    }

    /// Whether another round would tell no more, or take too long.
    var isEnough: Bool {
        nanoseconds > Bounds.nanoseconds
            || Clock.boottime.now() - madeAt > Bounds.roundsNanoseconds
    }

    /// Times the processor was taken away by somebody else. Threads of one process take it from
    /// each other; then none counts as long as they had nearly all of it together.
    var foreignSwitches: UInt64 {
        hasThreads && processorNanoseconds >= nanoseconds - nanoseconds / 32 ? 0 : switches
    }

    private static var involuntarySwitches: UInt64 {
        (try? ResourceUsage.now())?.involuntarySwitches ?? 0
    }
}

/// How much memory is in use, by one of three measures.
struct MemoryGauge {
    let measure: MemoryMeasure
    private let before: UInt64

    init(_ measure: MemoryMeasure) {
        self.measure = measure
        before = Self.inUse(measure)
    }

    var growth: UInt64 {
        let now = Self.inUse(measure)
        return now > before ? now - before : 0
    }

    private static func inUse(_ measure: MemoryMeasure) -> UInt64 {
        switch measure {
        case .allocated: allocatedByteCount()
        case .resident: (try? residentByteCount()) ?? 0
        case .kernel:
            ((try? residentByteCount()) ?? 0) + ((try? kernelObjectByteCount()) ?? 0)
        }
    }
}
