import Chronology
import Linux
import Scenarios
import Simulation
import Statistics
import TimerSubjects
import UV
import Wire

/// The process that starts the others, gives the word, listens, and adds up.
final class Driver {
    private enum State { case starting, running, stopping, leaving, done }

    static let heartbeatMilliseconds: UInt64 = 250
    /// How long children may take to prepare, and to leave.
    static let startBound: UInt64 = 120_000_000_000
    static let leaveBound: UInt64 = 5_000_000_000
    /// From the word to the start: all must have heard it.
    static let startLead: UInt64 = 50_000_000

    private let test: LoadTest
    private let plan: PopulationPlan
    private let workerCount: Int
    private let engineCount: Int
    private let tell: (LoadTestProgress) -> Void
    private let isToEnd: (RunSoFar) -> Bool
    private let loop: Loop
    private let buffer = ReadBuffer(byteCapacity: FrameStream.chunkByteCount)
    private var children: [Child] = []
    private var state = State.starting
    private var result = LoadTestResult()
    private var refusal: LoadTestError?
    private var startedAt: UInt64 = 0
    private var endedAt: UInt64 = 0
    private var bound: UInt64
    private var tellAt: UInt64 = 0
    private var eventsTold: UInt64 = 0
    private var sampler = ProcessSampler()
    /// What workers say of engines whose streams ended; by the next heartbeat it shows why.
    private var accusations: [(by: Child, engine: Child, text: String)] = []

    init(
        _ test: LoadTest, _ plan: PopulationPlan, workers: Int,
        _ tell: @escaping (LoadTestProgress) -> Void,
        _ isToEnd: @escaping (RunSoFar) -> Bool
    ) throws(LoadTestError) {
        self.test = test
        self.plan = plan
        self.tell = tell
        self.isToEnd = isToEnd
        workerCount = workers
        let hasEngines = test.scenario.mode == .live && test.scenario.engine.placement == .process
        engineCount = hasEngines ? max(1, min(test.options.engines ?? workers, workers)) : 0
        bound = Clock.boottime.now() + Self.startBound
        do throws(UVError) {
            loop = try Loop(measuringIdleTime: true)
        } catch {
            throw .system("\(error)")
        }
    }

    private var workers: ArraySlice<Child> { children.prefix { $0.role == .worker } }

    // MARK: The run

    func run() throws(LoadTestError) -> LoadTestResult {
        ignoreBrokenPipeSignal()
        do {
            try startChildren()
            let beats = try Timer(loop)
            try beats.start(
                afterMilliseconds: Self.heartbeatMilliseconds,
                repeating: Self.heartbeatMilliseconds
            ) { [self] in beat() }
            let interrupt = try Signal(loop)
            let terminate = try Signal(loop)
            try interrupt.start(Signal.interrupt) { [self] in receive(Signal.interrupt) }
            try terminate.start(Signal.terminate) { [self] in receive(Signal.terminate) }
            while state != .done { loop.run(.once) }
            beats.close()
            interrupt.close()
            terminate.close()
        } catch {
            refusal = .system("\(error)")
        }
        cleanUp()
        if let refusal { throw refusal }
        addUp()
        return result
    }

    private func startChildren() throws {
        let own = try executablePath()
        let parent = ["--parent", "\(processID)"]
        let program = test.queue.home == .peers ? PeersProgram.path() ?? own : own
        let workerCommand = test.options.workerCommand ?? [program, "worker"] + parent
        let engineCommand = test.options.engineCommand ?? [own, "engine-process"] + parent
        // Each end lives here until every child has its own copy.
        var workerEnds: [Int32] = []
        var engineEnds: [[Int32]] = Array(repeating: [], count: engineCount)
        defer {
            for number in workerEnds + engineEnds.joined() { Descriptor(owning: number).close() }
        }
        for index in 0..<workerCount where engineCount > 0 {
            let (mine, its) = try SocketPair().split()
            workerEnds.append(mine)
            engineEnds[index % engineCount].append(its)
        }
        for index in 0..<workerCount {
            let child = Child(.worker, index, sessions: sessionCount(of: index))
            try start(child, workerCommand, workerEnds.isEmpty ? [] : [workerEnds[index]])
        }
        for index in 0..<engineCount {
            try start(Child(.engine, index, sessions: 0), engineCommand, engineEnds[index])
        }
    }

    private func sessionCount(of worker: Int) -> UInt64 {
        let total = plan.sessionCount
        let stride = UInt64(workerCount)
        return total > UInt64(worker) ? (total - UInt64(worker) - 1) / stride + 1 : 0
    }

