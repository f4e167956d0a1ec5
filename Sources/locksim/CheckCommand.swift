import Linux
import Reports
import Scenarios

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
        let explanation = Explanation(
            style: console.style, processorCount: Host.current().allowedProcessorCount)
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
