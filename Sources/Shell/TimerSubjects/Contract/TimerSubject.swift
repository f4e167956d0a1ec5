public import Chronology
public import TimerQueues

/// What moves a subject's time.
public enum SubjectClock: String, Sendable {
    /// Time is what `advance` says, for libraries too: they read a clock that this program sets.
    case virtual
    /// `CLOCK_BOOTTIME`; `advance` waits until it is there.
    case real
}

/// A timer implementation under measurement: one timer a session, of sessions 0 ..< capacity.
///
/// Ours and other people's, called as a good user of each would. A session is armed when it has no
/// timer pending, touched or cancelled when it has; what else happens is the implementation's
/// affair, and no subject checks it.
///
/// While a subject on the virtual clock lives, `CLOCK_MONOTONIC` and `CLOCK_REALTIME` of this
/// process are set by it: measure on `Clock.boottime`, and have one such subject at a time.
public protocol TimerSubject: ~Copyable {
    static var kind: QueueKind { get }
    /// The clock its operations are measured on.
    static var clock: SubjectClock { get }
    /// How much later than a deadline `advance` must go before the timer fires for sure: what the
    /// library rounds up, or 1 ns where it fires once a deadline is over and not when it is there.
    static var resolution: TimeSpan { get }

    /// Time stands at `origin`; on the real clock that is ignored. Every subject that has a virtual
    /// clock can also be had on the real one.
    init(capacity: Int, startingAt origin: Instant, on clock: SubjectClock) throws(SubjectError)

    mutating func arm(_ session: UInt32, at deadline: Instant)
    /// Re-arms a pending one.
    mutating func touch(_ session: UInt32, to deadline: Instant)
    mutating func cancel(_ session: UInt32)

    /// Moves time to `now`, or waits for it, and calls back for each timer that fires, with when it
    /// did; says how many those were. The callback may do anything with the subject.
    @discardableResult
    mutating func advance(
        to now: Instant, fired: (inout Self, UInt32, Instant) -> Void
    ) -> Int

    /// Timers armed and neither fired nor cancelled.
    var pending: Int { get }
    /// What it holds in memory, nil where only the process's size tells.
    var byteCount: Int? { get }

    consuming func close()
}

extension TimerSubject where Self: ~Copyable {
    public init(capacity: Int, startingAt origin: Instant) throws(SubjectError) {
        try self.init(capacity: capacity, startingAt: origin, on: Self.clock)
    }

    public static var resolution: TimeSpan { .zero }
    public var byteCount: Int? { nil }
    public consuming func close() {}
}

/// Why a subject can't be had.
public enum SubjectError: Error, Hashable, Sendable {
    /// Each timer takes a descriptor, and the process may have fewer.
    case tooFewDescriptors(needed: Int, allowed: Int)
    /// A library or the kernel refused, with its own words.
    case refused(String)
    /// This program has no clock that can be set.
    case noVirtualClock
}

extension SubjectError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooFewDescriptors(let needed, let allowed):
            "\(needed) timers need as many descriptors, and this process may open \(allowed)"
        case .refused(let text): text
        case .noVirtualClock: "no clock of this program can be set"
        }
    }
}
