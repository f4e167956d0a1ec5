public import Chronology
internal import Linux
public import TimerQueues

/// The kernel: one `timerfd` each, all watched by one `epoll`. As many as descriptors are allowed.
public struct TimerfdLibrary: TimerLibrary, ~Copyable {
    public static var kind: QueueKind { .timerfd }

    /// Descriptors that are left to the rest of the program.
    public static var reserve: Int { 100 }
    private static var watchedToken: UInt32 { .max }

    private struct Parts: ~Copyable {
        let poll: EventPoll
        let timers: DescriptorArray
    }

    private let parts: Parts
    private let capacity: Int
    private let onFire: (UInt32) -> Void

    public init(
        capacity: Int, on clock: SubjectClock, onFire: @escaping (UInt32) -> Void
    ) throws(SubjectError) {
        try Self.check(capacity: capacity)
        let made = try Self.made { () throws(SystemError) in
            let poll = try EventPoll()
            let timers = try DescriptorArray(count: capacity, poll)
            return Parts(poll: poll, timers: timers)
        }
        parts = made
        self.capacity = capacity
        self.onFire = onFire
    }

    private static func made<Part: ~Copyable>(
        _ part: () throws(SystemError) -> Part
    ) throws(SubjectError) -> Part {
        do throws(SystemError) {
            return try part()
        } catch {
            throw .refused("\(error)")
        }
    }

    /// Whether this process may have so many, after its bound was raised as far as allowed.
    public static func check(capacity: Int) throws(SubjectError) {
        let limit = try made { () throws(SystemError) in try raiseOpenFileLimit() }
        let allowed = max(0, Int(clamping: limit) - reserve)
        if capacity > allowed { throw .tooFewDescriptors(needed: capacity, allowed: allowed) }
    }

    public mutating func start(_ index: UInt32, at deadline: Instant) {
        precondition(Int(index) < capacity, "a timer of this library")
        expectSuccess { () throws(SystemError) in
            try unsafe parts.timers.base[Int(index)].arm(at: deadline.nanoseconds)
        }
    }

    public mutating func stop(_ index: UInt32) {
        precondition(Int(index) < capacity, "a timer of this library")
        expectSuccess { () throws(SystemError) in try unsafe parts.timers.base[Int(index)].disarm()
        }
    }

    public mutating func watch(_ descriptor: Int32) throws(SubjectError) {
        try Self.made { () throws(SystemError) in
            try parts.poll.add(descriptor, token: Self.watchedToken)
        }
    }

    public mutating func turn(waitingUntil limit: Instant) {
        let now = limit == .origin || limit == .distantFuture ? 0 : Clock.boottime.now()
        let span = limit.nanoseconds - min(limit.nanoseconds, now)
        expectSuccess { () throws(SystemError) in
            let bound = limit == .distantFuture ? nil : span
            _ = try parts.poll.wait(nanoseconds: bound) { token in
                guard token != Self.watchedToken else { return }
                // Disarmed or set anew since it fired: nothing to read.
                let count = unsafe (try? parts.timers.base[Int(token)].read()) ?? 0
                if count > 0 { onFire(token) }
            }
        }
    }

    /// A descriptor that exists takes any deadline.
    private func expectSuccess(_ body: () throws(SystemError) -> Void) {
        do throws(SystemError) {
            try body()
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

/// Timers that a poll watches by their number.
@safe
private struct DescriptorArray: ~Copyable {
    let base: UnsafeMutablePointer<TimerDescriptor>
    private var count = 0

    init(count: Int, _ poll: borrowing EventPoll) throws(SystemError) {
        unsafe base = .allocate(capacity: max(count, 1))
        while self.count < count {
            let timer = try TimerDescriptor()
            try poll.add(timer.number, token: UInt32(self.count))
            unsafe (base + self.count).initialize(to: timer)
            self.count += 1
        }
    }

    deinit {
        unsafe base.deinitialize(count: count)
        unsafe base.deallocate()
    }
}
