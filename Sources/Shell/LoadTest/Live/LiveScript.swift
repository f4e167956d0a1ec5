import AppLock
import Auditing
import Chronology
import Devices
import Linux
public import Scenarios
public import Simulation
import TimerQueues
import UV
import Wire

/// Plays a script in real time against an engine in a process of its own, or in this one.
///
/// An action waits for the answers to the one before, and a look for those to its step: as a
/// person would, who sees the screen. Edges between steps closer than 100 ms of the clock are not
/// to be relied upon.
public struct LiveScript {
    private let scenario: Scenario
    private let script: Script
    private let bytes: [UInt8]
    private let scale: TimeScale
    private let options: LoadTestOptions

    /// How many times faster than the clock model time runs.
    public init(
        _ scenario: Scenario, bytes: [UInt8], timeScale: Millionths = .one,
        options: LoadTestOptions = LoadTestOptions()
    ) throws(LoadTestError) {
        guard case .script(let script) = scenario.body else {
            throw .unsupported("\(scenario.path): not a script")
        }
        guard scenario.engine.placement != .external else {
            throw .unsupported("\(scenario.path): external engines can't be driven yet")
        }
        guard timeScale.rawValue > 0 else { throw .unsupported("time stands still") }
        self.scenario = scenario
        self.script = script
        self.bytes = bytes
        self.options = options
        scale = TimeScale(timeScale.rawValue)
    }

    /// Reads the file again, which must be as it was.
    public init(
        rereading scenario: Scenario, timeScale: Millionths = .one,
        options: LoadTestOptions = LoadTestOptions()
    ) throws(LoadTestError) {
        let bytes = try LoadTest.bytes(of: scenario)
        try self.init(scenario, bytes: bytes, timeScale: timeScale, options: options)
    }

    public func run() throws(LoadTestError) -> ScriptResult {
        var scenario = scenario
        let isInline = scenario.engine.placement == .inline
        scenario.prepareForLive(scale: scale, isInline: isInline)
        ignoreBrokenPipeSignal()
        do {
            let stage = try Stage(ScriptPlayback(scenario, script), scale, isInline: isInline)
            if !isInline { try stage.startEngine(order(scenario), options) }
            defer { stage.close() }
            try stage.play(script)
            return stage.playback.finish()
        } catch let error as LoadTestError {
            throw error
        } catch {
            throw .system("\(error)")
        }
    }

    private func order(_ scenario: Scenario) -> WorkOrder {
        WorkOrder(
            role: .engine, index: 0, count: 1, engines: 1, isLive: true, isInline: false,
            seed: scenario.seed, timeScale: scale.millionths, queue: .hierarchicalWheel,
            wake: .timerfd, path: scenario.path, bytes: bytes, overrides: options.overrides)
    }
}

/// One session, its clock, and the stream to its engine.
private final class Stage {
    /// Beyond this an engine says nothing any more.
    static let answerBound: UInt64 = 5_000_000_000

    var playback: ScriptPlayback
    private let loop: Loop
    private let buffer = ReadBuffer(byteCapacity: FrameStream.chunkByteCount)
    private let timer: TimerDescriptor
    private var wake: Poll?
    private var timeline: Timeline
    private var engine: FrameStream?
    private var child: Child?
    private var flight = InFlight(capacity: 64)
    private var sequence: UInt32 = 0
    private var trouble: String?
    private var batch = CommandBuffer(capacity: 64)

    init(_ playback: ScriptPlayback, _ scale: TimeScale, isInline: Bool) throws {
        self.playback = playback
        timeline = Timeline(scale: scale, start: 0)
        loop = try Loop()
        timer = try TimerDescriptor()
        wake = try Poll(loop, descriptor: timer.number)
        self.playback.world.log.frame = scale.model(ofReal: LiveTolerance.frame)
        let tolerance = scale.model(ofReal: LiveTolerance.timer)
        self.playback.world.timerSlack = TimeSpan(nanoseconds: tolerance)
        if !isInline {
            self.playback.world.outbox = Outbox()
            self.playback.world.log.timerTolerance = tolerance
        }
        try wake?.start(.readable) { [self] _, _ in _ = try? timer.read() }
    }

