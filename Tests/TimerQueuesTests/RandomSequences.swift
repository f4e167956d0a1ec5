import Chronology
import TimerQueues

struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

/// A queue and the sorted array carry out the same random operations and must agree.
struct RandomSequence<Queue: TimerQueue & ~Copyable>: ~Copyable {
    var random: SplitMix
    var queue: Queue
    var oracle: SortedArrayQueue
    var ids: [(queue: TimerID, oracle: TimerID)] = []
    var fired = 0
    let deepest: Int

    /// The first disagreement, nil if there is none.
    static func run(
        seed: UInt64, steps: Int, origin: UInt64, tick: UInt64, checkEvery: Int = 1
    ) -> String? {
        var sequence = RandomSequence(seed: seed, origin: origin, tick: tick)
        for step in 0..<steps {
            if let difference = sequence.step() {
                return "seed \(seed), origin \(origin), tick \(tick), step \(step): \(difference)"
            }
            guard step % checkEvery == 0 else { continue }
            sequence.queue.checkInvariants()
            sequence.oracle.checkInvariants()
        }
        return sequence.fired > steps / 20 ? nil : "seed \(seed): only \(sequence.fired) fired"
    }

    init(seed: UInt64, origin: UInt64, tick: UInt64) {
        random = SplitMix(state: seed)
        let start = Instant(nanoseconds: origin)
        queue = Queue(startingAt: start, tick: .nanoseconds(tick), capacity: 0)
        oracle = SortedArrayQueue(startingAt: start, tick: .nanoseconds(tick), capacity: 0)
        deepest = [12, 24, 40, 60][Int(seed % 4)]
    }

    mutating func step() -> String? {
        let difference: String?
        switch random.below(20) {
        case 0..<7: difference = schedule()
        case 7..<11: difference = touch()
        case 11..<13: difference = cancel()
        case 13..<15: difference = popNext()
        default: difference = advance()
        }
        return difference ?? compareStates()
    }

    mutating func span() -> TimeSpan {
        let bits = UInt64(random.below(deepest))
        return .nanoseconds(random.next() & (1 << bits - 1 | 1 << bits))
    }

    mutating func deadline() -> Instant {
        switch random.below(16) {
        case 0: oracle.now - span()
        case 1: oracle.now
        case 2: Instant(nanoseconds: random.next())
        case 3: .distantFuture
        case 4: oracle.nextDeadline ?? oracle.now
        default: oracle.now + span()
        }
    }

    mutating func schedule() -> String? {
        let deadline = deadline()
        let payload = UInt32(truncatingIfNeeded: random.next())
        ids.append(
            (
                queue.schedule(deadline: deadline, payload: payload),
                oracle.schedule(deadline: deadline, payload: payload)
            ))
        if ids.count > 300 { ids.removeFirst(100) }
        return nil
    }

    mutating func touch() -> String? {
        guard let ids = ids.randomElement(using: &random) else { return nil }
        let deadline = deadline()
        let answer = queue.reschedule(ids.queue, deadline: deadline)
        let expected = oracle.reschedule(ids.oracle, deadline: deadline)
        return answer == expected ? nil : "reschedule said \(answer)"
    }

    mutating func cancel() -> String? {
        guard let ids = ids.randomElement(using: &random) else { return nil }
        let answer = queue.cancel(ids.queue)
        return answer == oracle.cancel(ids.oracle) ? nil : "cancel said \(answer)"
    }

    mutating func popNext() -> String? {
        let limit = random.below(2) == 0 ? oracle.nextDeadline ?? oracle.now : oracle.now + span()
        let due = queue.popNext(upTo: limit)
        let expected = oracle.popNext(upTo: limit)
        queue.advance(to: oracle.now)
        oracle.advance(to: queue.now)
        queue.advance(to: oracle.now)
        return compare(due, expected)
    }

    /// Whether or not all is taken, and with other operations in between.
    mutating func advance() -> String? {
        var target = oracle.now + span()
        if random.below(3) == 0, let next = oracle.nextDeadline { target = next }
        queue.advance(to: target)
        oracle.advance(to: target)
        var limit = random.below(4) == 0 ? random.below(3) : .max
        while limit > 0 {
            limit -= 1
            let due = queue.popDue()
            let expected = oracle.popDue()
            if let difference = compare(due, expected) { return difference }
            if due == nil { break }
            let difference: String?
            switch random.below(6) {
            case 0: difference = schedule()
            case 1: difference = touch()
            case 2: difference = cancel()
            default: difference = nil
            }
            if let difference { return difference }
        }
        return nil
    }

    mutating func compare(_ due: DueTimer?, _ expected: DueTimer?) -> String? {
        if expected != nil { fired += 1 }
        return due?.deadline == expected?.deadline && due?.payload == expected?.payload
            ? nil : "fired \(String(describing: due)) for \(String(describing: expected))"
    }

    func compareStates() -> String? {
        if queue.count != oracle.count { return "\(queue.count) pending for \(oracle.count)" }
        guard let expected = oracle.nextDeadline else {
            return queue.nextDeadline == nil ? nil : "a deadline where nothing is pending"
        }
        guard let next = queue.nextDeadline else { return "no next deadline" }
        return next <= expected ? nil : "next \(next) is after \(expected)"
    }
}
