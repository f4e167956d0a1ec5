public import Chronology
internal import Linux
internal import VirtualClock

/// A subject whose own loop waits, and in which another loop can be embedded.
public protocol EmbeddingSubject: TimerSubject, ~Copyable {
    /// Also wakes for this descriptor, as long as it can be read. Once at most.
    mutating func watch(_ descriptor: Int32) throws(SubjectError)
    /// Runs its loop until something has happened, or until `limit`; `.origin` doesn't wait.
    mutating func turn(waitingUntil limit: Instant)
    /// The next of those that fired in a turn.
    mutating func nextFired() -> Firing?

    /// What fires from now on does so then, nil: by the kernel's clock.
    var virtualNow: Instant? { get nonmutating set }
}

extension EmbeddingSubject where Self: ~Copyable {
    @discardableResult
    public mutating func advance(
        to now: Instant, fired: (inout Self, UInt32, Instant) -> Void
    ) -> Int {
        var count = 0
        let isVirtual = virtualNow != nil
        if isVirtual {
            VirtualClock.set(toNanoseconds: now.nanoseconds)
            virtualNow = now
        }
        while true {
            let isThere = isVirtual || Clock.boottime.now() >= now.nanoseconds
            turn(waitingUntil: isThere ? .origin : now)
            let before = count
            while let firing = nextFired() {
                count += 1
                fired(&self, firing.session, firing.at)
            }
            // The kernel tells in batches.
            if isVirtual || isThere && count == before { return count }
        }
    }
}

/// A session's timer that fired, and when.
public struct Firing: Hashable, Sendable {
    public var session: UInt32
    public var at: Instant
}

/// What fired in a turn of a library's loop, until it is asked for.
@safe
final class FiringList {
    /// Nil: by the kernel's clock.
    var virtualNow: Instant?
    private var firings: [Firing] = []
    private var first = 0

    init(startingAt origin: Instant?) { virtualNow = origin }

    func append(_ session: UInt32) {
        let at = virtualNow ?? Instant(nanoseconds: Clock.boottime.now())
        firings.append(Firing(session: session, at: at))
    }

    func popFirst() -> Firing? {
        guard first < firings.count else { return nil }
        let firing = firings[first]
        first += 1
        if first == firings.count {
            firings.removeAll(keepingCapacity: true)
            first = 0
        }
        return firing
    }
}

/// Between the two clocks: deadlines are on `CLOCK_BOOTTIME`, libraries count on `CLOCK_MONOTONIC`.
public struct MonotonicOffset: Sendable {
    /// How much the first is ahead.
    public let nanoseconds: UInt64

    /// They differ by the time the machine slept, on the virtual clock by nothing.
    public init(_ clock: SubjectClock) {
        switch clock {
        case .virtual: nanoseconds = 0
        case .real:
            let boottime = Clock.boottime.now()
            let monotonic = Clock.monotonic.now()
            // Read later, so that a deadline is rather late than early; asleep for less than that
            // is never been asleep.
            let difference = boottime - min(boottime, monotonic)
            nanoseconds = difference < 1_000_000 ? 0 : difference
        }
    }

    public func monotonic(_ instant: Instant) -> UInt64 {
        instant.nanoseconds - min(instant.nanoseconds, nanoseconds)
    }
}
