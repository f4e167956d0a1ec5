public import Chronology
internal import Foundation
internal import Linux
public import TimerQueues
public import TimerSubjects

/// Foundation: one `Timer` each in the main run loop, which is also what
/// `performSelector:afterDelay:` makes. A touch sets the timer's `fireDate`.
///
/// Fire dates are on the clock that can be set, in floating seconds: a deadline counts from the
/// moment of each call and is as exact as that leaves it, about 0.1 µs.
public struct RunLoopLibrary: TimerLibrary, ~Copyable {
    public static var kind: QueueKind { .runLoop }
    /// What a date of these years is rounded by, so that a timer is rather late than early.
    private static var rounding: UInt64 { 240 }

    private var timers: [Timer?]
    private let onFire: (UInt32) -> Void
    private var watched: (any DispatchSourceRead)?

    public init(
        capacity: Int, on clock: SubjectClock, onFire: @escaping (UInt32) -> Void
    ) throws(SubjectError) {
        timers = Array(repeating: nil, count: capacity)
        self.onFire = onFire
    }

    public mutating func start(_ index: UInt32, at deadline: Instant) {
        // Called on the main thread alone, as everything here is.
        nonisolated(unsafe) let onFire = onFire
        let timer = Timer(fire: date(deadline), interval: 0, repeats: false) { _ in
            unsafe onFire(index)
        }
        RunLoop.main.add(timer, forMode: .default)
        timers[Int(index)] = timer
    }

    public mutating func restart(_ index: UInt32, at deadline: Instant) {
        timers[Int(index)]?.fireDate = date(deadline)
    }

    public mutating func stop(_ index: UInt32) {
        timers[Int(index)]?.invalidate()
        timers[Int(index)] = nil
    }

    private func date(_ deadline: Instant) -> Date {
        if deadline == .distantFuture { return .distantFuture }
        let now = Clock.boottime.now()
        let span = deadline.nanoseconds - min(deadline.nanoseconds, now)
        return Date(timeIntervalSinceNow: Double(span + Self.rounding) * 1e-9)
    }

    public mutating func watch(_ descriptor: Int32) throws(SubjectError) {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        // Nothing to do: that it was called ends the run loop's wait.
        source.setEventHandler {}
        source.activate()
        watched = source
    }

    /// A run loop's wait isn't ended by its timers, so it is told when the next is due.
    public mutating func turn(waitingUntil limit: Instant) {
        let next = RunLoop.main.limitDate(forMode: .default) ?? .distantFuture
        if limit == .origin { return }
        _ = RunLoop.main.run(mode: .default, before: min(next, date(limit)))
    }

    public consuming func close() { for timer in timers { timer?.invalidate() } }
}
