import Chronology
import Linux
import Simulation
import TimerQueues
import TimerSubjects
import UV
import Wire

/// A worker in real time: one loop, one timer queue, one stream to its engine.
///
/// Each turn of the loop first takes the answers that have come, then lets sessions that are due
/// live, sends what they had to say in one go, and sets the one kernel timer to the next deadline.
final class LiveWorker<Queue: TimerQueue & ~Copyable> {
    private enum State { case waiting, running, draining, done }

    /// How many sessions live before answers are looked at again.
    static var turnBound: Int { 512 }
    /// From one turn to the next where much is due: a batch costs a tenth of its events sent alone,
    /// and nobody waits longer than this for it. At low rates no turn follows so soon.
    static var turnGap: UInt64 { 100_000 }
    /// How long answers are waited for after the end.
    static var drainBound: UInt64 { 2_000_000_000 }
    static var engineDescriptor: Int32 { ControlChannel.descriptor + 1 }

    private var shard: LiveShard<Queue>
    private let loop: Loop
    private let control: ControlChannel
    private let engine: FrameStream
    private let isInline: Bool
    private let engineName: String
    private let waker: Waker
    private let turns: Phase
    private let buffer: ReadBuffer
    private var meter: UsageMeter
    private var state = State.waiting
    private var isCut = false
    private var deadline: UInt64 = 0
    private var tellAt: UInt64 = 0
    /// Sessions don't live again before.
    private var notBefore: UInt64 = 0
    private var reached: UInt64 = 0

    init(
        _ shard: consuming LiveShard<Queue>, _ order: WorkOrder, _ loop: Loop,
        _ buffer: ReadBuffer, _ control: ControlChannel
    ) throws {
        self.shard = shard
        self.loop = loop
        self.control = control
        self.buffer = buffer
        isInline = order.isInline
        engineName = "engine \(order.index % order.engines)"
        engine =
            order.isInline
            ? FrameStream(try Pipe(loop)) : try FrameStream(loop, descriptor: Self.engineDescriptor)
        let wakes = Wakes()
        // A timer of libuv comes before the events of its turn, others are among them, where the
        // turn's end follows.
        waker =
            order.wake == .uv
            ? try Waker(.uv, loop) { wakes.worker?.turn() } : try Waker(order.wake, loop) {}
        turns = try Phase(loop, .afterEvents)
        meter = UsageMeter(loop)
        wakes.worker = self
    }

    private final class Wakes {
        weak var worker: LiveWorker?
    }

    func connect() throws {
        Punctuality.prefer()
        control.onStart = { [self] instant in begin(at: instant) }
        control.onStop = { [self] in stop() }
        try turns.start { [self] in turn() }
        guard !isInline else { return }
        try engine.start(into: buffer) { [self] reader, _ throws(WireError) in
            try takeAnswers(&reader)
        } onEnd: { [self] end in
            guard state != .done else { return }
            control.fail("\(engineName) \(end)")
            state = .done
        }
    }

    private func takeAnswers(_ reader: inout FrameReader) throws(WireError) {
        while let message = try reader.next() {
            guard case .decision(let decision) = message else { continue }
            guard state == .running || state == .draining, shard.hear(decision, reader) else {
                throw .invalidValue(.commands)
            }
        }
    }

    private func begin(at instant: UInt64) {
        shard.start(at: instant)
        meter = UsageMeter(loop)
        tellAt = instant + 1_000_000_000
        state = .running
        // Who embeds it goes on from here.
        if Queue.wakesItself { loop.stop() }
    }

    /// The driver wants an end: what is under way is waited for.
    private func stop() {
        guard state == .running else { return }
        isCut = true
        drain(Clock.boottime.now())
    }

    private func drain(_ now: UInt64) {
        state = .draining
        reached = shard.timeline.model(at: now)
        deadline = now + Self.drainBound
    }

    private func turn() {
        switch state {
        case .waiting, .done: break
        case .running: live()
        case .draining:
            let now = Clock.boottime.now()
            if shard.waitingCount == 0 || now >= deadline { finish() } else { arm(now + 5_000_000) }
        }
    }

    private func live() {
        var now = Clock.boottime.now()
        // A turn of answers alone, which may have brought an earlier deadline.
        if now < notBefore { return armForNext() }
        let isMore = shard.liveDue(limit: Self.turnBound, into: &engine.outgoing)
        if !isInline { engine.flush() }
        now = Clock.boottime.now()
        if now >= tellAt { tell(now) }
        if isMore {
            notBefore = shard.isFull ? now + 1_000_000 : 1
            return arm(notBefore)
        }
        notBefore = now + Self.turnGap
        let end = self.end
        if now >= end && shard.nextWake ?? .max > end {
            drain(now)
            return arm(1)
        }
        armForNext()
    }

    /// When nothing that was due can still come.
    private var end: UInt64 { shard.end &+ (Queue.wakesItself ? LiveTolerance.library : 0) }

    private func armForNext() {
        arm(max(min(shard.nextWake ?? .max, tellAt, end), notBefore))
    }

    private func arm(_ instant: UInt64) {
        do {
            try waker.arm(at: instant)
        } catch {
            control.fail("\(error)")
            state = .done
        }
    }

    private func tell(_ now: UInt64) {
        tellAt += 1_000_000_000
        if tellAt <= now { tellAt = now + 1_000_000_000 }
        control.report(shard.progress(at: now).encode())
    }

    private func finish() {
        state = .done
        var report = ChildReport()
        report.unanswered = UInt64(shard.waitingCount)
        report.part = shard.finish()
        report.offered = shard.account.offered
        report.achieved = shard.account.achieved
        report.reached = min(reached, shard.plan.duration)
        report.spun = waker.spun
        meter.fill(&report, loop)
        // The loop that waited was another's: what it idled is the time it had no processor.
        if Queue.wakesItself { report.idle = report.wall - min(report.wall, report.cpu) }
        control.report(report.encode())
    }
}

extension LiveWorker where Queue: ~Copyable {
    /// From the start on, in the place of the loop's own waiting: the library's loop waits, for its
    /// timers, this loop's descriptor and this loop's timers, and this loop takes what is there.
    func runEmbedded<Subject: EmbeddingSubject & ~Copyable>() throws
    where Queue == LibraryQueue<Subject> {
        try shard.watch(loop.descriptor)
        repeat { shard.wait(until: waitingLimit) } while loop.run(.withoutWaiting)
    }

    /// A loop doesn't watch what began to be written since it last ran, so that is looked after.
    private var waitingLimit: Instant {
        var milliseconds = loop.waitingMilliseconds ?? .max
        if engine.waitingByteCount > 0 || control.hasUnsent { milliseconds = min(milliseconds, 1) }
        if milliseconds == 0 { return .origin }
        if milliseconds == .max { return .distantFuture }
        return Instant(nanoseconds: Clock.boottime.now()) + .milliseconds(milliseconds)
    }
}
