public import Chronology
public import TimerQueues

/// Somebody else's timers, by number, and the loop they fire in.
///
/// Deadlines are on `CLOCK_BOOTTIME`, or on the virtual clock; each library counts from where it
/// stands on a clock of its own, never towards an earlier instant.
public protocol TimerLibrary: ~Copyable {
    static var kind: QueueKind { get }
    static var clock: SubjectClock { get }
    static var resolution: TimeSpan { get }

    /// `onFire` is called from within `turn`, and no timer is started or stopped in it.
    init(
        capacity: Int, on clock: SubjectClock, onFire: @escaping (UInt32) -> Void
    ) throws(SubjectError)

    /// A timer that isn't running.
    mutating func start(_ index: UInt32, at deadline: Instant)
    /// One that is.
    mutating func restart(_ index: UInt32, at deadline: Instant)
    mutating func stop(_ index: UInt32)

    /// Also wakes for this descriptor, as long as it can be read. Once at most.
    mutating func watch(_ descriptor: Int32) throws(SubjectError)
    /// Runs the loop until something has happened, or until `limit`; `.origin` doesn't wait.
    mutating func turn(waitingUntil limit: Instant)

    var byteCount: Int? { get }
    consuming func close()
}

extension TimerLibrary where Self: ~Copyable {
    public static var clock: SubjectClock { .real }
    public static var resolution: TimeSpan { .zero }
    public mutating func restart(_ index: UInt32, at deadline: Instant) {
        start(index, at: deadline)
    }
    public var byteCount: Int? { nil }
    public consuming func close() {}
}

/// A library in which putting a re-arm off pays.
public protocol LazyTimerLibrary: TimerLibrary, ~Copyable {
    static var lazyKind: QueueKind { get }
}
