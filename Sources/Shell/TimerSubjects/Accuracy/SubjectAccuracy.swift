internal import Chronology
internal import Linux

/// The accuracy of a library's timers, which fire in their own loop.
public struct SubjectAccuracy: EmbeddingVisitor {
    public var plan: AccuracyPlan

    public init(_ plan: AccuracyPlan) { self.plan = plan }

    public func visit<Subject: EmbeddingSubject & ~Copyable>(
        _: Subject.Type
    ) throws(any Error) -> Accuracy {
        let origin = Clock.boottime.now()
        var subject = try Subject(
            capacity: plan.timers, startingAt: Instant(nanoseconds: origin), on: .real)
        // Libraries that take long to arm are given the time.
        let lead = AccuracyPlan.lead + UInt64(plan.timers) * 20_000
        let start = Clock.boottime.now() + lead
        let deadlines = plan.deadlines(from: start)
        for (session, deadline) in deadlines.enumerated() {
            subject.arm(UInt32(session), at: Instant(nanoseconds: deadline))
        }
        var accuracy = Accuracy()
        var hasFired = [Bool](repeating: false, count: plan.timers)
        let end = Instant(nanoseconds: start + plan.span.nanoseconds)
        let meter = UseMeter()
        subject.advance(to: end) { _, session, at in
            hasFired[Int(session)] = true
            accuracy.note(deadline: deadlines[Int(session)], firedAt: at.nanoseconds)
        }
        meter.fill(&accuracy)
        // The last may still be on their way.
        let giveUp = end.nanoseconds + AccuracyPlan.grace
        while subject.pending > 0, Clock.boottime.now() < giveUp {
            subject.advance(to: Instant(nanoseconds: Clock.boottime.now() + 1_000_000)) {
                hasFired[Int($1)] = true
                accuracy.note(deadline: deadlines[Int($1)], firedAt: $2.nanoseconds)
            }
        }
        accuracy.lost = UInt64(hasFired.count { !$0 })
        subject.close()
        return accuracy
    }
}
