public import AppLock
import Chronology
public import Scenarios

/// A script played from outside, action by action, where time is real and answers take time.
public struct ScriptPlayback {
    public private(set) var session: Session
    public var world: World {
        get { runner.world }
        set { runner.world = newValue }
    }
    private var runner: ScriptRunner
    private let script: Script
    private var result = ScriptResult()

    public init(_ scenario: Scenario, _ script: Script) {
        runner = ScriptRunner(scenario)
        self.script = script
        session = Session(settings: scenario.device, seed: scenario.seed)
    }

    /// When something happens without an action, in model time.
    public var nextDeadline: UInt64 {
        mutating get { runner.world.nextDeadline(of: &session) }
    }
    public var isWaiting: Bool { session.inFlight > 0 }

    /// The events that set out since the last call.
    public mutating func takeEvents() -> [Outbox.Entry] {
        let events = runner.world.outbox?.events ?? []
        runner.world.outbox?.events.removeAll(keepingCapacity: true)
        return events
    }

    /// Lets all that is due by `now` happen.
    public mutating func advance(to now: UInt64) {
        runner.world.advance(&session, to: now)
        runner.world.close(&session, at: now)
    }

    public mutating func receive(
        _ answer: inout CommandBuffer, to entry: borrowing Outbox.Entry, at now: UInt64
    ) {
        runner.world.receive(&answer, to: entry, &session, at: now)
    }

    /// False where the action is impossible now, which ends the script.
    public mutating func play(
        _ action: Script.Action, of step: Script.Step, at now: UInt64
    ) -> Bool {
        result.duration = max(result.duration, step.at.nanoseconds)
        runner.world.advance(&session, to: now)
        return runner.play(action, of: step, on: &session, at: now, &result)
    }

    /// After the last action of a step, and once all answers have come.
    public mutating func look(after step: Script.Step, at now: UInt64) {
        result.duration = max(result.duration, now)
        runner.world.advance(&session, to: now)
        runner.world.close(&session, at: now)
        if let expectation = step.expectation {
            runner.check(expectation, of: step, session, &result)
        }
    }

    public mutating func finish() -> ScriptResult {
        runner.conclude(script, session, &result)
        return result
    }
}
