public import Chronology
public import TimerQueues
internal import UV

/// libuv: `uv_timer_start` on one `uv_timer_t` each, for an arm and for a touch.
///
/// A deadline is rounded up to the millisecond, and the span is counted from the loop's own time,
/// so that nothing is early, however old that time is.
public struct UVLibrary: LazyTimerLibrary, ~Copyable {
    public static var kind: QueueKind { .uvTimer }
    public static var lazyKind: QueueKind { .uvLazy }
    public static var clock: SubjectClock { .virtual }
    public static var resolution: TimeSpan { .milliseconds(1) }

    private let loop: Loop
    private let timers: TimerArray
    private let limit: UV.Timer
    private var poll: Poll?
    private let offset: MonotonicOffset

    public init(
        capacity: Int, on clock: SubjectClock, onFire: @escaping (UInt32) -> Void
    ) throws(SubjectError) {
        let loop = try Self.made { () throws(UVError) in try Loop() }
        let timers = try Self.made { () throws(UVError) in
            try TimerArray(loop, count: capacity) { [unowned loop] index in
                // Timers come first in a turn, and it would then wait for the next of them.
                loop.stop()
                onFire(index)
            }
        }
        let limit = try Self.made { () throws(UVError) in try UV.Timer(loop) }
        self.loop = loop
        self.timers = timers
        self.limit = limit
        offset = MonotonicOffset(clock)
    }

    private static func made<Part: ~Copyable>(
        _ part: () throws(UVError) -> Part
    ) throws(SubjectError) -> Part {
        do throws(UVError) {
            return try part()
        } catch {
            throw .refused("libuv: \(error)")
        }
    }

    public mutating func start(_ index: UInt32, at deadline: Instant) {
        timers.start(index, afterMilliseconds: span(to: deadline))
    }

    public mutating func stop(_ index: UInt32) { timers.stop(index) }

    private func span(to deadline: Instant) -> UInt64 {
        let nanoseconds = offset.monotonic(deadline)
        let due = nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 == 0 ? 0 : 1)
        return due - min(due, loop.nowMilliseconds)
    }

    public mutating func watch(_ descriptor: Int32) throws(SubjectError) {
        poll = try Self.made { () throws(UVError) in
            let poll = try Poll(loop, descriptor: descriptor)
            try poll.start(.readable) { _, _ in }
            return poll
        }
    }

    public mutating func turn(waitingUntil limit: Instant) {
        if limit == .origin {
            loop.run(.withoutWaiting)
        } else {
            try? self.limit.start(afterMilliseconds: span(to: limit)) {}
            loop.run(.once)
            self.limit.stop()
        }
    }

    public var byteCount: Int? { timers.byteCount }

    public consuming func close() {
        let loop = loop
        _ = consume self
        loop.run(.withoutWaiting)
        // Not busy: every handle went with its owner.
        try? loop.close()
    }
}
