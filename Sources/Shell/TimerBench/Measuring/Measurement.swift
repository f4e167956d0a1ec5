import Chance
import Chronology
import Linux
import TimerQueues
import TimerSubjects

/// One measurement of one subject, in a process of its own: sets up, warms up, takes the time,
/// and holds what happened against what had to.
///
/// Specialised for each subject: the loops call nothing but what the subject itself calls.
struct Measurement<Subject: TimerSubject & ~Copyable> {
    let order: MeasureOrder
    let draws: SessionDraws
    let make: (Instant) throws(SubjectError) -> Subject
    /// How much later than its deadline a timer armed so long ahead fires at the latest.
    let lateness: (TimeSpan) -> UInt64

    init(
        _ order: MeasureOrder, lateness: @escaping (TimeSpan) -> UInt64,
        make: @escaping (Instant) throws(SubjectError) -> Subject
    ) {
        self.order = order
        self.make = make
        self.lateness = lateness
        draws = SessionDraws(seed: order.seed, sessions: order.sessions)
    }

    var sessions: Int { order.sessions }

    func run() throws(MeasureFailure) -> Measured {
        switch order.operation {
        case .touch: try touch()
        case .arm: try arm()
        case .cancel: try cancel()
        case .expireByMilliseconds: try expire(inStepsOf: 1_000_000)
        case .expireByMicroseconds: try expire(inStepsOf: 1_000)
        case .mixed: try mixed()
        }
    }

    func fresh(at origin: Instant) throws(MeasureFailure) -> Subject {
        do throws(SubjectError) {
            return try make(origin)
        } catch {
            throw .impossible("\(error)")
        }
    }

    /// On the real clock far enough ahead that nothing comes due while timers are only moved.
    func origin() -> Instant {
        Subject.clock == .virtual
            ? Bounds.origin
            : Instant(nanoseconds: Clock.boottime.now() + 200_000_000_000)
    }

    @inline(never)
    func armAll(_ subject: inout Subject, _ spans: [UInt64], from origin: Instant) {
        for session in spans.indices {
            subject.arm(
                UInt32(truncatingIfNeeded: session),
                at: Instant(nanoseconds: origin.nanoseconds &+ spans[session]))
        }
    }

    /// How many rounds on fresh subjects it takes to have moved enough timers.
    var rounds: Int { max(1, Bounds.roundedOperations / sessions) }

    func require(_ isSo: Bool, _ words: @autoclosure () -> String) throws(MeasureFailure) {
        if !isSo { throw .wrong(words()) }
    }
}

extension Measurement where Subject: ~Copyable {
    func arm() throws(MeasureFailure) -> Measured {
        let spans = draws.spans(Bounds.armedFrom..<Bounds.armedTo)
        var watch = Stopwatch(Subject.kind)
        var total = Measured(operations: 0, nanoseconds: 0)
        for round in 0...rounds {
            let origin = origin()
            let gauge = MemoryGauge(Subject.kind.memoryMeasure)
            var subject = try fresh(at: origin)
            // The first round meets memory that was never used, and is not counted.
            if round > 0 { watch.start() }
            armAll(&subject, spans, from: origin)
            if round > 0 { watch.stop() }
            try require(
                subject.pending == sessions, "armed \(sessions), pending \(subject.pending)")
            if round == 0 {
                total.note(gauge, subject.byteCount)
            } else {
                total.operations += UInt64(sessions)
            }
            subject.close()
            if round > 0 && watch.isEnough { break }
        }
        return total.timed(by: watch)
    }

    func cancel() throws(MeasureFailure) -> Measured {
        let spans = draws.spans(Bounds.armedFrom..<Bounds.armedTo)
        let order = draws.order()
        var watch = Stopwatch(Subject.kind)
        var total = Measured(operations: 0, nanoseconds: 0)
        for round in 1...rounds {
            let origin = origin()
            let gauge = MemoryGauge(Subject.kind.memoryMeasure)
            var subject = try fresh(at: origin)
            armAll(&subject, spans, from: origin)
            if round == 1 { total.note(gauge, subject.byteCount) }
            watch.start()
            cancelAll(&subject, order)
            watch.stop()
            total.operations += UInt64(sessions)
            try require(subject.pending == 0, "cancelled all, pending \(subject.pending)")
            if Subject.clock == .virtual {
                let end = origin + .seconds(400)
                let fired = subject.advance(to: end) { _, _, _ in }
                try require(fired == 0, "\(fired) timers fired that were cancelled")
            }
            subject.close()
            if watch.isEnough { break }
        }
        return total.timed(by: watch)
    }

    @inline(never)
    private func cancelAll(_ subject: inout Subject, _ order: [UInt32]) {
        for session in order { subject.cancel(session) }
    }
}

extension Measured {
    mutating func note(_ gauge: MemoryGauge, _ ownByteCount: Int?) {
        byteCount = gauge.growth
        memory = gauge.measure
        self.ownByteCount = ownByteCount.map { UInt64($0) }
    }

    func timed(by watch: Stopwatch) -> Measured {
        var timed = self
        timed.nanoseconds = watch.nanoseconds
        timed.switches = watch.foreignSwitches
        return timed
    }
}
