import Linux
import LoadTest
import Reports
import Scenarios
import Simulation
import Statistics

/// Why there is no report of a run.
struct RunFailure: Error {
    var exitCode: Int32
    var message: String
}

/// Runs a population, or any scenario in live mode, as its file and the options say.
///
/// The options that change a scenario (mode, seed, workers, time scale, queue) are in it already.
/// Environment and overrides of the report are filled in by the caller; `progress` may be called as
/// often as one likes and shows about one line a second.
func runPopulation(
    _ scenario: Scenario, options: RunOptions, progress: @escaping (ProgressLine) -> Void
) throws(RunFailure) -> RunReport {
    if case .population(let population) = scenario.body,
        let plan = TracePlan(scenario, population)
    {
        return runTrace(plan, of: scenario)
    }
    if case .population(let population) = scenario.body,
        let memory = Host.current().memoryByteCount,
        let shortage = Explanation.shortage(of: memory, for: population)
    {
        throw RunFailure(
            exitCode: ExitCode.badScenario, message: "\(scenario.path): \(shortage)")
    }
    do throws(LoadTestError) {
        if case .script = scenario.body {
            return try playLive(scenario, options)
        }
        let isLive = scenario.mode == .live
        let test = try LoadTest(rereading: scenario, options: options.forLoadTest)
        var ending: Ending?
        let result = try test.run {
            progress(ProgressLine($0, isLive: isLive))
        } isToEnd: { soFar in
            var report = RunReport(scenario)
            report.part = soFar.part
            report.duration.modelNanoseconds = soFar.meanReached
            ending = report.endingThreshold(reached: soFar.reached)
            return ending != nil
        }
        var report = RunReport(result, of: scenario)
        report.ending = ending
        return report
    } catch {
        throw RunFailure(exitCode: error.exitCode, message: error.description)
    }
}

private func playLive(
    _ scenario: Scenario, _ options: RunOptions
) throws(LoadTestError) -> RunReport {
    let script = try LiveScript(
        rereading: scenario, timeScale: options.timeScale ?? .one, options: options.forLoadTest)
    let (wall, cpu) = (Clock.monotonic.now(), Clock.processTime.now())
    let result = try script.run()
    return RunReport(result, of: scenario, since: wall, cpu)
}

extension RunOptions {
    /// Children read the file again; seed, queue and time scale they are told.
    var forLoadTest: LoadTestOptions {
        var load = LoadTestOptions()
        load.overrides = overrides
        load.workers = workers
        return load
    }
}

extension ProgressLine {
    init(_ progress: LoadTestProgress, isLive: Bool) {
        self.init(elapsed: progress.reached, total: progress.duration, wall: progress.elapsed)
        sessions = progress.sessions
        eventsPerSecond = progress.eventsPerSecond
        violations = progress.violations
        guard isLive else { return }
        p50 = progress.latency.value(at: .p50)
        p99 = progress.latency.value(at: .p99)
        // 5 late in 100 make a run invalid.
        let isSaturated = progress.lateSends * 20 > progress.events
        generator =
            isSaturated ? .saturated : progress.lateSends * 100 > progress.events ? .late : .ok
    }
}

extension RunReport {
    init(_ result: LoadTestResult, of scenario: Scenario) {
        self.init(scenario)
        part = result.part
        duration.modelNanoseconds = result.modelNanoseconds
        duration.wallNanoseconds = result.wallNanoseconds
        duration.cpuNanoseconds = result.cpuNanoseconds
        processes = result.processes.map { ProcessFacts($0) }
        workers = max(1, processes.count { $0.role == .worker })
        isPartial = result.isPartial
        signal = result.signal
        lostProcesses = result.lost.map { lost in
            ([lost.name + ": " + lost.reason] + lost.lastLines).joined(separator: "\n    ")
        }
        guard scenario.mode == .live else { return }
        samples = result.samples.map { ProcessSample($0) }
        var facts = GeneratorFacts()
        facts.offeredEvents = result.offeredEvents
        facts.achievedEvents = result.achievedEvents
        facts.lateEvents = result.part.lateSends
        generator = facts
    }
}

extension ProcessFacts.Role {
    init(_ role: ProcessUse.Role) {
        switch role {
        case .driver: self = .driver
        case .worker: self = .worker
        case .engine: self = .engine
        }
    }
}

extension ProcessSample {
    init(_ sample: ProcessUseSample) {
        self.init(
            role: .init(sample.role), index: sample.index, second: sample.second,
            cpuShareBillionths: ProcessFacts.billionths(
                sample.cpuNanoseconds, of: sample.wallNanoseconds),
            residentByteCount: sample.residentByteCount)
    }
}

extension ProcessFacts {
    init(_ use: ProcessUse) {
        self.init(role: .init(use.role), index: use.index)
        cpuShareBillionths = Self.billionths(use.cpuNanoseconds, of: use.wallNanoseconds)
        residentByteCount = use.residentByteCount
        contextSwitches = use.voluntarySwitches + use.involuntarySwitches
        loopIdleBillionths = Self.billionths(use.idleNanoseconds, of: use.wallNanoseconds)
        if use.spinNanoseconds > 0 {
            spinShareBillionths = Self.billionths(use.spinNanoseconds, of: use.cpuNanoseconds)
        }
    }

    fileprivate static func billionths(_ part: UInt64, of whole: UInt64) -> UInt64 {
        guard whole > 0 else { return 0 }
        return UInt64(clamping: UInt128(part) * 1_000_000_000 / UInt128(whole))
    }
}
