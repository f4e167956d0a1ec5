public import Chronology

/// A wheel that never moves a timer: far ones simply stand in wide buckets and fire late, by up to
/// an eighth of their delay and a tick. For timeouts, which are there to be cancelled.
///
/// A timer stands on the first level whose 64 buckets reach as far as its delay, rounded up to the
/// next bucket. In ticks:
/// | level | delay below | bucket spans |
/// | --- | --- | --- |
/// | 0 | 64 | 1 |
/// | 1 | 512 | 8 |
/// | 2 | 4096 | 64 |
/// | l … 20 | 64 · 8^l: the whole clock | 8^l |
///
/// A level has 128 buckets, as a rounded timer may stand up to 65 ahead, and one word of 128 bits
/// that says which are in use. Every operation is O(1), firing too: a timer is linked once and
/// unlinked once. One `advance` fires bucket by bucket, not in the order of deadlines.
///
/// Source: the Linux timer wheel since 4.8 (Thomas Gleixner), whose 64 buckets a level let a timer
/// be late by 8/63.
public struct CoarseWheel: TimerQueue, ~Copyable {
    public static let kind = QueueKind.coarseWheel
    public static let isStable = false
    public static let isExact = false

    static let levelCount = 21
    static let bucketCount: UInt64 = 128
    /// Made ready by `advance`.
    static let ready = UInt32(levelCount) * UInt32(bucketCount)
    /// Scheduled with a deadline that is no later than now.
    static let overdue = ready + 1

    private var timers: LinkedTimers
    private var occupied = InlineArray<21, UInt128>(repeating: 0)
    private let tick: UInt64
    private var cursor: UInt64
    /// `cursor` in ticks, rounded down.
    private var currentTick: UInt64

    public init(startingAt origin: Instant, tick: TimeSpan, capacity: Int) {
        self.tick = max(tick.nanoseconds, 1)
        timers = LinkedTimers(headCount: Self.overdue + 1, capacity: capacity)
        cursor = origin.nanoseconds
        currentTick = cursor / self.tick
    }

    public var now: Instant { Instant(nanoseconds: cursor) }
    public var count: Int { timers.count }
    public var byteCount: Int { timers.byteCount + MemoryLayout<InlineArray<21, UInt128>>.stride }

    public func latenessBound(delay: TimeSpan) -> TimeSpan {
        .nanoseconds(delay.nanoseconds / 8) + .nanoseconds(tick)
    }

    public mutating func schedule(deadline: Instant, payload: UInt32) -> TimerID {
        let id = timers.insert(payload: payload)
        place(id.slot, deadline.nanoseconds)
        return id
    }

    public mutating func reschedule(_ id: TimerID, deadline: Instant) -> Bool {
        guard timers.contains(id) else { return false }
        unlink(id.slot)
        place(id.slot, deadline.nanoseconds)
        return true
    }

    public mutating func cancel(_ id: TimerID) -> Bool {
        guard timers.contains(id) else { return false }
        unlink(id.slot)
        timers.remove(id.slot)
        return true
    }

    /// When the next bucket fires, which may be later than the deadlines in it.
    public var nextDeadline: Instant? {
        guard count > 0 else { return nil }
        guard timers.isEmpty(Self.ready), timers.isEmpty(Self.overdue) else { return now }
        var earliest = UInt64.max
        for level in 0..<Self.levelCount where occupied[level] != 0 {
            let first = currentTick >> (3 * level) &+ 1
            let ahead = rotated(level, to: first).trailingZeroBitCount
            earliest = min(earliest, start(of: first &+ UInt64(ahead), level))
        }
        return Instant(nanoseconds: earliest)
    }

    public mutating func advance(to now: Instant) {
        let target = max(now.nanoseconds, cursor)
        if !timers.isEmpty(Self.overdue) { timers.splice(Self.overdue, to: Self.ready) }
        let targetTick = target / tick
        if targetTick != currentTick || target == .max {
            for level in 0..<Self.levelCount where occupied[level] != 0 {
                let current = currentTick >> (3 * level)
                // Buckets that end beyond the clock fire at its end.
                let passed = target == .max ? .max : targetTick >> (3 * level) - current
                fire(level, from: current &+ 1, count: min(passed, Self.bucketCount))
            }
        }
        cursor = target
        currentTick = targetTick
    }

