public import AppLock
public import Chronology
public import Devices

/// One session, step by step, with what must be seen of it.
public struct Script: Sendable {
    public struct Action: Sendable {
        public var action: DeviceAction
        public var position: SourcePosition

        public init(_ action: DeviceAction, at position: SourcePosition) {
            self.action = action
            self.position = position
        }
    }

    /// Actions at one instant, in order, then a look at the outcome.
    public struct Step: Sendable {
        /// Since the start of the script; never less than the step's before.
        public var at: TimeSpan
        public var scene = Name.main
        /// Whether the file names the scene: leaving and returning then move that one alone.
        public var namesScene = false
        public var actions: [Action] = []
        public var expectation: Expectation?
        public var position: SourcePosition

        public init(at: TimeSpan, position: SourcePosition) {
            self.at = at
            self.position = position
        }
    }

    public var steps: [Step]
    /// Each must occur, no other may. In the file's order, none twice.
    public var expectedViolations: [Rule]

    public init(steps: [Step], expectedViolations: [Rule] = []) {
        self.steps = steps
        self.expectedViolations = expectedViolations
    }
}
