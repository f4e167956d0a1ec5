public import Chronology

/// Plays timer scripts on a queue and reports what does not hold.
///
/// Beyond the script's own expectations each firing is checked: not early, no later than the
/// queue's bound, in deadline order where the queue is exact, pending until then and not armed in
/// the same `advance`. Each answer of rearm and cancel, and the number of pending timers, is
/// compared with the player's own books. A queue that isn't exact is held to this alone: what a
/// script expects at an instant it may keep a moment later.
public struct TimerScriptPlayer<Queue: TimerQueue & ~Copyable>: ~Copyable {
    /// What the player knows of one name.
    private struct Timer {
        var id = TimerID.none
        var isPending = false
        var deadline = Instant.origin
        var delay = TimeSpan.zero
        /// The number of the `advance` in which, or after which, it was armed.
        var armedIn = 0
        var onFire: [TimerScriptOperation] = []
        var onFirePath = Path()
    }

    /// Index of the operation, then of the operation inside it: without memory of its own, as there
    /// is a new one for each operation.
    private struct Path {
        var count = 0
        var storage = InlineArray<32, Int32>(repeating: 0)

        var indices: [Int] { (0..<count).map { Int(storage[$0]) } }

        func appending(_ index: Int) -> Path {
            var path = self
            path.storage[count] = Int32(truncatingIfNeeded: index)
            path.count += 1
            return path
        }
    }

    static var failureLimit: Int { 20 }
    static var depthLimit: Int { 32 }

    private var queue: Queue
    private let start: Instant
    private var now: Instant
    private var previousTarget: Instant
    private var advances = 0
    private var isInCallback = false
    private var timers: [Timer]
    private var pending = 0
    private var fired: [Int] = []
    private var returned: Bool?
    private var byteCountBefore: Int
    private var failures: [TimerScriptFailure] = []

    /// Plays on a fresh queue whose clock starts at `start`; empty when all is well, at most
    /// twenty failures otherwise. Names are indices below `nameCount`.
    public static func play(
        _ script: [TimerScriptOperation], nameCount: Int, on queue: Queue.Type = Queue.self,
        tick: TimeSpan, start: Instant
    ) -> [TimerScriptFailure] {
        var player = TimerScriptPlayer(nameCount: nameCount, tick: tick, start: start)
        player.run(script, at: Path())
        player.checkNothingLost(at: Path().appending(max(script.count - 1, 0)))
        return player.failures
    }

    private init(nameCount: Int, tick: TimeSpan, start: Instant) {
        queue = Queue(startingAt: start, tick: tick, capacity: 0)
        self.start = start
        now = start
        previousTarget = start
        timers = Array(repeating: Timer(), count: nameCount)
        byteCountBefore = queue.byteCount
    }

    private mutating func run(_ operations: [TimerScriptOperation], at path: Path) {
        guard path.count < Self.depthLimit else { return fail(path, .repeatsTooDeep) }
        for (index, operation) in operations.enumerated() {
            guard failures.count < Self.failureLimit else { return }
            carryOut(operation, at: path.appending(index))
        }
    }

    private mutating func carryOut(_ operation: TimerScriptOperation, at path: Path) {
        switch operation {
        case .arm(let name, let time):
            if timers[name].isPending {
                check(queue.cancel(timers[name].id), is: true, name, path)
                pending -= 1
            }
            let deadline = instant(time)
            timers[name].id = queue.schedule(deadline: deadline, payload: UInt32(name))
            note(name, deadline)
            pending += 1
        case .rearm(let name, let time):
            let deadline = instant(time)
            let answer = queue.reschedule(timers[name].id, deadline: deadline)
            check(answer, is: timers[name].isPending, name, path)
            if timers[name].isPending { note(name, deadline) }
            returned = answer
        case .cancel(let name):
            let answer = queue.cancel(timers[name].id)
            check(answer, is: timers[name].isPending, name, path)
            if timers[name].isPending { pending -= 1 }
            timers[name].isPending = false
            returned = answer
        case .advance(let time):
            if isInCallback { return fail(path, .advanceInsideCallback) }
            advance(to: max(now, instant(time)), at: path)
        case .onFire(let name, let operations):
            timers[name].onFire = operations
            timers[name].onFirePath = path
        case .repeat(let times, let operations):
            for _ in 0..<max(times, 0) where failures.count < Self.failureLimit {
                run(operations, at: path)
            }
        case .expect(let expectation):
            compare(expectation, at: path)
        }
    }

    private mutating func advance(to target: Instant, at path: Path) {
        previousTarget = now
        now = target
        advances += 1
        queue.advance(to: target)
        var latest = Instant.origin
        // A queue that hands out more than was pending is broken, and must not hold the player.
        var left = pending
        while failures.count < Self.failureLimit, let due = queue.popDue() {
            let name = Int(due.payload)
            left -= 1
            guard left >= 0, name < timers.count, isRightful(due) else {
                return fail(path, .unexpected(name, deadline: due.deadline))
            }
            checkTimes(of: name, due, after: latest, at: path)
            latest = due.deadline
            timers[name].isPending = false
            pending -= 1
            fired.append(name)
            isInCallback = true
            run(timers[name].onFire, at: timers[name].onFirePath)
            isInCallback = false
        }
        if queue.count != pending {
            fail(path, .count(expected: pending, actual: queue.count))
        }
    }

