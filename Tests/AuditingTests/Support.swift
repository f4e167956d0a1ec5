import AppLock
import Auditing
import Devices
import ScenarioFiles
import Scenarios
import Simulation

typealias Plant = @Sendable (LockEvent, inout CommandBuffer) -> Void

struct NoScript: Error {}

struct ImpossibleStep: Error {
    var line: Int
    var reason: String
}

/// Runs a script on an engine with a bug in its commands or its policy, or without one, and
/// tells the rules that were broken.
func violations(
    of text: String, with plant: Plant? = nil, _ change: (inout LockPolicy) -> Void = { _ in }
) throws -> Set<Rule> {
    let scenario = try ScenarioLoader().load(bytes: Array(text.utf8), path: "planted.yaml")
    guard case .script(let script) = scenario.body else { throw NoScript() }
    var runner = ScriptRunner(scenario)
    runner.world.plant = plant
    change(&runner.world.policy)
    let result = runner.run(script)
    if let failure = result.failures.first(where: { $0.subject == "action" }) {
        throw ImpossibleStep(line: failure.position.line, reason: failure.actual)
    }
    return Set(Rule.allCases.filter { result.log[$0] > 0 })
}

extension CommandBuffer {
    mutating func drop(_ matches: (LockCommand) -> Bool) {
        rewrite { matches($0) ? nil : $0 }
    }
}

extension LockCommand {
    var raisesLock: Bool { if case .raiseLock = self { true } else { false } }
    var dropsLock: Bool { if case .dropLock = self { true } else { false } }
    var raisesCover: Bool { if case .raiseCover = self { true } else { false } }
    var dropsCover: Bool { if case .dropCover = self { true } else { false } }
    var lifts: Bool { if case .liftLock = self { true } else { false } }
    var prompts: Bool { if case .prompt = self { true } else { false } }
    var delivers: Bool { if case .deliver = self { true } else { false } }
    var restoresResponder: Bool { if case .restoreResponder = self { true } else { false } }
    var restores: Bool {
        switch self {
        case .restoreKeyWindow, .restoreResponder: true
        default: false
        }
    }
}

extension LockEvent {
    var isScroll: Bool { if case .scroll = self { true } else { false } }
    var isSuccess: Bool {
        if case .authentication(.success, _, _) = self { true } else { false }
    }
}
