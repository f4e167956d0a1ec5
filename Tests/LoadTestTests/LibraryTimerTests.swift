import Testing
import TimerQueues
import TimerSubjects

/// Live runs with other people's timers, and with each wake-up of our own queues. What they are
/// late by, which may make a run invalid, is the machine's and the library's affair.
@Suite(.serialized) struct LibraryTimerTests {
    /// Two by the clock; shorter, nobody on a busy machine has unlocked before it is over.
    private static let tenSeconds = [
        "load-test", "\(Program.root)/Scenarios/quickstart.yaml",
        "--set", "population.sessions=100", "--set", "population.duration=10s",
        "--set", "population.warmup=0s", "--set", "population.load=[{hold: 10s}]",
        "--set", "engine.idle.after=1s", "--set", "engine.background_lock.after=1s",
        "--workers", "1",
    ]

    @Test(arguments: QueueKind.allCases.filter { !$0.isPure && $0.absence == nil })
    func aLibrarysTimersServeALiveRun(_ kind: QueueKind) throws {
        let run = try Program.run(Self.tenSeconds + ["--queue", kind.rawValue])
        expectWhole(run)
    }

    @Test(arguments: WakeKind.allCases)
    func anyWakeServesALiveRun(_ wake: WakeKind) throws {
        let run = try Program.run(Self.tenSeconds + ["--wake", wake.rawValue])
        expectWhole(run)
        let worker = try #require(run.values("process").first { $0.hasPrefix("worker") })
        #expect(worker.contains(" spin 0.0 ") == (wake != .spin))
    }

    private func expectWhole(_ run: Finished) {
        #expect(run.code == 0 || run.code == 98, "\(run.output)\(run.errors)")
        #expect(run.value("sessions") == "100")
        #expect(run.value("sessions.lost") == "0")
        #expect(run.value("partial") == "false")
        #expect(run.value("timers.early") == "0")
        #expect(run.value("timers.lost") == "0")
        #expect(run.value("unanswered") == "0")
        #expect(run.number("timers.fired").map { $0 > 0 } == true)
        #expect(run.number("locks").map { $0 > 0 } == true)
    }

    @Test func moreTimersThanDescriptorsAreRefusedBeforeAnythingStarts() throws {
        let run = try Program.run(
            Self.tenSeconds + ["--queue", "timerfd", "--set", "population.sessions=9000000"])
        #expect(run.code == 70)
        #expect(run.errors.contains("9000000 timers need as many descriptors"))
        #expect(run.errors.contains("may open "))
    }

    @Test func librariesWorkInLiveModeAlone() throws {
        let run = try Program.run(
            ["run", "\(Program.root)/Scenarios/morning-rush.yaml", "--set", "timers.queue=libev"])
        #expect(run.code == 65)
        #expect(run.errors.contains("libev works in live mode alone"))
    }
}
