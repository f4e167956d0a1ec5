import ScenarioFiles
import Scenarios
import Simulation

@main
struct Main {
    static func main() {
        do {
            var failed = 0
            for path in try ScenarioFinder.find(Array(CommandLine.arguments.dropFirst())) {
                let scenario = try ScenarioLoader().load(path: path)
                guard case .script(let script) = scenario.body else { continue }
                var runner = ScriptRunner(scenario)
                let result = runner.run(script)
                if !result.failures.isEmpty { failed += 1 }
                print(result.failures.isEmpty ? "ok  " : "FAIL", path)
                for failure in result.failures.prefix(4) {
                    print("   \(path):\(failure.position.line): \(failure.subject): expected \(failure.expected), got \(failure.actual)")
                }
            }
            print("failed", failed)
        } catch {
            print(error)
        }
    }
}
