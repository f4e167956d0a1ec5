import Chronology
import TimerQueues

/// Ours, which a loop drives: the contract is theirs.
let pureQueues = QueueKind.allCases.filter(\.isPure)
/// Those that a simulation may use fire at the very deadline.
let exactQueues = pureQueues.filter { $0.modes == .both }

struct AllCases: QueueVisitor {
    func visit<Queue: TimerQueue & ~Copyable>(_ queue: Queue.Type) -> [String] {
        violations(of: queue)
    }
}

/// Nil where the queue agrees with the books.
struct RandomRun: QueueVisitor {
    var plan: SequencePlan

    func visit<Queue: TimerQueue & ~Copyable>(_: Queue.Type) -> String? {
        let tick = TimeSpan.nanoseconds(plan.tick)
        return RandomSequence<Queue>.run(
            plan, on: Queue(startingAt: plan.start, tick: tick, capacity: 0))
    }
}

/// Which of ten timers fire in each of four advances that take three at most.
struct AdvancesWithLimit: QueueVisitor {
    func visit<Queue: TimerQueue & ~Copyable>(_: Queue.Type) -> [[UInt32]] {
        var queue = Queue(startingAt: .origin, tick: .milliseconds(1), capacity: 0)
        for payload in 0..<10 as Range<UInt32> {
            _ = queue.schedule(deadline: Instant(nanoseconds: UInt64(payload)), payload: payload)
        }
        return (0..<4).map { _ in
            var fired: [UInt32] = []
            queue.advance(to: Instant(nanoseconds: 1_000_000_000), limit: 3) { queue, due in
                fired.append(due.payload)
                queue.checkInvariants()
            }
            return fired
        }
    }
}

/// What fires, in order, where a callback advances the queue once more; then what is left.
struct AdvanceInsideCallback: QueueVisitor {
    func visit<Queue: TimerQueue & ~Copyable>(_: Queue.Type) -> [Int] {
        var queue = Queue(startingAt: .origin, tick: .milliseconds(1), capacity: 0)
        for payload in 0..<6 as Range<UInt32> {
            _ = queue.schedule(deadline: Instant(nanoseconds: UInt64(payload)), payload: payload)
        }
        var fired: [Int] = []
        queue.advance(to: Instant(nanoseconds: 2)) { queue, due in
            fired.append(Int(due.payload))
            guard due.payload == 1 else { return }
            queue.advance(to: Instant(nanoseconds: 4)) { _, due in fired.append(Int(due.payload)) }
        }
        return fired + [queue.count]
    }
}

/// The timers that fire, one a year and one a second later, each found by itself or all at once.
struct FarTimers: QueueVisitor {
    var isOneJump: Bool

    func visit<Queue: TimerQueue & ~Copyable>(_: Queue.Type) -> [UInt32] {
        var queue = Queue(startingAt: .origin, tick: .nanoseconds(1), capacity: 0)
        for year in 0..<100 as Range<UInt32> {
            let deadline = Instant.origin + .hours(UInt64(year) * 8766)
            _ = queue.schedule(deadline: deadline + .seconds(1), payload: 2 * year + 1)
            _ = queue.schedule(deadline: deadline, payload: 2 * year)
        }
        if isOneJump { queue.advance(to: .distantFuture) }
        var fired: [UInt32] = []
        while let due = isOneJump ? queue.popDue() : queue.popNext(upTo: .distantFuture) {
            fired.append(due.payload)
        }
        queue.checkInvariants()
        return fired
    }
}

/// Now, after an advance to 100 and one to 50.
struct AdvanceBack: QueueVisitor {
    func visit<Queue: TimerQueue & ~Copyable>(_: Queue.Type) -> UInt64 {
        var queue = Queue(startingAt: .origin, tick: .milliseconds(1), capacity: 0)
        queue.advance(to: Instant(nanoseconds: 100))
        queue.advance(to: Instant(nanoseconds: 50))
        return queue.now.nanoseconds
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
