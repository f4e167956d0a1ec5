public import Chronology
internal import Dispatch
internal import Linux
public import TimerQueues
public import TimerSubjects

/// Dispatch: one strict `DispatchSourceTimer` with no leeway each, on the main queue. Made at the
/// first arm, moved on with `schedule(deadline:)`, and gone with a cancel, as a source is.
public struct DispatchLibrary: TimerLibrary, ~Copyable {
    public static var kind: QueueKind { .dispatch }

    private let waiting: MainQueueWaiting
    private var sources: [(any DispatchSourceTimer)?]
    private let onFire: (UInt32) -> Void
    private let offset: MonotonicOffset

    public init(
        capacity: Int, on clock: SubjectClock, onFire: @escaping (UInt32) -> Void
    ) throws(SubjectError) {
        waiting = try MainQueueWaiting()
        sources = Array(repeating: nil, count: capacity)
        self.onFire = onFire
        offset = MonotonicOffset(clock)
    }

    public mutating func start(_ index: UInt32, at deadline: Instant) {
        if sources[Int(index)] != nil { return restart(index, at: deadline) }
        let source = DispatchSource.makeTimerSource(flags: .strict, queue: .main)
        let onFire = onFire
        source.setEventHandler { onFire(index) }
        source.schedule(deadline: time(deadline), leeway: .nanoseconds(0))
        source.activate()
        sources[Int(index)] = source
    }

    public mutating func restart(_ index: UInt32, at deadline: Instant) {
        sources[Int(index)]?.schedule(deadline: time(deadline), leeway: .nanoseconds(0))
    }

    public mutating func stop(_ index: UInt32) {
        sources[Int(index)]?.cancel()
        sources[Int(index)] = nil
    }

    private func time(_ deadline: Instant) -> DispatchTime {
        DispatchTime(uptimeNanoseconds: offset.monotonic(deadline))
    }

    public mutating func watch(_ descriptor: Int32) throws(SubjectError) {
        try waiting.watch(descriptor)
    }

    public mutating func turn(waitingUntil limit: Instant) { waiting.turn(waitingUntil: limit) }
}