    private func start(_ child: Child, _ command: [String], _ more: [Int32]) throws(UVError) {
        let scenario = test.scenario
        let order = WorkOrder(
            role: child.role == .worker ? .worker : .engine, index: UInt64(child.index),
            count: UInt64(workerCount), engines: UInt64(max(1, engineCount)),
            isLive: scenario.mode == .live, isInline: engineCount == 0, seed: scenario.seed,
            timeScale: test.population.timeScale.rawValue, queue: test.queue, wake: test.wake,
            path: scenario.path, bytes: test.bytes, overrides: test.options.overrides)
        children.append(child)
        child.onNews = { [self] in look() }
        child.onTrouble = { [self] text in lose(child, text) }
        let passesOn = test.options.passesErrorsOn
        child.onLine = { line in
            if passesOn { try? StandardStream.error.write("\(child.name): \(line)\n") }
        }
        try child.start(loop, buffer, command, more, order)
    }

    // MARK: What happens

    /// Something was heard: is it time for the next thing?
    private func look() {
        for child in children { noticeExit(child) }
        switch state {
        case .starting: if children.allSatisfy(\.isReady) { giveTheWord() }
        case .running, .stopping:
            if workers.allSatisfy({ $0.report != nil || isLost($0) }) { takeLeave() }
        case .leaving:
            let isReported = children.allSatisfy { $0.report != nil || isLost($0) }
            if isReported { for child in children { child.hangUp() } }
            if children.allSatisfy(\.isGone) { state = .done }
        case .done: break
        }
    }

    private func giveTheWord() {
        state = .running
        startedAt = Clock.boottime.now()
        let perSession = (plan.sessionCount / UInt64(workerCount)) * 500
        if test.scenario.mode == .live { startedAt += Self.startLead + perSession }
        tellAt = startedAt + 1_000_000_000
        bound = .max
        sampler.begin(children, at: Clock.boottime.now())
        for child in children { child.tellStart(at: startedAt) }
    }

    private func noticeExit(_ child: Child) {
        guard let exit = child.exit, child.report == nil, !isLost(child) else { return }
        if exit.signal != 0 {
            lose(child, "was killed by signal \(exit.signal)")
        } else {
            lose(child, "exited with code \(exit.code)")
        }
    }

    private func isLost(_ child: Child) -> Bool {
        result.lost.contains { $0.name == child.name }
    }

    /// A worker may also accuse its engine.
    private func lose(_ child: Child, _ reason: String) {
        if reason.hasPrefix(ControlChannel.refusal) {
            refusal = .refused(String(reason.dropFirst(ControlChannel.refusal.count)))
            state = .done
            return
        }
        guard state != .done, !isLost(child) else { return }
        if let engine = children.first(where: { reason.hasPrefix($0.name + " ") }) {
            accusations.append((child, engine, String(reason.dropFirst(engine.name.count + 1))))
            return
        }
        note(child, reason)
        if state == .starting || state == .running { stopAll() }
        look()
    }

    /// An engine that ended is lost for that; one that goes on, for what it did to its stream.
    private func settleAccusations() {
        let settled = accusations
        accusations = []
        for (worker, engine, text) in settled {
            noticeExit(engine)
            if !isLost(engine) { note(engine, text) }
            if !isLost(worker) { note(worker, "lost its \(engine.name)") }
        }
        guard !settled.isEmpty else { return }
        if state == .starting || state == .running { stopAll() }
        look()
    }

    private func note(_ child: Child, _ reason: String) {
        result.isPartial = true
        result.lost.append(
            LostProcess(
                name: child.name, reason: reason, sessions: child.sessions, lastLines: []))
    }

    private func stopAll() {
        if state == .starting {
            state = .stopping
            takeLeave()
            return
        }
        state = .stopping
        bound = Clock.boottime.now() + Self.leaveBound
        for child in workers { child.tellStop() }
    }

    /// Workers have told what they have to tell.
    private func takeLeave() {
        state = .leaving
        endedAt = Clock.boottime.now()
        bound = endedAt + Self.leaveBound
        for child in children where child.role == .engine { child.tellStop() }
        for child in children where isLost(child) { child.kill() }
        if startedAt == 0 { for child in children { child.kill() } }
        look()
    }

    private func receive(_ signal: Int32) {
        if result.signal != nil {
            for child in children { child.kill() }
            exitNow(128 + signal)
        }
        result.signal = signal
        result.isPartial = true
        if state == .starting || state == .running { stopAll() }
    }

