import AppLock
import Chronology
import Devices
import Linux
import Reports
import ScenarioFiles
import Scenarios
import Simulation

extension Command {
    static let check = Command(
        name: "check", summary: "Validates scenarios and explains what they will do.",
        usage: "[OPTION]... FILE...",
        examples: [("locksim check rush.yaml", "load curve, event rate, memory and CPU")],
        options: [.init("set", "PATH=VALUE", "puts a value into the scenario; can be repeated")]
    ) { (arguments, console) throws(CommandError) in
        let options = try RunOptions(arguments)
        return try CheckCommand.explain(
            try ScenarioSet.load(arguments.operands, options), console)
    }
}

enum CheckCommand {
    /// One scenario at length, scripts among several with a line each.
    static func explain(_ scenarios: [Scenario], _ console: Console) throws(CommandError) -> Int32 {
        let hasPopulation = scenarios.contains {
            if case .population = $0.body { true } else { false }
        }
        let explanation = Explanation(
            style: console.style, processorCount: Host.current().allowedProcessorCount,
            nanosecondsPerEvent: hasPopulation ? EventCost.measure() : nil)
        var text = ""
        for scenario in scenarios {
            switch scenario.body {
            case .script where scenarios.count > 1, .timerScript where scenarios.count > 1:
                text += "ok    " + console.style.spelled(scenario.path) + "\n"
            case .script, .timerScript, .population:
                if !text.isEmpty && !text.hasSuffix("\n\n") { text += "\n" }
                text += explanation.text(scenario)
                if scenarios.count > 1 { text += "\n" }
            }
        }
        return try console.print(text)
    }
}

/// What one event costs here with device, engine and auditor on, in one session in the cache.
enum EventCost {
    private static let stepCount = 4000

    /// In nanoseconds; takes a few milliseconds.
    static func measure() -> UInt64 {
        let position = SourcePosition(line: 1, column: 1)
        var launch = Script.Step(at: .zero, position: position)
        launch.actions = [
            Script.Action(.launch(background: false, loggedIn: nil), at: position),
            Script.Action(.authenticate(.success, nil, generation: nil), at: position),
        ]
        var steps = [launch]
        for index in 1...stepCount {
            var step = Script.Step(at: .milliseconds(UInt64(index) * 100), position: position)
            step.actions = [Script.Action(.tap(window: nil, point: nil), at: position)]
            steps.append(step)
        }
        let script = Script(steps: steps)
        let scenario = Scenario(
            name: "event-cost", body: .script(script), names: NameTable(), path: "",
            hash: ScenarioHash())
        var best = UInt64.max
        for _ in 0..<3 {
            var runner = ScriptRunner(scenario)
            let before = Clock.processTime.now()
            let result = runner.run(script)
            let spent = Clock.processTime.now() - before
            best = min(best, spent / max(result.counters[.events], 1))
        }
        return max(best, 1)
    }
}
