import AppLock
import Chronology
import Linux
import Scenarios
import Simulation
import TimerSubjects
import UV
import Wire

/// `locksim engine-process`: the lock engines of some workers' sessions, nothing else. Events come
/// in, decisions go out, a batch for a batch.
public enum EngineProcess {
    public static func main(_ arguments: [String]) -> Never {
        let (loop, buffer, control) = ChildStart.open(arguments)
        var host: EngineHost?
        control.onOrder = { order in
            do {
                host = try EngineHost(order, loop, buffer, control)
                control.sayReady(order)
            } catch {
                control.refuse("\(error)")
            }
        }
        control.onStart = { _ in host?.begin() }
        control.onStop = { host?.report() }
        loop.run()
        exitNow(0)
    }
}

private final class EngineHost {
    private let loop: Loop
    private let control: ControlChannel
    private var streams: [EngineStream] = []
    private var meter: UsageMeter
    private let policy: LockPolicy

    init(
        _ order: WorkOrder, _ loop: Loop, _ buffer: ReadBuffer, _ control: ControlChannel
    ) throws {
        self.loop = loop
        self.control = control
        meter = UsageMeter(loop)
        let scenario = try order.scenario()
        policy = scenario.engine.policy
        var descriptor = ControlChannel.descriptor + 1
        for worker in stride(from: order.index, to: order.count, by: Int(order.engines)) {
            let engines = Engines(
                first: UInt32(worker), stride: UInt32(order.count), count: scenario.sessionCount)
            let stream = EngineStream(try FrameStream(loop, descriptor: descriptor), engines)
            descriptor += 1
            streams.append(stream)
            stream.stream.outgoing.append(Hello(role: .engine, index: UInt32(order.index)))
            stream.stream.flush()
            let policy = policy
            try stream.stream.start(into: buffer) { reader, out throws(WireError) in
                try stream.engines.answer(&reader, &out, policy)
            } onEnd: { end in
                if case .rubbish = end { control.fail("worker \(worker) \(end)") }
            }
        }
    }

    func begin() {
        Punctuality.prefer()
        meter = UsageMeter(loop)
    }

    func report() {
        var report = ChildReport()
        meter.fill(&report, loop)
        control.report(report.encode())
    }
}

private final class EngineStream {
    let stream: FrameStream
    var engines: Engines

    init(_ stream: FrameStream, _ engines: consuming Engines) {
        self.stream = stream
        self.engines = engines
    }
}

extension Scenario {
    /// 1 where a script's single session plays.
    var sessionCount: UInt64 {
        guard case .population(let population) = body,
            let plan = try? PopulationPlan(self, population)
        else { return 1 }
        return plan.sessionCount
    }
}

/// The engines of one worker's sessions, side by side.
@safe
struct Engines: ~Copyable {
    private let first: UInt32
    private let stride: UInt32
    private let count: Int
    private let engines: UnsafeMutablePointer<LockEngine>
    private var commands = CommandBuffer(capacity: 64)

    /// Every `stride`-th of `count` sessions.
    init(first: UInt32, stride: UInt32, count total: UInt64) {
        self.first = first
        self.stride = stride
        let mine = total > UInt64(first) ? (total - UInt64(first) - 1) / UInt64(stride) + 1 : 0
        count = Int(mine)
        unsafe engines = .allocate(capacity: max(count, 1))
        unsafe engines.initialize(repeating: LockEngine(), count: count)
    }

    deinit {
        unsafe engines.deinitialize(count: count)
        unsafe engines.deallocate()
    }

    /// Answers all events that have come in whole.
    mutating func answer(
        _ reader: inout FrameReader, _ out: inout WireBuffer, _ policy: LockPolicy
    ) throws(WireError) {
        while let message = try reader.next() {
            guard message == .event else { continue }
            let session = reader.event.session
            guard session >= first, (session - first) % stride == 0 else {
                throw .invalidValue(.event)
            }
            let place = Int((session - first) / stride)
            guard place < count else { throw .invalidValue(.event) }
            commands.removeAll()
            let before = Clock.boottime.now()
            // A process that starts knows nothing of the one before.
            if case .didFinishLaunching = reader.event.event {
                unsafe engines[place] = LockEngine()
            }
            unsafe engines[place].handle(
                reader.event.event, at: reader.event.readings, under: policy, into: &commands)
            let took = Clock.boottime.now() - before
            out.append(
                DecisionRecord(
                    session: session, sequence: reader.event.sequence,
                    engineNanoseconds: UInt32(clamping: took)), commands)
        }
    }
}
