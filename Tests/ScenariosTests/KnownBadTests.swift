import AppLock
import Chronology
import Devices
import Scenarios
import Simulation
import Testing
import TimerQueues

/// Engines with one thing wrong, in a crowd: what people do by themselves shows most of them.
///
/// `idle-default-mode` is not among them: nobody in a population scrolls a list, so the run loop is
/// never in tracking mode. It takes a script: cases/reports/countdown-default-mode-engine.
@Suite struct KnownBadTests {
    struct Catch: Sendable, CustomTestStringConvertible {
        var preset: Preset
        /// All of them occur; others may follow from them.
        var rules: Set<Rule>
        var sessions: UInt64 = 80
        var overrides: [String] = []
        /// What these people do more often than those of the morning rush.
        var change: @Sendable (inout Rush) -> Void = { _ in }

        var testDescription: String { preset.rawValue }
    }

    static let catches: [Catch] = [
        Catch(preset: .wallClock, rules: [.earlyLock]) { rush in
            rush.population.faults = [
                .wallClock(
                    shift: -3_600_000_000_000...3_600_000_000_000,
                    share: Share(billionths: 500_000_000))
            ]
        },
        Catch(preset: .uptimeClock, rules: [.missedLock, .contentExposed]),
        // 19.999 s away are not 19.
        Catch(
            preset: .intSeconds, rules: [.missedLock, .contentExposed],
            overrides: ["engine.background_lock.after=19.5s"]),
        Catch(preset: .exceeds, rules: [.missedLock, .contentExposed]),
        Catch(preset: .coverOnBackground, rules: [.snapshotLeak], sessions: 200),
        Catch(preset: .coverAnimated, rules: [.snapshotLeak]),
        Catch(preset: .coverDropAnimated, rules: [.snapshotLeak], sessions: 200),
        Catch(preset: .coverDropOnForeground, rules: [.coverStuck], sessions: 200),
        Catch(preset: .anchorBackground, rules: [.missedLock, .contentExposed], sessions: 200),
        Catch(
            preset: .graceRenewedWhileLocked, rules: [.unlatched, .contentExposed], sessions: 200),
        Catch(preset: .authUngenerated, rules: [.staleAuth, .contentExposed]),
        Catch(preset: .coldStartOpen, rules: [.missedLock, .contentExposed]),
        Catch(preset: .lowerLevel, rules: [.keyWindowWrong, .contextLost]),
        // Two fingers lifted in one event ask for two countdowns.
        Catch(
            preset: .idleAnyFinger, rules: [.idleTwice], overrides: ["engine.idle.after=5s"],
            change: { rush in
                rush.forEachBehaviour { $0.touches.multiTouch = Share(billionths: 500_000_000) }
            }),
        Catch(
            preset: .idleTouchesOnly, rules: [.idleEarly], overrides: ["engine.idle.after=10s"]),
        Catch(preset: .entriesOpen, rules: [.entryBypass]) { rush in
            rush.forEachBehaviour {
                $0.entries = Rate(count: Millionths(rawValue: 6_000_000), per: .minutes(1))
            }
        },
        Catch(preset: .attemptsForgotten, rules: [.attemptsReset]) { rush in
            rush.population.faults = [.kill(share: Share(billionths: 500_000_000))]
            rush.forEachBehaviour {
                $0.authentication.success = Share(billionths: 300_000_000)
                $0.authentication.methods = [.init(.passcode, weight: .one)]
            }
        },
        Catch(preset: .unlatched, rules: [.unlatched, .contentExposed], sessions: 200),
    ]

    @Test func everyPresetIsCaughtHereOrByAScript() {
        var caught = Set(Self.catches.map(\.preset))
        caught.insert(.idleDefaultMode)
        #expect(caught == Set(Preset.allCases.filter(\.isKnownBad)))
    }

    @Test(arguments: catches)
    func aCrowdShowsIt(bad: Catch) throws {
        var rush = try Rush(
            sessions: bad.sessions,
            overrides: ["engine.preset=\(bad.preset.rawValue)"] + bad.overrides)
        bad.change(&rush)
        let part = run(try rush.plan(), on: HierarchicalWheel.self)
        #expect(rules(part).isSuperset(of: bad.rules), "got \(rules(part))")
        rush.scenario.engine.policy = rush.scenario.engine.ownerPolicy
        let good = run(try rush.plan(), on: HierarchicalWheel.self)
        #expect(rules(good).isEmpty, "hardened: \(rules(good))")
        #expect(good.impossible == 0)
    }
}
