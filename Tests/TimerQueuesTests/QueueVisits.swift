import Chronology
import TimerQueues

/// Ours, which a loop drives: the contract is theirs.
let pureQueues = QueueKind.allCases.filter(\.isPure)

struct AllCases: QueueVisitor {
    func visit<Queue: TimerQueue & ~Copyable>(_ queue: Queue.Type) -> [String] {
        violations(of: queue)
    }
}

/// Nil where the queue agrees with the oracle.
struct RandomRun: QueueVisitor {
    var seed: UInt64
    var steps: Int
    var origin: UInt64
    var tick: UInt64
    var checkEvery = 1

    func visit<Queue: TimerQueue & ~Copyable>(_: Queue.Type) -> String? {
        RandomSequence<Queue>.run(
            seed: seed, steps: steps, origin: origin, tick: tick, checkEvery: checkEvery)
    }
}

/// By how many bytes a queue grows over schedule, cancel and touch.
struct GrowthByChurn: QueueVisitor {
    func visit<Queue: TimerQueue & ~Copyable>(_: Queue.Type) -> Int {
        var queue = Queue(startingAt: .origin, tick: .milliseconds(1), capacity: 0)
        let kept = queue.schedule(deadline: .distantFuture, payload: 1)
        let before = queue.byteCount
        for index in 0..<100_000 as Range<UInt64> {
            let deadline = queue.now + .milliseconds(index)
            queue.cancel(queue.schedule(deadline: deadline, payload: 0))
            queue.reschedule(kept, deadline: deadline + .hours(1))
        }
        queue.checkInvariants()
        return queue.byteCount - before
    }
}

/// Whether so many timers of one deadline fire at it and not before, in order where that is said.
struct OneTick: QueueVisitor {
    var count: UInt32

    func visit<Queue: TimerQueue & ~Copyable>(_: Queue.Type) -> Bool {
        var queue = Queue(startingAt: .origin, tick: .milliseconds(1), capacity: 0)
        let deadline = Instant(nanoseconds: 77_777_777)
        for payload in 0..<count { _ = queue.schedule(deadline: deadline, payload: payload) }
        queue.advance(to: deadline - .nanoseconds(1))
        guard queue.popDue() == nil else { return false }
        queue.advance(to: deadline + queue.latenessBound(delay: .nanoseconds(77_777_777)))
        var seen = Array(repeating: false, count: Int(count))
        for place in 0..<count {
            guard let due = queue.popDue(), due.payload < count, !seen[Int(due.payload)],
                !Queue.isStable || due.payload == place
            else { return false }
            seen[Int(due.payload)] = true
        }
        queue.checkInvariants()
        return queue.count == 0 && queue.popDue() == nil
    }
}
