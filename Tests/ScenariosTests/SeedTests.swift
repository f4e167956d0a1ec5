import Devices
import Scenarios
import Simulation
import Testing
import TimerQueues

/// The hardened engine through two hundred mornings.
@Suite struct SeedTests {
    private static let seeds: UInt64 = 200
    private static let sessions: UInt64 = 30
    private static let lanes: UInt64 = 2

    /// What must have come up over all seeds, and how often at least: a run in which nothing
    /// happens proves nothing.
    static let floors: [(kind: Counters.Kind, atLeast: UInt64)] = [
        (.events, 500_000), (.locks, 15_000), (.unlocks, 15_000), (.covers, 20_000),
        (.prompts, 15_000), (.idleFires, 300), (.entries, 300), (.entriesDelivered, 300),
        (.reboots, 3), (.kills, 1_000), (.sleeps, 6_000), (.wallChanges, 200),
        (.limitActions, 50), (.overlays, 3_000), (.snapshots, 20_000), (.timersFired, 400),
        (.timersCancelled, 150_000), (.timersRearmed, 200_000),
    ]

    /// Seed 28, session 29640: a person leaves for good during a backoff's wait, and the resign is
    /// still on its way when the run ends. The engine owes no prompt for that.
    @Test func nothingIsOwedForWhatIsStillOnItsWay() throws {
        let plan = try Rush(sessions: 20_000).plan(seed: 28)
        #expect(SessionReplay(plan, session: 29_640).run().findings.isEmpty)
    }

    /// Seed 239, session 6220: idle comes due on the way back, and a stale timer is still held back
    /// when didBecomeActive is heard. The count starts afresh from there, not from the timer.
    @Test func comingBackCountsFromWhenItIsHeard() throws {
        let plan = try Rush(sessions: 20_000).plan(seed: 239)
        #expect(SessionReplay(plan, session: 6220).run().findings.isEmpty)
    }

    /// Seed 110, session 3142: a reboot away, wrong codes up to the limit, a login, a short absence.
    @Test func aBootBeforeTheLoginIsForgotten() throws {
        let plan = try Rush(sessions: 20_000).plan(seed: 110)
        #expect(SessionReplay(plan, session: 3142).run().findings.isEmpty)
    }

    /// Glances of a tenth of a second, half of them at an app that was killed, with events late by
    /// as much: the engine hears of a launch after the picture, and is not to blame.
    @Test func whatIsLateIsNotHeldAgainstTheEngine() throws {
        var rush = try Rush(sessions: 100)
        var late = EventFaults()
        late.delay = .exponential(mean: .milliseconds(100))
        late.delayShare = Share(billionths: 300_000_000)
        rush.population.faults = [.kill(share: Share(billionths: 500_000_000)), .events(late)]
        rush.forEachBehaviour {
            $0.foreground = .uniform(from: .milliseconds(20), to: .milliseconds(400))
            $0.background = .uniform(from: .seconds(5), to: .seconds(25))
        }
        let part = ScenariosTests.run(try rush.plan(), on: ChunkedWheel.self)
        #expect(rules(part).isEmpty, "\(rules(part))")
        #expect(part.counters[.kills] > 500 && part.counters[.locks] > 500)
        #expect(part.impossible == 0)
    }

    @Test func twoHundredMorningsWithoutAViolation() async throws {
        let rush = try Rush(sessions: Self.sessions)
        let parts = try await withThrowingTaskGroup(of: [(UInt64, RunPart)].self) { group in
            for lane in 0..<Self.lanes {
                group.addTask {
                    try stride(from: 1 + lane, through: Self.seeds, by: Int(Self.lanes)).map {
                        ($0, ScenariosTests.run(try rush.plan(seed: $0), on: ChunkedWheel.self))
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        var whole = RunPart()
        for (seed, part) in parts.sorted(by: { $0.0 < $1.0 }) {
            #expect(rules(part).isEmpty, "seed \(seed): \(rules(part))")
            #expect(part.impossible == 0, "seed \(seed)")
            whole.merge(part)
        }
        #expect(parts.count == Int(Self.seeds))
        #expect(whole.violationTotal == 0 && whole.impossible == 0)
        #expect(whole.timersEarly == 0 && whole.timersLost == 0)
        #expect(whole.counters[.leaks] == 0)
        print("\(Self.seeds) seeds, \(whole.sessions) sessions:")
        for kind in Counters.Kind.allCases { print("  \(kind.name) \(whole.counters[kind])") }
        for floor in Self.floors {
            let count = whole.counters[floor.kind]
            #expect(count >= floor.atLeast, "\(floor.kind.name): \(count)")
        }
    }
}
