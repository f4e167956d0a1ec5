import AppLock
import Devices
import Simulation
import Testing

/// Many drawn sessions, where the owner's choices vary and the mechanism is `hardened`.
@Suite struct HardenedTests {
    /// In parts, so that they run side by side and a failure names a small one.
    static let parts = Array(0..<UInt64(8))
    static let scriptsPerPart: UInt64 = 400

    @Test(arguments: parts)
    func nothingCanBeSaidAgainstTheHardenedEngine(part: UInt64) {
        var counters = Counters()
        var said: Set<Rule> = []
        for seed in (part * Self.scriptsPerPart)..<((part + 1) * Self.scriptsPerPart) {
            let script = RandomScript(seed: seed)
            counters.merge(script.play.world.counters)
            for violation in script.play.world.log.firsts {
                let rule = violation.rule
                guard said.insert(rule).inserted else { continue }
                let text = script.shrunk { $0.world.log[rule] > 0 }
                let instant = Double(violation.at) / 1e9
                Issue.record("seed \(seed): \(rule.rawValue) at \(instant) s in\n\(text)")
            }
        }
        expectCoverage(of: counters, part)
    }

    /// What a part must have met, or it says nothing: about half of what it usually meets.
    private func expectCoverage(of counters: Counters, _ part: UInt64) {
        let needed: [(Counters.Kind, UInt64)] = [
            (.launches, 400), (.backgrounds, 800), (.returns, 1000), (.kills, 100),
            (.reboots, 100), (.sleeps, 150), (.wallChanges, 200), (.locks, 400), (.unlocks, 250),
            (.covers, 700), (.prompts, 700), (.idleFires, 150), (.limitActions, 10),
            (.entries, 200), (.entriesDelivered, 120), (.overlays, 250), (.snapshots, 1000),
            (.timersFired, 200), (.timersCancelled, 100), (.touchEvents, 1200), (.keyEvents, 120),
            (.authEvents, 800),
        ]
        var line = "scripts \(part * Self.scriptsPerPart)–:"
        for (kind, least) in needed {
            line += " \(kind.name) \(counters[kind])"
            #expect(counters[kind] >= least, "too few \(kind.name)")
        }
        #expect(counters[.leaks] == 0)
        print(line)
    }

    @Test func everySeedGivesTheSameSessionAgain() {
        for seed in UInt64(0)..<40 {
            let (one, two) = (RandomScript(seed: seed), RandomScript(seed: seed))
            #expect(one.play.session.digest.value == two.play.session.digest.value)
            let again = one.replay(one.actions)
            #expect(again.session.digest.value == one.play.session.digest.value, "seed \(seed)")
            #expect(again.world.counters == one.play.world.counters, "seed \(seed)")
        }
    }
}

/// Engines that are wrong somewhere: still total, still the same every time.
@Suite struct OtherEngineTests {
    @Test(arguments: Preset.allCases)
    func randomScriptsNeverTrap(preset: Preset) {
        var locks: UInt64 = 0
        for seed in UInt64(50_000)..<50_040 {
            let script = RandomScript(seed: seed, preset: preset)
            locks += script.play.world.counters[.locks]
            #expect(script.actions.count > 10, "seed \(seed)")
        }
        #expect(locks > 10)
    }

    @Test func anyMechanismIsCarriedOut() {
        var locks: UInt64 = 0
        for seed in UInt64(60_000)..<60_400 {
            let script = RandomScript(seed: seed, anyMechanism: true)
            locks += script.play.world.counters[.locks]
            #expect(script.actions.count > 10, "seed \(seed)")
        }
        #expect(locks > 100)
    }
}
