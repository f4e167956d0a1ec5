import Chronology
import ScenarioFiles
import Scenarios
import Testing

@Suite struct PopulationTests {
    /// A distribution and what its only error says.
    static let table: [(distribution: String, error: String)] = [
        ("{choice: []}", "expected at least one duration"),
        ("{uniform: [5s, 1s]}", "expected the shorter end first"),
        ("{uniform: 5s}", "expected [shortest, longest]"),
        ("{weibul: {shape: 1, scale: 1s}}", "did you mean “weibull”?"),
        ("{weibull: {shape: 0, scale: 1s}}", "expected a number from 0.01 to 100 (got “0”)"),
        ("{pareto: {scale: 1s, shape: 0.0001}}", "expected a number from 0.01 to 100"),
        ("{lognormal: {median: 1s, sigma: 0.001}}", "expected a number from 0.01 to 10"),
        ("{lognormal: {median: 1s, sigma: NaN}}", "expected a number such as 8 or 0.9 (got “NaN”)"),
        ("{mix: [{share: NaN, constant: 1s}]}", "expected a share such as 12% or 0.12 (got “NaN”)"),
        ("{mix: [{share: .nan, constant: 1s}]}", "expected a share such as 12% or 0.12"),
        ("{mix: [{share: 150%, constant: 1s}]}", "expected a share from 0 to 100%"),
        ("{mix: [{share: -1%, constant: 1s}]}", "it can't be negative"),
        (
            "{mix: [{share: 40%, constant: 1s}, {share: 0.59, constant: 2s}]}",
            "expected shares that sum to 100% (got 99.0000000%)"
        ),
        ("{mix: [{share: 100%}]}", "expected one distribution beside the share"),
        ("{pareto: {scale: 60s, shape: 1.1, cap: 1s}}", "expected a cap not below the scale"),
        ("{empirical: nowhere.csv}", "nowhere.csv: error: no such file"),
    ]

    @Test(arguments: table.indices) func oneError(_ index: Int) {
        let (distribution, error) = Self.table[index]
        let errors = distributionErrors(distribution)
        #expect(errors.count == 1, "\(errors)")
        #expect(errors.first?.contains(error) == true, "\(errors)")
    }

    @Test func aLifeThatTakesNoTimeIsRefused() {
        let text = populationText("{mix: [{share: 100%, uniform: [0s, 0s]}]}")
        #expect(errors(text) == [])
        let errors = errors(text.replacing("foreground: 5s", with: "foreground: 0s"))
        #expect(errors.count == 1)
        #expect(errors[0].contains("expected foreground or background that takes time"))
    }

    /// The example of the format's own description, without what is not available yet.
    static let example = """
        scenario: morning-rush
        description: one line for people
        mode: live
        seed: 42
        engine:
          preset: hardened
          background_lock: {after: 20s}
          idle: {after: 3m, action: return_to_root}
          placement: process
        timers: {queue: hierarchical-wheel, tick: 1ms, wake: spin}
        device: {snapshot_delay: 0ms, suspend_delay: 0ms, cover_animation: 300ms, protected_data_delay: 10s, orientations: 1, wall_start: 2026-01-01T08:00:00Z, fuzz: {equal_levels: false, late_timers: false}}
        thresholds:
          - decision_latency.lifecycle.p99 < 5ms
          - {that: timer_lateness.p99.9 < 2ms, abort: true, after: 10s}
          - timers.early == 0
          - violations == 0
        population:
          sessions: 100000
          duration: 60s
          warmup: 5s
          workers: auto
          load:
            - ramp: {to: 100%, over: 10s, shape: linear}
            - hold: 45s
            - spike: {to: 150%, over: 1s, hold: 4s}
            - arrivals: {rate: 2000/s, over: 30s}
          behaviour:
            - name: everyday
              weight: 8
              foreground: {mix: [{share: 40%, uniform: [1s, 15s]}, {share: 45%, lognormal: {median: 45s, sigma: 0.9}}, {share: 15%, pareto: {scale: 60s, shape: 1.1, cap: 12000s}}]}
              background: {weibull: {shape: 0.4, scale: 300s}}
              touches: {rate: 18/min, burst: {length: 8, gap: 300ms}, multi_touch: 3%}
              keys: 6/min
              interruptions: {rate: 2/h, kinds: {peek: 5, permission_alert: 1, call: 1, control_centre: 3}}
              overlays: {alert: 3/h, loading: 20/h}
              authentication: {success: 95%, takes: {lognormal: {median: 1.2s, sigma: 0.4}}, methods: {biometric: 8, passcode: 2}}
              entries: 1/h
            - name: edge
              weight: 1
              foreground: {uniform: [1s, 5s]}
              background: {choice: [19.999s, 20s, 20.001s]}
          time_scale: 60
          faults:
            - wall_clock: {shift: [-1h, 1h], share: 1%}
            - device_sleep: {share: 30%}
            - kill: {share: 5%}
            - reboot: {rate: 1/week}
            - events: {drop: 0.01%, duplicate: 0.01%, delay: {exponential: 50ms}, share: 1%}

        """

