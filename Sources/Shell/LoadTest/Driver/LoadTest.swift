import Linux
import ScenarioFiles
public import Scenarios
public import Simulation
public import Statistics
import TimerQueues
import TimerSubjects

/// How a population is run, beyond what its scenario says.
public struct LoadTestOptions: Sendable {
    /// Processes with sessions; nil: as the scenario says.
    public var workers: Int?
    /// Live, engines in processes of their own: how many; nil: one for each worker.
    public var engines: Int?
    /// As `--set`, in the order in which they were put over the file.
    public var overrides: [String] = []
    /// Virtual time: start a process also where one worker does.
    public var neverInProcess = false
    /// Instead of this program: tests plant others.
    public var workerCommand: [String]?
    public var engineCommand: [String]?
    /// How long a child may be silent.
    public var silenceBound: UInt64 = 5_000_000_000
    /// Whether what children say on stderr is passed on to that of this process.
    public var passesErrorsOn = true

    public init() {}
}

/// How far a run is, once a second.
public struct LoadTestProgress: Sendable {
    /// Since the start, by the clock.
    public var elapsed: UInt64 = 0
    /// By the model, of the slowest worker.
    public var reached: UInt64 = 0
    public var duration: UInt64 = 0
    public var sessions: UInt64 = 0
    public var events: UInt64 = 0
    public var eventsPerSecond: UInt64 = 0
    public var locks: UInt64 = 0
    public var violations: UInt64 = 0
    /// Events under way.
    public var waiting: UInt64 = 0
    public var lateSends: UInt64 = 0
    /// Decision latency in the last second, live only.
    public var latency = Histogram()
}

/// What a process used while the run lasted.
public struct ProcessUse: Sendable {
    public enum Role: String, Sendable { case driver, worker, engine }
    public var role: Role
    public var index: Int
    public var cpuNanoseconds: UInt64
    public var wallNanoseconds: UInt64
    public var residentByteCount: UInt64
    public var voluntarySwitches: UInt64
    public var involuntarySwitches: UInt64
    /// Of its loop.
    public var idleNanoseconds: UInt64
    /// Of the processor time, spent waiting with open eyes.
    public var spinNanoseconds: UInt64 = 0

    /// Of one core.
    public var cpuShare: Double { share(cpuNanoseconds) }
    public var idleShare: Double { share(idleNanoseconds) }
    /// Of the processor time.
    public var spinShare: Double {
        cpuNanoseconds == 0 ? 0 : Double(spinNanoseconds) / Double(cpuNanoseconds)
    }

    private func share(_ part: UInt64) -> Double {
        wallNanoseconds == 0 ? 0 : Double(part) / Double(wallNanoseconds)
    }
}

/// A child that died, hung or sent rubbish.
public struct LostProcess: Sendable {
    public var name: String
    public var reason: String
    public var sessions: UInt64
    /// The last lines it wrote to stderr.
    public var lastLines: [String]
}

/// What came of a population run.
public struct LoadTestResult: Sendable {
    /// All parts merged. Times are by the clock in live mode.
    public var part = RunPart()
    /// By the model.
    public var modelNanoseconds: UInt64 = 0
    public var wallNanoseconds: UInt64 = 0
    /// Of all processes.
    public var cpuNanoseconds: UInt64 = 0
    public var processes: [ProcessUse] = []
    /// Second by second, where there are several processes.
    public var samples: [ProcessUseSample] = []
    /// Events due, and those answered by the end, without the warm-up.
    public var offeredEvents: UInt64 = 0
    public var achievedEvents: UInt64 = 0
    public var unansweredEvents: UInt64 = 0
    public var generatorLagP99: UInt64 = 0
    public var lateShare: Double = 0
    /// False where the workers couldn't keep up: the result then says nothing about engines.
    public var isValid = true
    public var invalidReasons: [String] = []
    /// The run ended before its time.
    public var isPartial = false
    /// That ended it: 130 and 143 as exit codes are 128 more.
    public var signal: Int32?
    public var lost: [LostProcess] = []

    public init() {}
}

/// Why there was no run.
public enum LoadTestError: Error, Sendable {
    case unsupported(String)
    /// A process can't be started or a stream not be made.
    case system(String)
    /// A child refused its order.
    case refused(String)
}

extension LoadTestError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsupported(let text), .system(let text), .refused(let text): text
        }
    }
}

extension LoadTestError {
    /// 65: a scenario that asks for what isn't there; 74: the system refused; 70: a bug of ours.
    public var exitCode: Int32 {
        switch self {
        case .unsupported: 65
        case .system: 74
        case .refused: 70
        }
    }
}

