import Chance
import Chronology
import TimerSubjects

extension Measurement where Subject: ~Copyable {
    /// Random sessions re-armed to 180 s from a now that goes on by 200 ns each time.
    ///
    /// Afterwards time is moved to where only sessions that were never touched can be due, and for
    /// a moderate number of them to where all are.
    func touch() throws(MeasureFailure) -> Measured {
        let spans = draws.spans(Bounds.armedFrom..<Bounds.armedTo)
        let origin = origin()
        let gauge = MemoryGauge(Subject.kind.memoryMeasure)
        var subject = try fresh(at: origin)
        armAll(&subject, spans, from: origin)
        var measured = Measured(operations: 0, nanoseconds: 0)
        measured.note(gauge, subject.byteCount)

        var stream = draws.stream(.touches)
        var deadline = origin.nanoseconds + Bounds.armedTo
        var warmUp = Stopwatch(Subject.kind)
        warmUp.start()
        let warmUpCount = UInt64(min(max(sessions, 100_000), 1_000_000))
        let warmed = touch(
            &subject, &stream, &deadline, count: warmUpCount, for: Bounds.nanoseconds / 4, warmUp)
        var watch = Stopwatch(Subject.kind)
        watch.start()
        let bound = Bounds.nanoseconds(for: sessions, each: Bounds.touchEach)
        measured.operations = touch(
            &subject, &stream, &deadline, count: Bounds.touches, for: bound, watch)
        watch.stop()
        measured.touched = measured.operations
        try require(subject.pending == sessions, "\(subject.pending) of \(sessions) are pending")
        if Subject.clock == .virtual {
            measured.fired = try fireUntouched(
                &subject, spans, origin, touches: warmed + measured.operations, deadline)
        }
        subject.close()
        return measured.timed(by: watch)
    }

    private func touch(
        _ subject: inout Subject, _ stream: inout ChanceStream, _ deadline: inout UInt64,
        count: UInt64, for bound: UInt64, _ watch: Stopwatch
    ) -> UInt64 {
        var done: UInt64 = 0
        while done < count && (done == 0 || watch.lap < bound) {
            let batch = min(Bounds.batch, Int(count - done))
            touchBatch(&subject, &stream, &deadline, batch)
            done += UInt64(batch)
        }
        return done
    }

    @inline(never)
    private func touchBatch(
        _ subject: inout Subject, _ stream: inout ChanceStream, _ deadline: inout UInt64,
        _ count: Int
    ) {
        let bound = UInt64(sessions)
        var local = stream
        var at = deadline
        for _ in 0..<count {
            at &+= Bounds.touchGap
            subject.touch(
                UInt32(truncatingIfNeeded: local.next(below: bound)), to: Instant(nanoseconds: at))
        }
        stream = local
        deadline = at
    }

    private func fireUntouched(
        _ subject: inout Subject, _ spans: [UInt64], _ origin: Instant, touches: UInt64,
        _ lastDeadline: UInt64
    ) throws(MeasureFailure) -> UInt64 {
        var isTouched = [Bool](repeating: false, count: sessions)
        var stream = draws.stream(.touches)
        for _ in 0..<touches { isTouched[Int(stream.next(below: UInt64(sessions)))] = true }
        let late = lateness(.seconds(180))
        var (most, least) = (0, 0)
        for session in spans.indices where !isTouched[session] {
            most += 1
            if spans[session] + late <= Bounds.armedTo { least += 1 }
        }
        var wrong = 0
        let fired = subject.advance(to: origin + TimeSpan(nanoseconds: Bounds.armedTo)) {
            _, session, _ in
            if isTouched[Int(session)] { wrong += 1 }
        }
        try require(wrong == 0, "\(wrong) timers fired that had been re-armed")
        try require(
            (least...most).contains(fired), "\(fired) timers fired, not \(least) to \(most)")
        guard sessions <= 100_000 else { return UInt64(fired) }
        let end = Instant(nanoseconds: lastDeadline + late + 1_000_000)
        let rest = subject.advance(to: end) { _, _, _ in }
        try require(fired + rest == sessions, "\(fired + rest) of \(sessions) timers fired")
        return UInt64(sessions)
    }
}
