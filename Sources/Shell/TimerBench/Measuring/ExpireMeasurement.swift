import Chronology
import Linux
import TimerSubjects

extension Measurement where Subject: ~Copyable {
    /// All due over ten seconds, and time moved on in steps.
    func expire(inStepsOf step: UInt64) throws(MeasureFailure) -> Measured {
        if Subject.clock == .real {
            guard step == 1_000_000 else {
                throw .impossible("on the real clock nobody moves time in steps")
            }
            return try expireForReal()
        }
        guard Subject.resolution.nanoseconds < 1_000_000 || step >= 1_000_000 else {
            throw .impossible("its timers are millisecond-grained")
        }
        let spans = draws.spans(1..<Bounds.expireSpan)
        let due = DueCounts(spans)
        let origin = Bounds.origin
        let gauge = MemoryGauge(Subject.kind.memoryMeasure)
        var subject = try fresh(at: origin)
        armAll(&subject, spans, from: origin)
        var measured = Measured(operations: 0, nanoseconds: 0)
        // Freed before, the spans would count as memory the subject gave back.
        withExtendedLifetime(spans) { measured.note(gauge, subject.byteCount) }

        let bound = Bounds.nanoseconds(for: sessions, each: Bounds.expireEach)
        var watch = Stopwatch(Subject.kind)
        var now = origin.nanoseconds
        var fired = 0
        var reached = 0
        watch.start()
        while reached < DueCounts.milliseconds {
            fired += advance(&subject, &now, step)
            reached += 1
            if fired > due.upTo(reached) { break }
            if reached & 0xF == 0 && fired > 0 && watch.lap > bound { break }
        }
        watch.stop()
        try require(
            fired <= due.upTo(reached),
            "\(fired) timers fired within \(reached) ms, of which \(due.upTo(reached)) were due")
        let late = Int(lateness(TimeSpan(nanoseconds: Bounds.expireSpan)) / 1_000_000) + 1
        try require(
            fired >= due.upTo(reached - late),
            "\(fired) timers fired within \(reached) ms, not \(due.upTo(reached - late))")
        if reached == DueCounts.milliseconds {
            let end = Instant(nanoseconds: now) + .milliseconds(UInt64(late))
            let rest = subject.advance(to: end) { _, _, _ in }
            try require(fired + rest == sessions, "\(fired + rest) of \(sessions) timers fired")
        }
        try require(fired > 0, "no timer fired")
        measured.fired = UInt64(fired)
        measured.operations = UInt64(fired)
        measured.modelNanoseconds = now - origin.nanoseconds
        subject.close()
        return measured.timed(by: watch)
    }

    /// A millisecond in steps.
    @inline(never)
    private func advance(_ subject: inout Subject, _ now: inout UInt64, _ step: UInt64) -> Int {
        var fired = 0
        let end = now + 1_000_000
        while now < end {
            now += step
            fired += subject.advance(to: Instant(nanoseconds: now)) { _, _, _ in }
        }
        return fired
    }

    /// Waits for them; what it costs is processor time, of all threads of this process.
    private func expireForReal() throws(MeasureFailure) -> Measured {
        let spans = draws.spans(1..<Bounds.realExpireSpan)
        let gauge = MemoryGauge(Subject.kind.memoryMeasure)
        let begin = Instant(nanoseconds: Clock.boottime.now())
        var subject = try fresh(at: begin)
        // Armed in time for the first to be due.
        let origin = begin + TimeSpan(nanoseconds: 100_000_000 + UInt64(sessions) * 10_000)
        armAll(&subject, spans, from: origin)
        var measured = Measured(operations: 0, nanoseconds: 0)
        // Freed before, the spans would count as memory the subject gave back.
        withExtendedLifetime(spans) { measured.note(gauge, subject.byteCount) }
        var early = 0
        var fired = 0
        let before = Clock.processTime.now()
        var end = origin + TimeSpan(nanoseconds: Bounds.realExpireSpan)
        let giveUp = end + TimeSpan(nanoseconds: 20_000_000_000 + UInt64(sessions) * 40_000)
        while fired < sessions && end < giveUp {
            fired += subject.advance(to: end) { _, session, at in
                if at.nanoseconds < origin.nanoseconds + spans[Int(session)] { early += 1 }
            }
            end = end + .milliseconds(50)
        }
        measured.nanoseconds = Clock.processTime.now() - before
        try require(early == 0, "\(early) timers fired before they were due")
        try require(fired == sessions, "\(fired) of \(sessions) timers fired")
        measured.isProcessorTime = true
        measured.fired = UInt64(fired)
        measured.operations = UInt64(fired)
        measured.modelNanoseconds = Bounds.realExpireSpan
        subject.close()
        return measured
    }
}

/// How many of the timers are due by each millisecond.
struct DueCounts {
    static let milliseconds = Int(Bounds.expireSpan / 1_000_000)
    private var counts: [Int]

    init(_ spans: [UInt64]) {
        counts = [Int](repeating: 0, count: Self.milliseconds + 1)
        for span in spans { counts[Int((span + 999_999) / 1_000_000)] += 1 }
        for index in 1..<counts.count { counts[index] += counts[index - 1] }
    }

    func upTo(_ millisecond: Int) -> Int {
        millisecond < 0 ? 0 : counts[min(millisecond, Self.milliseconds)]
    }
}
