import Chronology
import Testing
import TimerQueues
import TimerSubjects

@testable import TimerBench

/// Measurements in this process: that they count what happened, never how fast it was.
@Suite(.serialized) struct MeasurementTests {
    private static let pure = QueueKind.allCases.filter(\.isPure)

    private func measure(
        _ kind: QueueKind, _ operation: BenchOperation, sessions: Int = 500
    ) throws(MeasureFailure) -> Measured {
        try MeasureProcess.measure(
            MeasureOrder(
                subject: .queue(kind.rawValue), sessions: sessions, operation: operation, seed: 7),
            PureSubjects())
    }

    @Test(arguments: pure, BenchOperation.allCases)
    func everyQueueDoesItsWork(kind: QueueKind, operation: BenchOperation) throws {
        let measured = try measure(kind, operation)
        #expect(measured.operations > 0 && measured.nanoseconds > 0)
        switch operation {
        case .touch:
            #expect(measured.touched == measured.operations && measured.fired == 500)
        case .arm, .cancel: #expect(measured.operations % 500 == 0)
        case .expireByMilliseconds, .expireByMicroseconds:
            #expect(measured.fired == measured.operations && measured.fired <= 500)
        case .mixed:
            #expect(measured.touched > measured.fired && measured.fired > 0)
        }
    }

    /// The allocator's own figure, and what the queue says it holds.
    @Test(arguments: pure)
    func bytesAreWhatTheQueueSaysItHolds(kind: QueueKind) throws {
        let measured = try measure(kind, .arm, sessions: 10_000)
        let own = try #require(measured.ownByteCount)
        // Ids beside it where slots don't follow the sessions, and the allocator's rounding.
        let slack: UInt64 = 8 * 10_000 + 4096
        #expect(measured.byteCount + 64 >= own / 2)
        #expect(measured.byteCount <= own + slack, "\(measured.byteCount) of \(own)")
    }

    @Test func floorsCountTheirStores() throws {
        for subject in [
            BenchSubject.store(width: 4), .store(width: 24), .record, .prefetchedRecord,
        ] {
            let order = MeasureOrder(subject: subject, sessions: 100, operation: .touch, seed: 1)
            #expect(try MeasureProcess.measure(order, PureSubjects()).touched == Bounds.touches)
        }
        let order = MeasureOrder(
            subject: .store(width: 5), sessions: 100, operation: .touch, seed: 1)
        #expect(throws: MeasureFailure.impossible("no floor of 5 bytes")) {
            try MeasureProcess.measure(order, PureSubjects())
        }
    }

    /// Each lies in one way; each is found out by some operation.
    @Test(arguments: Lie.allCases)
    func whoDoesNotDoItsWorkIsFoundOut(lie: Lie) {
        var isFound = false
        for operation in BenchOperation.allCases {
            let order = MeasureOrder(
                subject: .queue("sorted-array"), sessions: 200, operation: operation, seed: 3)
            do throws(MeasureFailure) {
                _ = try Measurement<LyingSubject>(order) { _ in
                    0
                } make: { origin in
                    LyingSubject(lie, capacity: 200, startingAt: origin)
                }.run()
            } catch {
                isFound = true
                guard case .wrong = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
        #expect(isFound == (lie != .none))
    }
}

enum Lie: CaseIterable, Sendable {
    case none, firesNothing, firesEarly, touchesNothing, cancelsNothing, losesOne
}

/// The oracle, telling one lie.
struct LyingSubject: TimerSubject, ~Copyable {
    static let kind = QueueKind.sortedArray
    static let clock = SubjectClock.virtual
    private var inner: PureSubject<SortedArrayQueue>
    private let lie: Lie

    init(_ lie: Lie, capacity: Int, startingAt origin: Instant) {
        inner = PureSubject(capacity: capacity, startingAt: origin, tick: .milliseconds(1))
        self.lie = lie
    }

    init(
        capacity: Int, startingAt origin: Instant, on clock: SubjectClock
    ) throws(SubjectError) { self.init(.none, capacity: capacity, startingAt: origin) }

    mutating func arm(_ session: UInt32, at deadline: Instant) {
        if lie == .losesOne && session == 7 { return }
        inner.arm(session, at: deadline)
    }

    mutating func touch(_ session: UInt32, to deadline: Instant) {
        if lie == .losesOne && session == 7 { return }
        if lie != .touchesNothing { inner.touch(session, to: deadline) }
    }

    mutating func cancel(_ session: UInt32) {
        if lie == .losesOne && session == 7 { return }
        if lie != .cancelsNothing { inner.cancel(session) }
    }

    mutating func advance(
        to now: Instant, fired: (inout Self, UInt32, Instant) -> Void
    ) -> Int {
        if lie == .firesNothing { return 0 }
        var sessions: [UInt32] = []
        let now = lie == .firesEarly ? now + .seconds(1) : now
        inner.advance(to: now) { _, session, _ in sessions.append(session) }
        for session in sessions { fired(&self, session, now) }
        return sessions.count
    }

    var pending: Int { inner.pending }
}
