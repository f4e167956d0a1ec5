import Chronology
public import Scenarios
public import Simulation

/// Everything a finished run is; summary, `result.json`, JUnit and exit code come from it alone.
public struct RunReport: Sendable {
    // MARK: What ran

    public var name = ""
    public var path = ""
    /// What its file says of it.
    public var summary = ""
    /// Sixteen hexadecimal digits.
    public var hash = ""
    public var seed: UInt64 = 0
    public var mode = Scenario.Mode.virtual
    /// The timer queue of its sessions.
    public var timerQueue = ""
    public var thresholds: [Threshold] = []
    /// A script or timer script: expectations decide, and violations can be expected.
    public var isScript = false
    /// As given with `--set`, for the command that reproduces a violation.
    public var overrides: [String] = []
    public var workers = 1
    /// Its sessions are drawn, so that one can be lived again alone.
    public var namesSessions = false
    /// The timer queue, where the run is one of several that differ in it.
    public var queue: String?
    /// The one session that was lived alone; nil: all were.
    public var session: UInt32?

    // MARK: What came of it

    /// All parts merged.
    public var part = RunPart()
    public var duration = RunDuration()
    public var warmupNanoseconds: UInt64 = 0
    public var environment = RunEnvironment()
    public var processes: [ProcessFacts] = []
    /// Live: what each process used, second by second.
    public var samples: [ProcessSample] = []
    /// Nil where nothing is sent by the clock: virtual mode.
    public var generator: GeneratorFacts?
    public var expectations = Expectations()
    /// Where a script expects something, `file:line:column`, in its order.
    public var expectationPlaces: [String] = []
    public var failures: [ReportedFailure] = []
    /// The first violation of each rule, step by step.
    public var films: [Film] = []
    /// Of a few sessions.
    public var timelines: [SessionTimeline] = []

    // MARK: What went wrong with it

    /// Processes that died, hung or sent rubbish, by name with their last words. One is enough for
    /// exit code 97; those a scenario planned don't belong here.
    public var lostProcesses: [String] = []
    /// Ended before its time: by a signal, or by a threshold that aborts.
    public var isPartial = false
    /// The threshold that ended it, whatever its value came to since.
    public var ending: Ending?
    /// The signal that ended it: 2 or 15.
    public var signal: Int32?
    /// Nil: not checked.
    public var isDeterministic: Bool?
    /// Why the run is no evidence, beyond what `Validity` finds in the facts above.
    public var invalidReasons: [String] = []
    /// A bug of this program, which came up while it ran.
    public var internalError: String?

    /// Of nothing, to be filled from what was kept.
    init() {}

    public init(_ scenario: Scenario) {
        name = scenario.name
        summary = scenario.description
        timerQueue = scenario.timers.queue
        path = scenario.path
        hash = scenario.hash.hex
        seed = scenario.seed
        mode = scenario.mode
        thresholds = scenario.thresholds
        switch scenario.body {
        case .script(let script):
            isScript = true
            expectationPlaces = script.steps.compactMap { step in
                step.expectation.map { "\(path):\($0.position.line):\($0.position.column)" }
            }
        case .timerScript: isScript = true
        case .population(let population):
            isScript = false
            warmupNanoseconds = population.warmup.nanoseconds
            if case .behaviours = population.source { namesSessions = true }
        }
    }

    /// What rates divide by: the run without its warm-up, on the clock of its sessions.
    public var measuredNanoseconds: UInt64 {
        duration.modelNanoseconds - min(duration.modelNanoseconds, warmupNanoseconds)
    }

    /// Sixteen hexadecimal digits.
    public var digestText: String {
        let digits = String(part.digest, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