/// Runs the population of a scenario in worker processes and, live, engine processes.
public struct LoadTest {
    let scenario: Scenario
    let population: Population
    let bytes: [UInt8]
    let options: LoadTestOptions
    let queue: QueueKind
    let wake: WakeKind

    /// `bytes` are those the scenario was read from: children read them again.
    public init(
        _ scenario: Scenario, bytes: [UInt8], options: LoadTestOptions = LoadTestOptions()
    ) throws(LoadTestError) {
        guard case .population(let population) = scenario.body else {
            throw .unsupported("\(scenario.path): a load test runs a population")
        }
        guard case .behaviours = population.source else {
            throw .unsupported("\(scenario.path): traces can't be replayed yet")
        }
        guard let queue = QueueKind(rawValue: scenario.timers.queue) else {
            throw .unsupported("\(scenario.path): no queue \(scenario.timers.queue) here")
        }
        guard let wake = WakeKind(rawValue: scenario.timers.wake) else {
            throw .unsupported("\(scenario.path): no wake-up \(scenario.timers.wake) here")
        }
        if let reason = Self.absence(of: queue, in: scenario.mode) {
            throw .unsupported("\(scenario.path): \(reason)")
        }
        if scenario.mode == .live && scenario.engine.placement == .external {
            throw .unsupported("\(scenario.path): external engines can't be driven yet")
        }
        self.scenario = scenario
        self.population = population
        self.bytes = bytes
        self.options = options
        self.queue = queue
        self.wake = wake
    }

    /// Why timers of that kind can't be had; nil where they can.
    private static func absence(of queue: QueueKind, in mode: Scenario.Mode) -> String? {
        if mode == .virtual {
            return queue.modes == .live ? "\(queue.rawValue) works in live mode alone" : nil
        }
        switch queue.home {
        case .here: return nil
        case .peers: return PeersProgram.path() == nil ? PeersProgram.absence : nil
        case .missing: return "\(queue.rawValue) is \(queue.absence ?? "missing")"
        }
    }

    /// Reads the file again, which must be as it was.
    public init(
        rereading scenario: Scenario, options: LoadTestOptions = LoadTestOptions()
    ) throws(LoadTestError) {
        let bytes = try Self.bytes(of: scenario)
        try self.init(scenario, bytes: bytes, options: options)
    }

    static func bytes(of scenario: Scenario) throws(LoadTestError) -> [UInt8] {
        do throws(SystemError) {
            return try readFile(scenario.path)
        } catch {
            throw .system("\(error)")
        }
    }

    /// `progress` hears of the run about once a second, and so does `isToEnd` where a threshold
    /// aborts; true ends the run, whose result is partial then.
    public func run(
        progress: @escaping (LoadTestProgress) -> Void = { _ in },
        isToEnd: @escaping (RunSoFar) -> Bool = { _ in false }
    ) throws(LoadTestError) -> LoadTestResult {
        let plan: PopulationPlan
        do throws(DistributionFlaw) {
            guard let made = try PopulationPlan(scenario, population) else {
                throw DistributionFlaw(text: "no behaviours")
            }
            plan = made
        } catch {
            throw .unsupported("\(scenario.path): \(error.text)")
        }
        let workers = workerCount(of: plan.sessionCount)
        if scenario.mode == .virtual && workers == 1 && !options.neverInProcess {
            let run = RunHere(scenario: scenario, plan: plan, tell: progress, isToEnd: isToEnd)
            guard let result = try queue.withQueue(run) else {
                throw .unsupported("\(scenario.path): \(queue.rawValue) works in live mode alone")
            }
            return result
        }
        if queue == .timerfd { try checkDescriptors(plan.sessionCount, workers) }
        return try Driver(self, plan, workers: workers, progress, isToEnd).run()
    }

    private func checkDescriptors(_ sessions: UInt64, _ workers: Int) throws(LoadTestError) {
        let most = (sessions + UInt64(workers) - 1) / UInt64(workers)
        do throws(SubjectError) {
            try TimerfdLibrary.check(capacity: Int(clamping: most))
        } catch {
            throw .unsupported("\(scenario.path): in each worker \(error)")
        }
    }

    /// Never more than sessions. Live with engine processes, a worker and its engine take a core
    /// each.
    func workerCount(of sessions: UInt64) -> Int {
        var count = options.workers ?? 0
        if count == 0, case .count(let wanted) = population.workers { count = wanted }
        if count <= 0 {
            let cores = Host.current().allowedProcessorCount
            let hasEngines = scenario.mode == .live && scenario.engine.placement == .process
            count = max(1, hasEngines ? cores / 2 : cores)
        }
        return Int(min(UInt64(count), max(1, sessions)))
    }
}
