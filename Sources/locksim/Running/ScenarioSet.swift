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
                if let position = scenario.liveTraceRefusal {
                    throw LoadError.invalid([.liveTrace(path, position)])
                }
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
        settings.wakes = WakeKind.allCases.map(\.rawValue)
        return ScenarioLoader(settings: settings, overrides: overrides.map { Override($0) })
    }
}

extension Diagnostic {
    /// Its times would need a clock of each session's own.
    fileprivate static func liveTrace(_ path: String, _ position: SourcePosition) -> Diagnostic {
        Diagnostic(
            file: path, line: position.line, column: position.column,
            message: "expected mode virtual for a trace (got live)")
    }
}