    private func beat() {
        settleAccusations()
        let now = Clock.boottime.now()
        if now >= bound {
            let late = children.filter { $0.report == nil && !isLost($0) }
            for child in late {
                note(child, state == .starting ? "didn't start in time" : "didn't leave in time")
            }
            for child in children { child.kill() }
            state = .done
            return
        }
        for child in children where child.isReady && child.exit == nil && child.report == nil {
            child.beat(now)
            if state == .running && now > child.lastHeard + test.options.silenceBound {
                let seconds = test.options.silenceBound / 1_000_000_000
                child.kill()
                lose(child, "hung: silent for \(seconds) s")
            }
        }
        if state == .running && now >= tellAt { tellProgress(now) }
    }

    private func tellProgress(_ now: UInt64) {
        tellAt += 1_000_000_000
        sampler.look(second: Int((now - startedAt) / 1_000_000_000) - 1, at: now)
        var progress = LoadTestProgress()
        progress.elapsed = now - startedAt
        progress.duration = plan.duration
        progress.sessions = plan.sessionCount
        progress.reached = workers.map(\.progress.reached).min() ?? 0
        for child in workers {
            progress.events += child.progress.events
            progress.locks += child.progress.locks
            progress.violations += child.progress.violations
            progress.waiting += child.progress.waiting
            progress.lateSends += child.progress.lateSends
            progress.latency.merge(child.progress.latency)
        }
        progress.eventsPerSecond = progress.events - min(eventsTold, progress.events)
        eventsTold = progress.events
        tell(progress)
        let parts = workers.map { child in
            (
                child.report?.part ?? child.progress.part,
                child.report?.reached ?? child.progress.reached
            )
        }
        if let soFar = RunSoFar(parts), isToEnd(soFar) {
            result.isPartial = true
            stopAll()
        }
    }

    // MARK: The end

    private func cleanUp() {
        for child in children { child.hangUp() }
        let giveUp = Clock.boottime.now() + 1_000_000_000
        for child in children where isLost(child) || refusal != nil { child.kill() }
        while children.contains(where: { $0.process != nil && !$0.isGone }),
            Clock.boottime.now() < giveUp
        {
            loop.run(.withoutWaiting)
        }
        for child in children where child.exit == nil { child.kill() }
        while children.contains(where: { $0.process != nil && $0.exit == nil }) { loop.run(.once) }
        for index in result.lost.indices {
            let child = children.first { $0.name == result.lost[index].name }
            result.lost[index].lastLines = child?.lines.lines ?? []
        }
        for child in children { child.close() }
        while loop.handleCount > 0 { loop.run(.withoutWaiting) }
    }

    private func addUp() {
        result.wallNanoseconds = startedAt == 0 ? 0 : endedAt - min(startedAt, endedAt)
        result.modelNanoseconds = .max
        var parts = 0
        for child in children {
            if let report = child.report { add(report, of: child) }
            if child.role == .worker {
                let isGone = isLost(child) || child.report == nil
                if isGone { result.part.sessionsLost += child.sessions }
                if child.report?.part != nil { parts += 1 }
            }
        }
        if parts == 0 { result.modelNanoseconds = 0 }
        if result.modelNanoseconds < plan.duration { result.isPartial = true }
        if result.unansweredEvents > 0 && result.lost.isEmpty {
            result.lost.append(
                LostProcess(
                    name: "engine", reason: "left \(result.unansweredEvents) events unanswered",
                    sessions: 0, lastLines: []))
        }
        addDriver()
        result.samples = sampler.samples
        result.judgeValidity(isLive: test.scenario.mode == .live, test.scenario.thresholds)
    }

    private func add(_ report: ChildReport, of child: Child) {
        result.processes.append(
            ProcessUse(
                role: child.role, index: child.index, cpuNanoseconds: report.cpu,
                wallNanoseconds: report.wall, residentByteCount: report.resident,
                voluntarySwitches: report.voluntarySwitches,
                involuntarySwitches: report.involuntarySwitches, idleNanoseconds: report.idle,
                spinNanoseconds: report.spun))
        result.cpuNanoseconds += report.cpu
        guard let part = report.part else { return }
        result.part.merge(part)
        result.offeredEvents += report.offered
        result.achievedEvents += report.achieved
        result.unansweredEvents += report.unanswered
        result.modelNanoseconds = min(result.modelNanoseconds, report.reached)
    }

    private func addDriver() {
        guard let usage = try? ResourceUsage.now() else { return }
        let cpu = usage.userNanoseconds + usage.systemNanoseconds
        result.cpuNanoseconds += cpu
        result.processes.append(
            ProcessUse(
                role: .driver, index: 0, cpuNanoseconds: cpu,
                wallNanoseconds: result.wallNanoseconds,
                residentByteCount: (try? residentByteCount()) ?? 0,
                voluntarySwitches: usage.voluntarySwitches,
                involuntarySwitches: usage.involuntarySwitches,
                idleNanoseconds: loop.idleNanoseconds))
    }
}
