public import Chronology
internal import Linux
public import TimerQueues
public import TimerSubjects

/// Swift concurrency: one `Task` each that sleeps until the deadline, on the main actor. A touch
/// cancels it and makes another, since a sleep can't be moved.
public struct TaskLibrary: TimerLibrary, ~Copyable {
    public static var kind: QueueKind { .taskSleep }

    private let waiting: MainQueueWaiting
    private var tasks: [Task<Void, Never>?]
    private let onFire: (UInt32) -> Void
    /// The same moment on both clocks, or the second a little later, so that nothing is early.
    private let origin: UInt64
    private let clockOrigin: ContinuousClock.Instant

    public init(
        capacity: Int, on clock: SubjectClock, onFire: @escaping (UInt32) -> Void
    ) throws(SubjectError) {
        waiting = try MainQueueWaiting()
        tasks = Array(repeating: nil, count: capacity)
        self.onFire = onFire
        origin = Clock.boottime.now()
        clockOrigin = .now
    }

    public mutating func start(_ index: UInt32, at deadline: Instant) {
        let span = Int64(clamping: deadline.nanoseconds - min(deadline.nanoseconds, origin))
        let end = clockOrigin.advanced(by: .nanoseconds(span))
        // Called on the main thread alone, as everything here is.
        nonisolated(unsafe) let onFire = onFire
        tasks[Int(index)] = Task { @MainActor in
            try? await Task.sleep(until: end, tolerance: .zero, clock: .continuous)
            if !Task.isCancelled { unsafe onFire(index) }
        }
    }

    public mutating func restart(_ index: UInt32, at deadline: Instant) {
        stop(index)
        start(index, at: deadline)
    }

    public mutating func stop(_ index: UInt32) {
        tasks[Int(index)]?.cancel()
        tasks[Int(index)] = nil
    }

    public mutating func watch(_ descriptor: Int32) throws(SubjectError) {
        try waiting.watch(descriptor)
    }

    public mutating func turn(waitingUntil limit: Instant) { waiting.turn(waitingUntil: limit) }

    /// Tasks that never end would hold the main queue to be drained by the next subject.
    public consuming func close() { for task in tasks { task?.cancel() } }
}
