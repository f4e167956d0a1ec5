public import AppLock
public import Chronology
public import Devices

/// A place in a scenario file, counted from 1.
public struct SourcePosition: Hashable, Sendable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// One experiment: what runs, on which engine and device, and what must come of it.
public struct Scenario: Sendable {
    /// Discrete events as fast as they go, or real time and real processes.
    public enum Mode: String, CaseIterable, Sendable { case virtual, live }

    public enum Body: Sendable {
        case script(Script)
        case population(Population)
        case timerScript(TimerScript)
    }

    public var name: String
    public var description = ""
    public var mode = Mode.virtual
    public var seed: UInt64 = 1
    public var engine = EngineChoice()
    public var timers = TimerChoice()
    public var device = DeviceSettings()
    public var thresholds: [Threshold] = []
    public var body: Body
    /// The text of every `Name` in here.
    public var names: NameTable
    /// As given to the loader.
    public var path: String
    /// Of the file's bytes and the overrides, so that results tell like from unlike.
    public var hash: ScenarioHash

    public init(name: String, body: Body, names: NameTable, path: String, hash: ScenarioHash) {
        self.name = name
        self.body = body
        self.names = names
        self.path = path
        self.hash = hash
    }
}

/// The engine under test and the owner's choices it is held to.
public struct EngineChoice: Sendable {
    public enum Placement: String, CaseIterable, Sendable { case inline, process, external }

    public var preset = Preset.hardened
    /// The preset's with the file's fields over it: what the engine runs.
    public var policy = Preset.hardened.policy
    /// The preset's owner's choices with the same fields over it: what the auditor requires.
    public var ownerPolicy = Preset.hardened.ownerPolicy
    public var placement = Placement.process
    /// External only: the program and its arguments.
    public var command: [String] = []

    public init() {}
}

/// Which timer queue the sessions share, and how finely it tells time in live mode.
public struct TimerChoice: Hashable, Sendable {
    public var queue = "hierarchical-wheel"
    public var tick = TimeSpan.milliseconds(1)
    /// What wakes the loop of a live run.
    public var wake = "timerfd"

    public init() {}
}
