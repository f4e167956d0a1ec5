import Linux

/// Adds up the timed parts of a measurement: the clock innermost, so that what is asked of the
/// kernel beside it is not counted.
struct Stopwatch {
    private(set) var nanoseconds: UInt64 = 0
    private(set) var switches: UInt64 = 0
    private var startedAt: UInt64 = 0
    private var switchesBefore: UInt64 = 0

    @inline(never)
    mutating func start() {
        switchesBefore = Self.involuntarySwitches
        startedAt = Clock.boottime.now()
    }

    /// Since `start`.
    var lap: UInt64 { Clock.boottime.now() - startedAt }

    @inline(never)
    mutating func stop() {
        nanoseconds += Clock.boottime.now() - startedAt
        switches += Self.involuntarySwitches - switchesBefore
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
