public import Chance
public import Chronology

/// What sessions do in a stream of events, `session << 2 | code`.
public enum SessionEvent {
    public static let touch: UInt32 = 0
    public static let background: UInt32 = 1
    public static let comeBack: UInt32 = 2
}

/// Sessions whose lock has fired, so that their return has nothing to cancel.
@safe
@frozen
public struct FiredMarks: ~Copyable {
    @usableFromInline let marks: UnsafeMutablePointer<Bool>

    public init(count: Int) {
        unsafe marks = .allocate(capacity: count)
        unsafe marks.initialize(repeating: false, count: count)
    }

    deinit { unsafe marks.deallocate() }

    @inlinable
    public func set(_ session: UInt32) { unsafe marks[Int(session)] = true }

    @inlinable
    public func take(_ session: UInt32) -> Bool {
        if unsafe !marks[Int(session)] { return false }
        unsafe marks[Int(session)] = false
        return true
    }
}

/// The loops in which a subject's calls are timed.
///
/// They are made where the subject's type is known, a library's in the module that has it, and are
/// compiled for it there: otherwise each call would first look up what it calls, at a price of the
/// order of what is measured. One call of a loop is many of the subject.
public struct SubjectLoops<Subject: TimerSubject & ~Copyable> {
    public typealias Arm = (inout Subject, _ spans: [UInt64], _ origin: Instant) -> Void
    public typealias Touch = (
        inout Subject, inout ChanceStream, _ deadline: inout UInt64, _ gap: UInt64,
        _ sessions: UInt64, _ count: Int
    ) -> Void
    public typealias Cancel = (inout Subject, _ order: [UInt32]) -> Void
    public typealias Apply = (
        inout Subject, _ events: [UInt32], _ first: Int, _ end: Int, _ idle: Instant,
        _ lock: Instant, borrowing FiredMarks
    ) -> Void

    /// All sessions, in order, each its span after the origin.
    public let arm: Arm
    /// Random sessions, each time to a deadline that is a gap later.
    public let touch: Touch
    public let cancel: Cancel
    /// A stretch of the events: touches go to `idle`, absences to `lock`.
    public let apply: Apply

    @inlinable
    public init() {
        arm = { subject, spans, origin in
            for session in spans.indices {
                subject.arm(
                    UInt32(truncatingIfNeeded: session),
                    at: Instant(nanoseconds: origin.nanoseconds &+ spans[session]))
            }
        }
        touch = { subject, stream, deadline, gap, sessions, count in
            // Copies, as what is passed in could change with every call.
            var local = stream
            var at = deadline
            for _ in 0..<count {
                at &+= gap
                subject.touch(
                    UInt32(truncatingIfNeeded: local.next(below: sessions)),
                    to: Instant(nanoseconds: at))
            }
            stream = local
            deadline = at
        }
        cancel = { subject, order in
            for session in order { subject.cancel(session) }
        }
        apply = { subject, events, first, end, idle, lock, marks in
            for index in first..<end {
                let event = events[index]
                let session = event >> 2
                switch event & 3 {
                case SessionEvent.touch: subject.touch(session, to: idle)
                case SessionEvent.background:
                    subject.cancel(session)
                    subject.arm(session, at: lock)
                default:
                    if !marks.take(session) { subject.cancel(session) }
                    subject.arm(session, at: idle)
                }
            }
        }
    }
}