    @Test func exampleOfTheFormatIsRead() throws {
        let scenario = try load(Self.example)
        #expect(scenario.name == "morning-rush")
        #expect(scenario.timers.wake == "spin")
        #expect(scenario.mode == .live)
        #expect(scenario.seed == 42)
        #expect(scenario.engine.policy == scenario.engine.ownerPolicy)
        #expect(scenario.device.wallStartNanoseconds == 1_767_254_400_000_000_000)
        #expect(
            scenario.thresholds.map(\.metric.path) == [
                "decision_latency.lifecycle.p99", "timer_lateness.p99.9", "timers.early",
                "violations",
            ])
        #expect(scenario.thresholds[0].value == .duration(.milliseconds(5)))
        #expect(scenario.thresholds[1].aborts)
        #expect(scenario.thresholds[1].after == .seconds(10))
        let population = try population(scenario)
        #expect(population.sessions == 100_000)
        #expect(
            population.load[2]
                == .spike(
                    to: Share(billionths: 1_500_000_000), over: .seconds(1), hold: .seconds(4)))
        guard case .behaviours(let behaviours) = population.source else {
            Issue.record("no behaviours")
            return
        }
        #expect(
            behaviours[0].touches.rate
                == Rate(
                    count: Millionths(rawValue: 18_000_000), per: .seconds(60)))
        #expect(behaviours[0].touches.multiTouch == Share(billionths: 30_000_000))
        #expect(
            behaviours[0].background
                == .weibull(
                    shape: Millionths(rawValue: 400_000), scale: .seconds(300)))
        #expect(
            behaviours[0].interruptionKinds.map(\.value) == [
                .peek, .controlCentre, .call, .permissionAlert,
            ])
        #expect(
            behaviours[1].background
                == .choice([
                    .milliseconds(19_999), .seconds(20), .milliseconds(20_001),
                ]))
        #expect(population.timeScale == Millionths(rawValue: 60_000_000))
        #expect(population.faults.count == 5)
        #expect(
            population.faults[0]
                == .wallClock(
                    shift: -3_600_000_000_000...3_600_000_000_000,
                    share: Share(billionths: 10_000_000)))
    }

    @Test func laterFaultsAreRefused() {
        let text =
            Self.example
            + "    - worker: {kill: 1, at: 20s}\n    - engine: {pause: 500ms, at: 30s}\n"
        let errors = errors(text)
        #expect(errors.count == 2)
        #expect(errors.allSatisfy { $0.hasSuffix("is not available yet in this version") })
    }

    @Test func measuredValuesComeFromAFileBesideTheScenario() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        folder.write("away.csv", Array("length,count\n1.5s,3\n\n# rare\n2m,1\n".utf8))
        let path = folder.write("a.yaml", Array(populationText("{empirical: away.csv}").utf8))
        let population = try population(ScenarioLoader().load(path: path))
        guard case .behaviours(let behaviours) = population.source else {
            Issue.record("no behaviours")
            return
        }
        #expect(behaviours[0].background == .empirical([.milliseconds(1_500), .seconds(120)]))
    }
}
