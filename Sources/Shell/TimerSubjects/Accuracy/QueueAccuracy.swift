public import Chronology
internal import Linux
public import TimerQueues
internal import UV

/// The accuracy of one of our own queues under one of the wake-ups, with a loop as in a live run.
public struct QueueAccuracy: QueueVisitor {
    public var plan: AccuracyPlan
    public var wake: WakeKind
    public var tick: TimeSpan

    public init(_ plan: AccuracyPlan, wake: WakeKind, tick: TimeSpan = .milliseconds(1)) {
        self.plan = plan
        self.wake = wake
        self.tick = tick
    }

    public func visit<Queue: TimerQueue & ~Copyable>(
        _: Queue.Type
    ) throws(any Error) -> Accuracy {
        let loop = try Loop()
        let waker = try Waker(wake, loop) { [unowned loop] in loop.stop() }
        let origin = Clock.boottime.now()
        var queue = Queue(
            startingAt: Instant(nanoseconds: origin), tick: tick, capacity: plan.timers)
        let start = origin + AccuracyPlan.lead
        for (index, deadline) in plan.deadlines(from: start).enumerated() {
            _ = queue.schedule(deadline: Instant(nanoseconds: deadline), payload: UInt32(index))
        }
        let giveUp = start + plan.span.nanoseconds + AccuracyPlan.grace
        var accuracy = Accuracy()
        let meter = UseMeter()
        while let next = queue.nextDeadline, Clock.boottime.now() < giveUp {
            try waker.arm(at: min(next.nanoseconds, giveUp))
            loop.run(.once)
            queue.advance(to: Instant(nanoseconds: Clock.boottime.now()))
            while let due = queue.popDue() {
                accuracy.note(
                    deadline: due.deadline.nanoseconds, firedAt: Clock.boottime.now())
            }
        }
        meter.fill(&accuracy)
        accuracy.spun = TimeSpan(nanoseconds: waker.spun)
        accuracy.lost = UInt64(plan.timers) - min(accuracy.fired, UInt64(plan.timers))
        return accuracy
    }
}
