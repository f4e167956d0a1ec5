import Testing
import TimerQueues
import TimerSubjects

/// How late timers are depends on the machine; that they are never early and never lost doesn't.
@Suite(.serialized) struct AccuracyTests {
    @Test(arguments: WakeKind.allCases)
    func ourQueuesAreNeitherEarlyNorLostUnderAnyWake(_ wake: WakeKind) throws {
        let said = try Peers.run(["accuracy", "hierarchical-wheel", wake.rawValue, "300", "1s"])
        #expect(said.code == 0, "\(said.errors)")
        #expect(said.number("fired") == 300)
        #expect(said.number("early") == 0)
        #expect(said.number("lost") == 0)
        let spun = try #require(said.number("spun_ns"))
        #expect((spun > 0) == (wake == .spin))
        // At most 50 µs a timer.
        #expect(spun <= 300 * 50_000 * 2)
    }

    @Test(arguments: SubjectTests.kinds.filter { !$0.isPure })
    func librariesAreNeitherEarlyNorLost(_ kind: QueueKind) throws {
        let said = try Peers.run(["accuracy", kind.rawValue, "300", "1s"])
        #expect(said.code == 0, "\(said.errors)")
        #expect(said.number("fired") == 300)
        #expect(said.number("early") == 0)
        #expect(said.number("lost") == 0)
    }

    @Test func deadlinesFillTheWholeSpan() {
        let deadlines = AccuracyPlan().deadlines(from: 1_000)
        #expect(deadlines.count == 10_000)
        #expect(deadlines.allSatisfy { (1_000..<10_000_001_000).contains($0) })
        #expect(deadlines.max() ?? 0 > 9_900_000_000)
        #expect(deadlines.count { $0 < 5_000_000_000 } > 4_500)
        #expect(deadlines.count { $0 < 5_000_000_000 } < 5_500)
    }

    @Test func besideABusyNeighbourNothingIsEarlyOrLost() throws {
        let said = try Peers.run(["accuracy", "lazy-wheel", "300", "1s", "busy"])
        #expect(said.code == 0, "\(said.errors)")
        #expect(said.number("fired") == 300)
        #expect(said.number("early") == 0)
        #expect(said.number("lost") == 0)
    }
}
