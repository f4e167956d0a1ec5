import Linux
import Testing
import TimerQueues
import TimerSubjects

@Suite(.serialized) struct SubjectTests {
    /// All that this build has, in one program or the other.
    static let kinds = QueueKind.allCases.filter { $0.absence == nil }

    @Test(arguments: kinds)
    func nothingIsEarlyCancelledOnesAreSilentAndMovedOnesWait(_ kind: QueueKind) throws {
        let said = try Peers.run(["trial", kind.rawValue])
        #expect(said.code == 0, "\(said.errors)")
        // 400 armed, 100 cancelled, 100 armed again.
        #expect(said.number("expected") == 400)
        #expect(said.number("fired") == 400)
        #expect(said.number("early") == 0)
        #expect(said.number("undue") == 0)
        #expect(said.number("pending") == 0)
    }

    @Test(arguments: [QueueKind.uvTimer, .uvLazy, .libev, .libevLazy, .libevent])
    func librariesRunOnTheClockThatIsSet(_ kind: QueueKind) throws {
        guard kind.absence == nil else { return }
        let said = try Peers.run(["trial", kind.rawValue, "4000"])
        #expect(said.word("clock") == "virtual")
        #expect(said.number("fired") == 4000)
        // Steps of 0.6 ms, and for libuv a millisecond more.
        #expect(try #require(said.number("latest_ns")) <= 1_700_000)
    }

    /// 0.6 s of it pass in a small part of that.
    @Test func simulatedTimeIsNotWaitedFor() throws {
        let virtual = try Peers.run(["trial", "uv-timer"])
        let real = try Peers.run(["trial", "timerfd"])
        #expect(real.word("clock") == "real")
        #expect(try #require(real.number("took_ns")) > 600_000_000)
        #expect(
            try #require(virtual.number("took_ns")) < #require(real.number("took_ns")) / 2)
    }

    @Test func aMissingLibraryIsSaid() throws {
        for kind in QueueKind.allCases {
            guard let absence = kind.absence else { continue }
            let said = try Peers.run(["trial", kind.rawValue])
            #expect(said.code == 1)
            #expect(said.errors == "locksim-peers: \(absence)\n")
        }
    }

    @Test func moreTimersThanDescriptorsAreRefusedWithBothNumbers() throws {
        let limit = try raiseOpenFileLimit()
        let said = try Peers.run(["trial", "timerfd", "\(limit)"])
        #expect(said.code == 1)
        #expect(said.errors.contains("\(limit) timers need"))
        #expect(said.errors.contains("may open \(limit - 100)"))
    }
}
