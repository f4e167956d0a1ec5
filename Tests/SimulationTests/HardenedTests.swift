import AppLock
import Devices
import Simulation
import Testing

@Suite struct HardenedTests {
    @Test func nothingCanBeSaidAgainstTheHardenedEngine() {
        var counters = Counters()
        var said: Set<Rule> = []
        for seed in UInt64(0)..<2500 {
            let script = RandomScript(seed: seed)
            counters.merge(script.play.world.counters)
            for violation in script.play.world.log.firsts where said.insert(violation.rule).inserted {
                let rule = violation.rule
                let text = script.shrunk { $0.world.log[rule] > 0 }
                Issue.record("seed \(seed): \(rule.rawValue) at \(Double(violation.at) / 1e9) s\n\(text)")
            }
        }
        for kind in Counters.Kind.allCases { print(kind.name, counters[kind]) }
    }
}
