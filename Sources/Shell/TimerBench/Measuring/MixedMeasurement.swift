import Chronology
import TimerSubjects

/// Sessions whose lock has fired, so that their return has nothing to cancel.
@safe
private struct FiredMarks: ~Copyable {
    private let marks: UnsafeMutablePointer<Bool>

    init(count: Int) {
        unsafe marks = .allocate(capacity: count)
        unsafe marks.initialize(repeating: false, count: count)
    }

    deinit { unsafe marks.deallocate() }

    @inline(__always)
    func set(_ session: UInt32) { unsafe marks[Int(session)] = true }

    @inline(__always)
    func take(_ session: UInt32) -> Bool {
        if unsafe !marks[Int(session)] { return false }
        unsafe marks[Int(session)] = false
        return true
    }
}

extension Measurement where Subject: ~Copyable {
    /// Workload W in virtual time, from the state it has after long: what earlier touches put off
    /// comes due at the rate at which new work is put off, however short the timed part is.
    ///
    /// That state is made cheaply: over 180 s each session is touched once, so that as many old
    /// entries as ever come due in each of the following seconds; then in one second each again, as
    /// all are touched within about a second, and two in five leave.
    func mixed() throws(MeasureFailure) -> Measured {
        guard Subject.clock == .virtual else {
            throw .impossible("mixed covers hundreds of seconds, and it runs on the real clock")
        }
        let stream = EventStream(
            draws, count: max(Bounds.events, 2 * sessions),
            lateness: lateness(TimeSpan(nanoseconds: EventStream.lock)))
        let marks = FiredMarks(count: sessions)
        let gauge = MemoryGauge(Subject.kind.memoryMeasure)
        var subject = try fresh(at: Bounds.origin)
        let start = try settle(&subject, stream, marks)

        let bound = Bounds.nanoseconds(for: sessions, each: Bounds.mixedEach)
        var watch = Stopwatch(Subject.kind)
        var step = 0
        var fired = 0
        var now = start.nanoseconds
        watch.start()
        while step < stream.ends.count {
            now += stream.step
            fired += subject.advance(to: Instant(nanoseconds: now)) { _, session, _ in
                marks.set(session)
            }
            apply(
                stream.events, step == 0 ? 0 : stream.ends[step - 1], stream.ends[step],
                to: &subject, now, marks)
            step += 1
            if watch.lap > bound { break }
        }
        watch.stop()
        let events = stream.ends[step - 1]
        let (least, most) = (stream.leastFired[step], stream.mostFired[step])
        try require(
            (least...most).contains(fired), "\(fired) locks fired, not \(least) to \(most)")
        let pending = subject.pending
        try require(
            pending <= sessions && pending >= sessions - stream.awayCounts[step],
            "\(pending) timers are pending with \(stream.awayCounts[step]) of \(sessions) away")
        var measured = Measured(operations: UInt64(events + fired), nanoseconds: 0)
        measured.note(gauge, subject.byteCount)
        measured.fired = UInt64(fired)
        measured.touched = UInt64(
            stream.events[..<events].count { $0 & 3 == EventStream.Code.touch })
        measured.modelNanoseconds = UInt64(step) * stream.step
        subject.close()
        return measured.timed(by: watch)
    }

    @inline(never)
    private func apply(
        _ events: [UInt32], _ first: Int, _ end: Int, to subject: inout Subject, _ now: UInt64,
        _ marks: borrowing FiredMarks
    ) {
        let idle = Instant(nanoseconds: now &+ EventStream.idle)
        let lock = Instant(nanoseconds: now &+ EventStream.lock)
        for index in first..<end {
            let event = events[index]
            let session = event >> 2
            switch event & 3 {
            case EventStream.Code.touch: subject.touch(session, to: idle)
            case EventStream.Code.background:
                subject.cancel(session)
                subject.arm(session, at: lock)
            default:
                if !marks.take(session) { subject.cancel(session) }
                subject.arm(session, at: idle)
            }
        }
    }

    /// The instant at which the stream starts.
    private func settle(
        _ subject: inout Subject, _ stream: EventStream, _ marks: borrowing FiredMarks
    ) throws(MeasureFailure) -> Instant {
        let origin = Bounds.origin
        let idle = TimeSpan(nanoseconds: EventStream.idle)
        for session in 0..<UInt32(sessions) { subject.arm(session, at: origin + idle) }
        var fired = 0
        let order = draws.order(.warmUp)
        // 1,780 turns from 2 s to 180 s.
        for turn in 0..<1780 {
            let now = origin + .milliseconds(2000 + UInt64(turn) * 100)
            fired += subject.advance(to: now) { _, _, _ in }
            for index in sessions * turn / 1780..<sessions * (turn + 1) / 1780 {
                subject.touch(order[index], to: now + idle)
            }
        }
        let start = origin + .milliseconds(181_000)
        for turn in 0..<64 {
            let now = origin + .milliseconds(180_000 + UInt64(turn) * 15)
            fired += subject.advance(to: now) { _, _, _ in }
            for index in sessions * turn / 64..<sessions * (turn + 1) / 64 {
                let session = UInt32(index)
                guard let left = stream.away[index] else {
                    subject.touch(session, to: now + idle)
                    continue
                }
                subject.cancel(session)
                if left > 0 {
                    subject.arm(session, at: start + TimeSpan(nanoseconds: left))
                } else {
                    marks.set(session)
                }
            }
        }
        fired += subject.advance(to: start) { _, _, _ in }
        try require(fired == 0, "\(fired) timers fired before any was due")
        return start
    }
}
