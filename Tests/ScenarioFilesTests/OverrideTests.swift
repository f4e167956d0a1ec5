import AppLock
import Chronology
import ScenarioFiles
import Scenarios
import Testing

@Suite struct OverrideTests {
    let text = """
        scenario: a
        engine: {preset: unlatched, background_lock: {after: 20s}}
        script: [{do: launch}, {after: 5s, do: home}]
        """

    @Test func replacesAndCreates() throws {
        let scenario = try load(
            text,
            [
                "engine.background_lock.after=1h", "engine.idle.after=never", "seed=7",
                "script.1.after=6s", "script.2={after: 1s, do: open}",
                "thresholds=[violations == 0]",
            ])
        #expect(scenario.engine.policy.backgroundLock.after == .after(.hours(1)))
        #expect(scenario.engine.policy.idle.after == .never)
        #expect(scenario.engine.policy.quirks.dropsUndueLock)
        #expect(!scenario.engine.ownerPolicy.quirks.dropsUndueLock)
        #expect(scenario.engine.ownerPolicy.backgroundLock.after == .after(.hours(1)))
        #expect(scenario.seed == 7)
        #expect(
            try script(scenario).steps.map(\.at.nanoseconds) == [0, 6_000_000_000, 7_000_000_000])
        #expect(scenario.thresholds.count == 1)
    }

    @Test(arguments: [
        ("engine.presett=hardened", "1:1: error: not a key of engine (got key “presett”)"),
        ("engine.background_lock.after=20", "1:1: error: expected a duration"),
        ("seed", "1:1: error: expected path=value"),
        ("engine..clock=wall", "1:1: error: expected keys with single dots"),
        ("scenario.name=b", "1:1: error: expected a map or list to set “name” in (got “a”)"),
        ("script.5.do=home", "1:1: error: expected the number of an item, 0 to 2 (got “5”)"),
        ("engine={preset: [}", "error: not YAML: "),
    ]) func errorsNameTheOption(_ option: String, _ error: String) {
        let errors = errors(text, [option])
        #expect(errors.count == 1, "\(errors)")
        #expect(errors.first?.hasPrefix("--set \(option):") == true, "\(errors)")
        #expect(errors.first?.contains(error) == true, "\(errors)")
    }
}
