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

/// Where and how long a random sequence goes; all else follows from the seed.
struct SequencePlan {
    var seed: UInt64
    var steps: Int
    var origin: UInt64
    var tick: UInt64
    var checkEvery = 1
    /// Timers that are there before the first step.
    var armedBefore = 0

    var start: Instant { Instant(nanoseconds: origin) }

    /// Every tick comes in turn, and with each of them every start.
    static func short(seed: UInt64) -> SequencePlan {
        let tick = ticks[Int(seed) % ticks.count]
        let starts = starts(tick: tick)
        let start = starts[Int(seed) / ticks.count * 5 % starts.count]
        return SequencePlan(
            seed: seed, steps: 250, origin: start.nanoseconds, tick: tick.nanoseconds)
    }
}

/// A queue carries out random operations, and books are kept of what it must do.
struct RandomSequence<Queue: TimerQueue & ~Copyable>: ~Copyable {
    /// One name for each timer; of those that are no longer pending some are kept.
    struct Name {
        var payload: UInt32
        var id: TimerID
    }

    var random: SplitMix
    var queue: Queue
    var books: Books
    var names: [Name] = []
    var nextPayload: UInt32 = 0
    var fired = 0
    let deepest: Int

    /// The first disagreement, nil if there is none.
    static func run(_ plan: SequencePlan, on queue: consuming Queue) -> String? {
        var sequence = RandomSequence(plan, queue)
        for _ in 0..<plan.armedBefore { _ = sequence.schedule() }
        for step in 0..<plan.steps {
            if let difference = sequence.step() { return "\(plan), step \(step): \(difference)" }
            if step % plan.checkEvery == 0 { sequence.queue.checkInvariants() }
        }
        if sequence.fired <= plan.steps / 20 { return "\(plan): only \(sequence.fired) fired" }
        return sequence.finish().map { "\(plan), at the end: \($0)" }
    }

    init(_ plan: SequencePlan, _ queue: consuming Queue) {
        random = SplitMix(state: plan.seed)
        let isExact = queue.latenessBound(delay: .hours(24)) == .zero
        self.queue = queue
        books = Books(now: plan.start, isExact: isExact, isStable: Queue.isStable)
        // What may be late by a tick needs spans beyond it, or nothing would fire.
        deepest = (isExact ? [12, 24, 40, 60] : [40, 44, 50, 60])[Int(plan.seed % 4)]
    }

    mutating func step() -> String? {
        let difference: String?
        switch random.below(20) {
        case 0..<7: difference = schedule()
        case 7..<11: difference = touch(names.randomElement(using: &random))
        case 11..<13: difference = cancel(names.randomElement(using: &random))
        case 13..<15 where books.isExact: difference = popNext()
        default: difference = advance()
        }
        return difference ?? compareStates()
    }

    /// All that is left fires at the end of the clock.
    mutating func finish() -> String? {
        let left = books.records.count
        queue.advance(to: .distantFuture)
        books.advance(to: .distantFuture)
        for _ in 0..<left {
            let due = queue.popDue()
            if let difference = books.judge(due) { return difference }
            if due == nil { return "\(queue.count) never fire" }
        }
        queue.checkInvariants()
        return queue.count == 0 && queue.popDue() == nil ? nil : "\(queue.count) more than armed"
    }

    mutating func span() -> TimeSpan {
        let bits = UInt64(random.below(deepest))
        return .nanoseconds(random.next() & (1 << bits - 1 | 1 << bits))
    }

    mutating func deadline() -> Instant {
        switch random.below(16) {
        case 0: books.now - span()
        case 1: books.now
        case 2: Instant(nanoseconds: random.next())
        case 3: .distantFuture
        case 4: books.earliest ?? books.now
        case 5: books.records.randomElement(using: &random)?.deadline ?? books.now
        default: books.now + span()
        }
    }

    mutating func schedule() -> String? {
        let deadline = deadline()
        let payload = nextPayload
        nextPayload += 1
        let id = queue.schedule(deadline: deadline, payload: payload)
        names.append(Name(payload: payload, id: id))
        if names.count > 300 { names.removeFirst(100) }
        let bound = queue.latenessBound(delay: deadline.since(books.now))
        books.arm(payload, id, deadline, bound: bound)
        return nil
    }

    mutating func touch(_ name: Name?) -> String? {
        guard let name else { return nil }
        let deadline = deadline()
        let answer = queue.reschedule(name.id, deadline: deadline)
        let expected = books.disarm(name.payload)
        if expected {
            let bound = queue.latenessBound(delay: deadline.since(books.now))
            books.arm(name.payload, name.id, deadline, bound: bound)
        }
        return answer == expected ? nil : "reschedule said \(answer)"
    }

    mutating func cancel(_ name: Name?) -> String? {
        guard let name else { return nil }
        let answer = queue.cancel(name.id)
        return answer == books.disarm(name.payload) ? nil : "cancel said \(answer)"
    }

    /// Every `advance` in it makes all that is due ready, also what was armed just before.
    mutating func popNext() -> String? {
        let limit = random.below(2) == 0 ? books.earliest ?? books.now : books.now + span()
        let due = queue.popNext(upTo: limit)
        if queue.now > max(limit, books.now) { return "the clock passed \(limit)" }
        let isDue = books.earliest.map { $0 <= limit } ?? false
        if isDue != (due != nil) { return "popNext gave \(String(describing: due))" }
        books.advance(to: max(queue.now, due?.deadline ?? .origin))
        if let due, let difference = judge(due) { return difference }
        queue.advance(to: books.now)
        books.advance(to: books.now)
        return nil
    }

    /// Whether or not all is taken, and with other operations in between.
    mutating func advance() -> String? {
        var target = books.now + span()
        if random.below(3) == 0, let next = books.earliest { target = next }
        queue.advance(to: target)
        books.advance(to: target)
        var limit = random.below(4) == 0 ? random.below(3) : .max
        while limit > 0 {
            limit -= 1
            let due = queue.popDue()
            if let difference = judge(due) { return difference }
            guard let due else { break }
            if let difference = callBack(Name(payload: due.payload, id: due.id)) {
                return difference
            }
        }
        return nil
    }

    /// What a callback may do: arm itself anew and others, and take or put off siblings that are
    /// due with it.
    mutating func callBack(_ name: Name) -> String? {
        let sibling = books.ready.randomElement(using: &random).map {
            Name(payload: $0.payload, id: $0.id)
        }
        switch random.below(10) {
        case 0: return schedule()
        case 1: return touch(names.randomElement(using: &random))
        case 2: return cancel(names.randomElement(using: &random))
        case 3: return touch(sibling)
        case 4: return cancel(sibling)
        case 5: return touch(name) ?? cancel(name) ?? schedule()
        default: return nil
        }
    }

    mutating func judge(_ due: DueTimer?) -> String? {
        if due != nil { fired += 1 }
        return books.judge(due)
    }

    func compareStates() -> String? {
        if queue.now != books.now { return "now is \(queue.now) for \(books.now)" }
        if queue.count != books.records.count {
            return "\(queue.count) pending for \(books.records.count)"
        }
        guard let latest = books.latestNext else {
            return queue.nextDeadline == nil ? nil : "a deadline where nothing is pending"
        }
        guard let next = queue.nextDeadline else { return "no next deadline" }
        return next <= latest ? nil : "next \(next) is after \(latest)"
    }
}
