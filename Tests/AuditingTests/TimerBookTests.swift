import AppLock
import Auditing
import Chronology
import Devices
import Simulation
import Testing

private let policy = LockPolicy()
private let second: UInt64 = 1_000_000_000

/// An auditor beside a running app.
private struct Bench {
    var world: World
    var session: Session
    var log = ViolationLog()

    init(_ policy: LockPolicy = policy) throws {
        world = World(policy: policy, owner: policy, settings: DeviceSettings())
        session = Session(settings: DeviceSettings())
        world.advance(&session, to: 0)
        try act(.launch(background: false, loggedIn: nil), at: 0)
    }

    mutating func act(_ action: DeviceAction, at seconds: UInt64) throws {
        try world.perform(action, in: nil, on: &session, at: seconds * second)
        world.close(&session, at: seconds * second)
    }

    mutating func see(_ command: LockCommand, at seconds: UInt64) {
        session.auditor.see(command, at: seconds * second, &session.device, owner: policy, &log)
    }

    mutating func schedule(
        _ kind: TimerKind, _ deadline: UInt64, _ generation: UInt32, at seconds: UInt64
    ) {
        let deadline = Instant(nanoseconds: deadline * second)
        see(.schedule(kind, deadline: deadline, generation: generation), at: seconds)
    }

    mutating func fire(_ kind: TimerKind, _ generation: UInt32, at seconds: UInt64) {
        session.auditor.seeTimer(kind, generation, at: seconds * second, &log)
    }

    mutating func look(at seconds: UInt64, slack: TimeSpan = .zero) {
        session.auditor.lookForLostTimers(
            before: seconds * second, &session.device, world.policy, slack: slack, &log)
    }

    var said: [Rule] { Rule.allCases.filter { log[$0] > 0 } }
}

/// The contract of the host's timer queue, and hosts that break it.
@Suite struct TimerBookTests {
    @Test func onTimeAndOnceIsWhatTheContractAsks() throws {
        var bench = try Bench()
        bench.schedule(.idle, 5, 900, at: 1)
        bench.look(at: 5)
        bench.fire(.idle, 900, at: 5)
        bench.look(at: 100)
        #expect(bench.said == [])
    }

    @Test func beforeTheDeadlineIsEarly() throws {
        var bench = try Bench()
        bench.schedule(.idle, 5, 900, at: 1)
        bench.fire(.idle, 900, at: 4)
        #expect(bench.said == [.timerEarly])
    }

    @Test func schedulingAgainIsANewDeadline() throws {
        var bench = try Bench()
        bench.schedule(.idle, 5, 900, at: 1)
        bench.schedule(.idle, 9, 900, at: 2)
        bench.look(at: 8)
        #expect(bench.said == [])
        bench.fire(.idle, 900, at: 8)
        #expect(bench.said == [.timerEarly])
    }

    @Test func afterItsCancelATimerMustNotFire() throws {
        var bench = try Bench()
        bench.schedule(.backoff, 5, 900, at: 1)
        bench.see(.cancel(.backoff, generation: 900), at: 2)
        bench.look(at: 50)
        #expect(bench.said == [])
        bench.fire(.backoff, 900, at: 50)
        #expect(bench.said == [.timerAfterCancel])
    }

    @Test func aTimerFiresOnce() throws {
        var bench = try Bench()
        bench.schedule(.idle, 5, 900, at: 1)
        bench.fire(.idle, 900, at: 5)
        bench.fire(.idle, 900, at: 6)
        #expect(bench.said == [.timerAfterCancel])
    }

    @Test func aTimerThatNeverFiresIsLostOnce() throws {
        var bench = try Bench()
        bench.schedule(.idle, 5, 900, at: 1)
        bench.look(at: 5)
        #expect(bench.said == [])
        bench.look(at: 6)
        bench.look(at: 7)
        #expect(bench.log[.timerLost] == 1)
        #expect(bench.said == [.timerLost])
    }

    @Test func aLiveHostMayBeLate() throws {
        var bench = try Bench()
        bench.schedule(.idle, 5, 900, at: 1)
        bench.look(at: 7, slack: .seconds(2))
        #expect(bench.said == [])
        bench.look(at: 8, slack: .seconds(2))
        #expect(bench.said == [.timerLost])
    }

    @Test func severalTimersOfAKindAreKeptApart() throws {
        var bench = try Bench()
        for generation in UInt32(900)..<905 {
            bench.schedule(.idle, UInt64(generation) - 890, generation, at: 1)
        }
        bench.see(.cancel(.idle, generation: 902), at: 2)
        bench.fire(.idle, 900, at: 10)
        bench.fire(.idle, 901, at: 11)
        bench.fire(.idle, 903, at: 13)
        bench.look(at: 14)
        #expect(bench.said == [])
        bench.look(at: 15)
        #expect(bench.log[.timerLost] == 1)
        bench.fire(.idle, 902, at: 15)
        #expect(bench.said == [.timerLost, .timerAfterCancel])
    }

