public import Chronology
internal import Linux
internal import VirtualClock

/// A short exercise of a subject, whose result can be counted: what tests look at.
///
/// Of `count` sessions armed, every fourth is cancelled, every fourth moved on, and every fourth
/// fires, is armed again from its callback and fires a second time.
public struct Trial: SubjectVisitor {
    /// From the first deadline to the last.
    private let span: UInt64
    private let count: Int

    public struct Outcome: Sendable {
        public var fired = 0
        public var expected = 0
        public var early = 0
        /// Fired though cancelled, or twice.
        public var undue = 0
        public var latest = TimeSpan.zero
        public var pending = 0
        public var clock = SubjectClock.virtual
        /// By the kernel's clock.
        public var took = TimeSpan.zero
    }

    public init(count: Int, over span: TimeSpan) {
        self.count = count
        self.span = span.nanoseconds
    }

    public func visit<Subject: TimerSubject & ~Copyable>(
        _: Subject.Type
    ) throws(SubjectError) -> Outcome {
        var outcome = Outcome()
        outcome.clock = Subject.clock
        let before = Clock.boottime.now()
        let origin = Subject.clock == .real ? before : 1_000_000_000
        var subject = try Subject(
            capacity: count, startingAt: Instant(nanoseconds: origin), on: Subject.clock)
        let start = Subject.clock == .real ? Clock.boottime.now() + 20_000_000 : origin
        var deadlines = [UInt64](repeating: 0, count: count)
        for session in 0..<count {
            let deadline = start + 1_000_000 + span * UInt64(session) / UInt64(count) / 2
            deadlines[session] = deadline
            subject.arm(UInt32(session), at: Instant(nanoseconds: deadline))
        }
        for session in 0..<count {
            switch session % 4 {
            case 1:
                subject.cancel(UInt32(session))
                deadlines[session] = .max
            case 2:
                deadlines[session] += span / 2
                subject.touch(UInt32(session), to: Instant(nanoseconds: deadlines[session]))
            default: break
            }
        }
        let moved = (count + 1) / 4
        outcome.expected = count - (count + 2) / 4 + (count + 3) / 4
        precondition(moved <= count, "a quarter is moved")
        var isSecond = [Bool](repeating: false, count: count)
        let end = start + 1_000_000 + span + span / 2 + 20_000_000
        let steps = 1000 as UInt64
        for step in 1...steps {
            let now = Instant(nanoseconds: start + (end - start) * step / steps)
            subject.advance(to: now) { subject, session, at in
                outcome.fired += 1
                let place = Int(session)
                let deadline = deadlines[place]
                if deadline == .max { outcome.undue += 1 }
                if at.nanoseconds < deadline { outcome.early += 1 }
                outcome.latest = max(outcome.latest, at.since(Instant(nanoseconds: deadline)))
                deadlines[place] = .max
                if place % 4 == 0 && !isSecond[place] {
                    isSecond[place] = true
                    deadlines[place] = max(deadline, at.nanoseconds) + span / 4
                    subject.arm(session, at: Instant(nanoseconds: deadlines[place]))
                }
            }
        }
        outcome.pending = subject.pending
        subject.close()
        outcome.took = TimeSpan(nanoseconds: Clock.boottime.now() - before)
        return outcome
    }
}
