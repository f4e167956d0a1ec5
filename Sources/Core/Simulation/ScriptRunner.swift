import AppLock
public import Auditing
import Chronology
import Devices
public import Scenarios

/// One thing that was not as a script says.
public struct ScriptFailure: Sendable {
    public var position: SourcePosition
    /// What was looked at: an expectation's key, an action, a rule.
    public var subject: String
    public var expected: String
    public var actual: String
    /// The last events before it, oldest first.
    public var trail: [ScriptRecord.TrailEntry] = []
}

public struct ScriptResult: Sendable {
    public var failures: [ScriptFailure] = []
    /// How many single comparisons were made.
    public var checked = 0
    public var counters = Counters()
    public var log = ViolationLog()
    public var digest: UInt64 = 0
    /// Model time, in nanoseconds.
    public var duration: UInt64 = 0
    public var exposure: UInt64 = 0
    /// Nil unless it was filmed.
    public var film: SessionFilm?
}

/// Plays the script of a scenario in virtual time.
public struct ScriptRunner {
    public var world: World
    let scenario: Scenario

    public init(_ scenario: Scenario) {
        self.scenario = scenario
        world = World(
            policy: scenario.engine.policy, owner: scenario.engine.ownerPolicy,
            settings: scenario.device)
        world.record = ScriptRecord()
    }

    /// Runs to the instant of the last step, or to the first action that is impossible.
    public mutating func run(_ script: Script) -> ScriptResult {
        var result = ScriptResult()
        var session = Session(settings: scenario.device, seed: scenario.seed)
        for step in script.steps {
            let now = step.at.nanoseconds
            result.duration = now
            world.advance(&session, to: now)
            guard play(step, on: &session, at: now, &result) else { break }
            world.close(&session, at: now)
            if let expectation = step.expectation {
                check(expectation, of: step, session, &result)
            }
        }
        conclude(script, session, &result)
        return result
    }

    mutating func conclude(
        _ script: Script, _ session: Session, _ result: inout ScriptResult
    ) {
        var session = session
        world.finish(&session, at: result.duration)
        judgeViolations(script, &result)
        result.counters = world.counters
        result.log = world.log
        result.digest = session.digest.value
        result.exposure = session.auditor.exposure
        world.record?.film?.finish(at: result.duration)
        result.film = world.record?.film
    }

    private mutating func play(
        _ step: Script.Step, on session: inout Session, at now: UInt64, _ result: inout ScriptResult
    ) -> Bool {
        for action in step.actions {
            guard play(action, of: step, on: &session, at: now, &result) else { return false }
        }
        return true
    }

    /// False where the action is impossible now.
    mutating func play(
        _ action: Script.Action, of step: Script.Step, on session: inout Session, at now: UInt64,
        _ result: inout ScriptResult
    ) -> Bool {
        var scene: SceneID?
        if step.scene != .main {
            scene = session.device.scene(named: step.scene)
            guard scene != nil else {
                refuse(action.position, ImpossibleAction.unknownScene(step.scene), &result)
                return false
            }
        } else if step.namesScene {
            scene = .first
        }
        do {
            try world.perform(action.action, in: scene, on: &session, at: now)
        } catch {
            refuse(action.position, error, &result)
            return false
        }
        return true
    }

    func refuse(
        _ position: SourcePosition, _ reason: ImpossibleAction, _ result: inout ScriptResult
    ) {
        result.checked += 1
        result.failures.append(
            ScriptFailure(
                position: position, subject: "action", expected: "an action that is possible now",
                actual: reason.description { scenario.names[$0] },
                trail: world.record?.trail ?? []))
    }

    func check(
        _ expectation: Expectation, of step: Script.Step, _ session: Session,
        _ result: inout ScriptResult
    ) {
        var look = ScriptLook(
            session: session, world: world, names: scenario.names, sceneName: step.scene)
        look.compare(expectation)
        result.checked += look.checked
        for mismatch in look.mismatches {
            result.failures.append(
                ScriptFailure(
                    position: expectation.position, subject: mismatch.key,
                    expected: mismatch.expected, actual: mismatch.actual,
                    trail: world.record?.trail ?? []))
        }
    }

    func judgeViolations(_ script: Script, _ result: inout ScriptResult) {
        let position = script.steps.last?.position ?? SourcePosition(line: 1, column: 1)
        for rule in Rule.allCases {
            let count = world.log[rule]
            let isExpected = script.expectedViolations.contains(rule)
            guard isExpected || count > 0 else { continue }
            result.checked += 1
            if isExpected == (count > 0) { continue }
            var actual = "none"
            if let first = world.log.firsts.first(where: { $0.rule == rule }), count > 0 {
                actual = "\(count), first at \(milliseconds(first.at))"
            }
            result.failures.append(
                ScriptFailure(
                    position: position, subject: "violations: \(rule.rawValue)",
                    expected: isExpected ? "at least one" : "none", actual: actual,
                    trail: world.record?.trail ?? []))
        }
    }
}

/// Nanoseconds as a person reads them.
func milliseconds(_ nanoseconds: UInt64) -> String {
    let whole = nanoseconds / 1_000_000
    var digits = String(nanoseconds % 1_000_000)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return digits.isEmpty ? "\(whole)ms" : "\(whole).\(digits)ms"
}