    public mutating func popDue() -> DueTimer? {
        let slot = timers.next(of: Self.ready)
        guard slot != Self.ready else { return nil }
        _ = timers.unlink(slot)
        return timers.take(slot)
    }
}

extension CoarseWheel {
    @inline(__always)
    private mutating func place(_ slot: UInt32, _ deadline: UInt64) {
        timers.setDeadline(of: slot, deadline)
        guard deadline > cursor else { return timers.append(slot, to: Self.overdue) }
        let (level, number) = bucket(of: deadline, from: currentTick)
        let place = number % Self.bucketCount
        occupied[level] |= 1 << UInt128(place)
        timers.append(slot, to: UInt32(level) * UInt32(Self.bucketCount) + UInt32(place))
    }

    /// Buckets of a level are numbered from the clock's origin. The deadline is after now.
    @inline(__always)
    private func bucket(of deadline: UInt64, from now: UInt64) -> (level: Int, number: UInt64) {
        let (ticks, rest) = deadline.quotientAndRemainder(dividingBy: tick)
        let due = ticks + (rest == 0 ? 0 : 1)
        let bits = 64 - (due - now).leadingZeroBitCount
        let level = max(0, bits - 4) / 3
        let shift = 3 * level
        return (level, due >> shift + ((due & (1 << shift - 1)) == 0 ? 0 : 1))
    }

    @inline(__always)
    private mutating func unlink(_ slot: UInt32) {
        guard let head = timers.unlink(slot), head < Self.ready else { return }
        occupied[Int(head) / Int(Self.bucketCount)] &= ~(1 << UInt128(head % 128))
    }

    /// The buckets in use, that with this number first.
    @inline(__always)
    private func rotated(_ level: Int, to number: UInt64) -> UInt128 {
        let place = number % Self.bucketCount
        let word = occupied[level]
        return word >> UInt128(place) | word << UInt128(Self.bucketCount - place)
    }

    private mutating func fire(_ level: Int, from first: UInt64, count: UInt64) {
        var waiting = rotated(level, to: first)
        while waiting != 0, waiting.trailingZeroBitCount < count {
            let place = (first &+ UInt64(waiting.trailingZeroBitCount)) % Self.bucketCount
            timers.splice(
                UInt32(level) * UInt32(Self.bucketCount) + UInt32(place), to: Self.ready)
            occupied[level] &= ~(1 << UInt128(place))
            waiting &= waiting - 1
        }
    }

    private func start(of number: UInt64, _ level: Int) -> UInt64 {
        let (ticks, overflow) = number.multipliedReportingOverflow(by: 1 << (3 * level))
        let (start, beyond) = ticks.multipliedReportingOverflow(by: tick)
        return overflow || beyond ? .max : start
    }

    public func checkInvariants() {
        var pending = 0
        for head in 0...Self.overdue {
            let level = Int(head / 128)
            timers.checkList(head) { slot in
                pending += 1
                let deadline = timers.deadline(of: slot)
                guard head < Self.ready else { return precondition(deadline <= cursor) }
                let (ticks, rest) = deadline.quotientAndRemainder(dividingBy: tick)
                let due = ticks + (rest == 0 ? 0 : 1)
                let width: UInt64 = 1 << (3 * level)
                let number = due / width + (due % width == 0 ? 0 : 1)
                precondition(number % 128 == UInt64(head % 128))
                precondition(number > currentTick / width && number - currentTick / width <= 65)
            }
            guard head < Self.ready else { continue }
            precondition((occupied[level] >> UInt128(head % 128) & 1 == 1) == !timers.isEmpty(head))
        }
        precondition(pending == count && currentTick == cursor / tick)
    }
}