    private func isRightful(_ due: DueTimer) -> Bool {
        let timer = timers[Int(due.payload)]
        return timer.isPending && timer.id == due.id && timer.deadline == due.deadline
            && timer.armedIn < advances
    }

    private mutating func checkTimes(
        of name: Int, _ due: DueTimer, after latest: Instant, at path: Path
    ) {
        let timer = timers[name]
        if now < due.deadline { fail(path, .early(name, deadline: due.deadline, now: now)) }
        let bound = queue.latenessBound(delay: timer.delay)
        if timer.armedIn < advances - 1, previousTarget >= due.deadline + bound {
            fail(path, .late(name, deadline: due.deadline, now: now))
        }
        if bound == .zero, due.deadline < latest {
            fail(path, .outOfOrder(name, deadline: due.deadline, after: latest))
        }
    }

    private mutating func compare(_ expected: TimerScriptExpectation, at path: Path) {
        if Queue.isExact { compareInstants(expected, at: path) }
        if pending != queue.count {
            fail(path, .pending(expected: pending, actual: queue.count))
        }
        if let growth = expected.memoryGrowth {
            let actual = UInt64(max(queue.byteCount - byteCountBefore, 0))
            if !growth.holds(for: actual) {
                fail(path, .memoryGrowth(expected: growth, actual: actual))
            }
        }
        var latest: Instant?
        for timer in timers where timer.isPending {
            // A queue that isn't exact may say “now” of what is past.
            let due = Queue.isExact ? timer.deadline : max(latestFiring(of: timer), now)
            latest = min(latest ?? .distantFuture, due)
        }
        if let latest, let next = queue.nextDeadline, next > latest {
            fail(path, .nextTooLate(next, earliest: latest))
        }
        fired.removeAll(keepingCapacity: true)
        byteCountBefore = queue.byteCount
    }

    /// What only a queue that meets every deadline can be asked.
    private mutating func compareInstants(_ expected: TimerScriptExpectation, at path: Path) {
        if let list = expected.fired, list != fired {
            fail(path, .fired(expected: list, actual: fired))
        }
        if let count = expected.pending, count != pending {
            fail(path, .pending(expected: count, actual: pending))
        }
        if let answer = expected.returned, answer != returned {
            fail(path, .returned(expected: answer, actual: returned))
        }
        if let next = expected.next {
            let actual = queue.nextDeadline.map { $0.since(start).nanoseconds }
            if !(actual.map { next.holds(for: $0) } ?? false) {
                fail(path, .next(expected: next, actual: actual))
            }
        }
    }

    private func latestFiring(of timer: Timer) -> Instant {
        timer.deadline + queue.latenessBound(delay: timer.delay)
    }

    private mutating func checkNothingLost(at path: Path) {
        for (name, timer) in timers.enumerated() where timer.isPending {
            if timer.armedIn < advances, now >= latestFiring(of: timer) {
                fail(path, .late(name, deadline: timer.deadline, now: now))
            }
        }
    }

    private func instant(_ time: TimerScriptTime) -> Instant {
        switch time {
        case .in(let span): now + span
        case .at(let span): start + span
        }
    }

    private mutating func note(_ name: Int, _ deadline: Instant) {
        timers[name].isPending = true
        timers[name].deadline = deadline
        timers[name].delay = deadline.since(now)
        timers[name].armedIn = advances
    }

    private mutating func check(_ answer: Bool, is expected: Bool, _ name: Int, _ path: Path) {
        if answer != expected { fail(path, .wrongReturn(name, expected: expected)) }
    }

    private mutating func fail(_ path: Path, _ reason: TimerScriptFailure.Reason) {
        guard failures.count < Self.failureLimit else { return }
        failures.append(TimerScriptFailure(path: path.indices, reason: reason))
    }
}

extension QueueKind {
    /// Plays a script on a queue of this kind, a plain value; see `TimerScriptPlayer.play`.
    public func play(
        _ script: [TimerScriptOperation], nameCount: Int, tick: TimeSpan, start: Instant
    ) -> [TimerScriptFailure] {
        let play = ScriptPlay(script: script, nameCount: nameCount, tick: tick, start: start)
        guard let failures = withQueue(play) else {
            preconditionFailure("\(rawValue) has a clock of its own")
        }
        return failures
    }
}

private struct ScriptPlay: QueueVisitor {
    var script: [TimerScriptOperation]
    var nameCount: Int
    var tick: TimeSpan
    var start: Instant

    func visit<Queue: TimerQueue & ~Copyable>(_: Queue.Type) -> [TimerScriptFailure] {
        TimerScriptPlayer<Queue>.play(script, nameCount: nameCount, tick: tick, start: start)
    }
}
