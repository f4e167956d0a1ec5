import ScenarioFiles
import Scenarios
import TimerQueues

/// The scenarios that a command line's files, folders and patterns stand for.
enum ScenarioSet {
    /// All of them or none: what is wrong with each file is told before anything starts.
    static func load(
        _ operands: [String], _ options: RunOptions
    ) throws(CommandError) -> [Scenario] {
        let paths = try find(operands)
        let loader = loader(overrides: options.overrides)
        var scenarios: [Scenario] = []
        var errors: [LoadError] = []
        for path in paths {
            do throws(LoadError) {
                var scenario = try loader.load(path: path)
                options.apply(to: &scenario)
                scenarios.append(scenario)
            } catch {
                errors.append(error)
            }
        }
        guard errors.isEmpty else { throw .load(errors) }
        return scenarios
    }

    static func find(_ operands: [String]) throws(CommandError) -> [String] {
        guard !operands.isEmpty else { throw .usage("expected a scenario file or folder") }
        do throws(LoadError) {
            return try ScenarioFinder.find(operands)
        } catch {
            throw .load([error])
        }
    }

    static func loader(overrides: [String]) -> ScenarioLoader {
        var settings = LoaderSettings()
        settings.queues = QueueKind.allCases.map(\.rawValue)
        return ScenarioLoader(settings: settings, overrides: overrides.map { Override($0) })
    }
}