    func startEngine(_ order: WorkOrder, _ options: LoadTestOptions) throws {
        let (mine, its) = try SocketPair().split()
        let child = Child(.engine, 0, sessions: 1)
        self.child = child
        let stream = try FrameStream(loop, descriptor: mine)
        engine = stream
        defer { Descriptor(owning: its).close() }
        child.onTrouble = { [self] in trouble = "engine 0 \($0)" }
        child.onLine = { line in
            if options.passesErrorsOn { try? StandardStream.error.write("engine 0: \(line)\n") }
        }
        let command =
            try options.engineCommand
            ?? [executablePath(), "engine-process", "--parent", "\(processID)"]
        try child.start(loop, buffer, command, [its], order)
        try stream.start(into: buffer) { [self] reader, _ throws(WireError) in
            while let message = try reader.next() {
                guard case .decision(let decision) = message else { continue }
                guard hear(decision, reader) else { throw .invalidValue(.commands) }
            }
        } onEnd: { [self] in
            trouble = trouble ?? "engine 0 \($0)"
        }
        try wait { child.isReady }
    }

    private func hear(_ decision: DecisionRecord, _ reader: borrowing FrameReader) -> Bool {
        guard let sent = flight.removeFirst(), sent.sequence == decision.sequence else {
            return false
        }
        batch.removeAll()
        for index in 0..<reader.commands.count { batch.append(reader.commands[index]) }
        playback.receive(&batch, to: sent.entry, at: now)
        return true
    }

    /// By the model.
    private var now: UInt64 { timeline.model(at: Clock.boottime.now()) }

    // MARK: Playing

    func play(_ script: Script) throws {
        timeline.start = Clock.boottime.now()
        for step in script.steps {
            try pass(to: step.at.nanoseconds)
            for action in step.actions {
                try waitForAnswers()
                let isPossible = playback.play(action, of: step, at: max(now, step.at.nanoseconds))
                send()
                guard isPossible else { return }
            }
            try waitForAnswers()
            playback.look(after: step, at: max(now, step.at.nanoseconds))
            send()
        }
        try waitForAnswers()
    }

    /// Until the clock has reached that instant, the session doing what comes due on the way.
    private func pass(to instant: UInt64) throws {
        while true {
            let due = min(playback.nextDeadline, instant)
            try timer.arm(at: timeline.real(of: due))
            try wait { now >= min(playback.nextDeadline, instant) }
            if now >= instant && playback.nextDeadline > now { return }
            playback.advance(to: now)
            send()
            if now >= instant { return }
        }
    }

    private func send() {
        for entry in playback.takeEvents() {
            let sent = Clock.boottime.now()
            let due = timeline.real(of: entry.intended)
            engine?.outgoing.append(
                EventRecord(
                    session: 0, sequence: sequence, intended: Instant(nanoseconds: due),
                    sent: Instant(nanoseconds: sent), readings: entry.readings,
                    event: entry.event))
            flight.append(
                SentEvent(entry: entry, place: 0, sequence: sequence, due: due, sent: sent))
            sequence &+= 1
        }
        engine?.flush()
    }

    private func waitForAnswers() throws {
        guard playback.isWaiting else { return }
        let bound = Clock.boottime.now() + Self.answerBound
        try timer.arm(at: bound)
        try wait { !playback.isWaiting || Clock.boottime.now() >= bound }
        if playback.isWaiting { throw LoadTestError.system("engine 0 doesn't answer") }
    }

    private func wait(until isTrue: () -> Bool) throws {
        while !isTrue() {
            if let trouble { throw LoadTestError.system(trouble) }
            if let exit = child?.exit {
                throw LoadTestError.system("engine 0 ended: \(exit.code), signal \(exit.signal)")
            }
            loop.run(.once)
        }
    }

    func close() {
        engine?.close()
        child?.hangUp()
        let giveUp = Clock.boottime.now() + 1_000_000_000
        while child?.isGone == false, Clock.boottime.now() < giveUp { loop.run(.withoutWaiting) }
        child?.kill()
        while let child, child.process != nil, child.exit == nil { loop.run(.once) }
        child?.close()
        wake = nil
        while loop.handleCount > 0 { loop.run(.withoutWaiting) }
    }
}
