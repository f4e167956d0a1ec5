import Chronology
import Testing
import TimerQueues
import TimerSubjects

@Suite struct PureSubjectTests {
    private func instant(_ milliseconds: UInt64) -> Instant {
        Instant(nanoseconds: milliseconds * 1_000_000)
    }

    /// Armed in any order, and again after firing, ids are looked up and still the session's own.
    @Test(arguments: [[0, 1, 2, 3], [3, 1, 0, 2], [0, 1, 3, 2]] as [[UInt32]])
    func touchesReachTheirOwnSession(_ order: [UInt32]) throws {
        try touch(PureSubject<HierarchicalWheel>.self, order)
    }

    /// Generic: the compiler's debug information of this type alone doesn't pass its own checks.
    private func touch<Subject: TimerSubject & ~Copyable>(
        _: Subject.Type, _ order: [UInt32]
    ) throws {
        var subject = try Subject(capacity: 4, startingAt: instant(1))
        for session in order { subject.arm(session, at: instant(10)) }
        subject.touch(2, to: instant(30))
        subject.cancel(1)
        var fired: [UInt32] = []
        subject.advance(to: instant(10)) { subject, session, _ in
            fired.append(session)
            if session == 0 { subject.arm(0, at: instant(20)) }
        }
        #expect(fired.sorted() == [0, 3])
        #expect(subject.pending == 2)
        subject.touch(0, to: instant(40))
        fired = []
        subject.advance(to: instant(30)) { _, session, _ in fired.append(session) }
        #expect(fired == [2])
        subject.advance(to: instant(40)) { _, session, _ in fired.append(session) }
        #expect(fired == [2, 0])
        #expect(subject.pending == 0)
    }
}

@Suite struct LibraryQueueTests {
    /// The kernel's timers under the contract of our queues: what can be tested without a library.
    @Test func idsFiringAndCancelsKeepTheContract() {
        keepTheContract(LibrarySubject<TimerfdLibrary>.self)
    }

    private func keepTheContract<Subject: EmbeddingSubject & ~Copyable>(_: Subject.Type) {
        var queue = LibraryQueue<Subject>(
            startingAt: .origin, tick: .milliseconds(1), capacity: 3)
        let past = Instant(nanoseconds: 1)
        let far = Instant(nanoseconds: 1 << 62)
        let first = queue.schedule(deadline: past, payload: 7)
        let second = queue.schedule(deadline: past, payload: 8)
        let third = queue.schedule(deadline: far, payload: 9)
        #expect(queue.nextDeadline == nil)
        queue.turn(waitingUntil: .distantFuture)
        // Fired, and cancelled or moved on before it was handed out.
        let isCancelled = queue.cancel(second)
        let isMoved = queue.reschedule(first, deadline: far)
        #expect(isCancelled && isMoved)
        queue.advance(to: past)
        var due = queue.popDue()
        #expect(due == nil)
        let isMovedBack = queue.reschedule(third, deadline: past)
        #expect(isMovedBack)
        queue.turn(waitingUntil: .distantFuture)
        queue.advance(to: past)
        #expect(queue.nextDeadline == past)
        due = queue.popDue()
        #expect(due == DueTimer(id: third, payload: 9, deadline: past))
        let isKnown = queue.cancel(third)
        let isAgain = queue.cancel(second)
        #expect(!isKnown && !isAgain)
        let fourth = queue.schedule(deadline: far, payload: 10)
        #expect(fourth != second && fourth != third)
        #expect(queue.count == 2)
        queue.checkInvariants()
    }
}