    @Test func nothingIsLostWhileTheProcessStandsStill() throws {
        var bench = try Bench()
        try bench.act(.home, at: 1)
        bench.schedule(.idle, 5, 900, at: 1)
        bench.look(at: 60)
        // Resumed without the device's own queue, which knows nothing of this timer.
        try bench.world.perform(.open, in: nil, on: &bench.session, at: 60 * second)
        bench.look(at: 60)
        #expect(bench.said == [])
        bench.look(at: 61)
        #expect(bench.said == [.timerLost])
    }

    @Test func nothingIsLostWhileAScrollViewTracksInTheDefaultMode() throws {
        for mode in LockPolicy.Idle.RunLoopMode.allCases {
            var policy = policy
            policy.idle.runLoopMode = mode
            var bench = try Bench(policy)
            try bench.act(.tracking(true), at: 1)
            bench.schedule(.idle, 5, 900, at: 1)
            bench.look(at: 60)
            #expect(bench.said == (mode == .default ? [] : [.timerLost]), "\(mode)")
            guard mode == .default else { continue }
            try bench.world.perform(.tracking(false), in: nil, on: &bench.session, at: 60 * second)
            bench.look(at: 60)
            #expect(bench.said == [])
            bench.look(at: 61)
            #expect(bench.said == [.timerLost])
        }
    }

    @Test func theTimersOfAKilledProcessAreForgotten() throws {
        var bench = try Bench()
        bench.schedule(.idle, 5, 900, at: 1)
        try bench.act(.kill, at: 2)
        try bench.act(.launch(background: false, loggedIn: nil), at: 3)
        bench.look(at: 60)
        #expect(bench.said == [])
    }

    @Test func deadlinesAreToldOnTheClockOfTheBoot() throws {
        var bench = try Bench()
        try bench.act(.reboot(down: .seconds(10)), at: 100)
        try bench.act(.launch(background: false, loggedIn: nil), at: 120)
        bench.schedule(.idle, 15, 900, at: 121)
        bench.look(at: 125)
        #expect(bench.said == [])
        bench.fire(.idle, 900, at: 124)
        #expect(bench.said == [.timerEarly])
    }

    // MARK: In a whole session

    /// What a session says when its host's timers are tampered with 10 s after unlocking.
    private func session(_ tamper: (inout Device, UInt64) -> Void) throws -> [Rule] {
        var bench = try Bench()
        bench.world.advance(&bench.session, to: second)
        try bench.act(.authenticate(.success, nil, generation: nil), at: 1)
        bench.world.advance(&bench.session, to: 11 * second)
        tamper(&bench.session.device, 11 * second)
        bench.world.close(&bench.session, at: 11 * second)
        bench.world.advance(&bench.session, to: 400 * second)
        bench.world.close(&bench.session, at: 400 * second)
        bench.world.finish(&bench.session, at: 400 * second)
        return Rule.allCases.filter { bench.world.log[$0] > 0 }
    }

    private func setTimer(
        _ kind: TimerKind, _ seconds: UInt64, _ generation: UInt32, on device: inout Device,
        at now: UInt64
    ) {
        let deadline = Instant(nanoseconds: seconds * second)
        device.apply(
            .schedule(kind, deadline: deadline, generation: generation), at: now,
            DeviceSettings(), policy)
    }

    @Test func aHostThatLosesATimerIsCaught() throws {
        let untouched = try session { _, _ in }
        #expect(untouched == [])
        let rules = try session { device, now in
            device.apply(.cancel(.idle, generation: 1), at: now, DeviceSettings(), policy)
        }
        #expect(rules == [.idleMissed, .timerLost])
    }

    @Test func aHostThatFiresEarlyIsCaughtAndNotTheEngine() throws {
        let rules = try session { device, now in
            setTimer(.idle, 20, 1, on: &device, at: now)
        }
        #expect(rules == [.timerEarly])
    }

    @Test func aHostThatFiresWhatNobodyWaitsForIsCaught() throws {
        let rules = try session { device, now in
            setTimer(.backoff, 20, 7, on: &device, at: now)
        }
        #expect(rules == [.timerAfterCancel])
    }

    /// An auditor stands beside every session.
    @Test func anAuditorStaysSmall() {
        #expect(MemoryLayout<Auditor>.size <= 176)
        #expect(MemoryLayout<Auditor>.stride <= 176)
    }
}
