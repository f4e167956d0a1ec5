import AppLock
import Auditing
import Chronology
import Devices
import Linux
import Simulation
import Statistics
import TimerQueues
import TimerSubjects
import Wire
import Workloads

/// A share of a population in real time: every `stride`-th session, from `first` on.
///
/// One queue entry a session, by the clock; a turn costs as much as there are sessions due,
/// whatever the number that sleep. Sessions do what was due when the clock has reached it, never
/// before; their events go to an engine elsewhere, or, `isInline`, are answered on the spot.
@safe
struct LiveShard<Queue: TimerQueue & ~Copyable>: ~Copyable {
    /// Events under way beyond which no session does anything.
    static var flightBound: Int { 1 << 15 }

    let plan: PopulationPlan
    let first: UInt64
    let stride: UInt64
    let count: Int
    private(set) var timeline: Timeline
    private(set) var account: LiveAccount
    private let isInline: Bool
    private let watch: Watch?
    private var queue: Queue
    private let tick: TimeSpan
    private let inhabitants: UnsafeMutablePointer<Inhabitant>
    /// By the clock, of the entry each session has in the queue; `.max` where it has none.
    private let deadlines: UnsafeMutablePointer<UInt64>
    private let timers: UnsafeMutablePointer<TimerID>
    private let sequences: UnsafeMutablePointer<UInt32>
    private var world: World
    private var flight = InFlight(capacity: 1024)
    private var actions = ActionBuffer()
    private var batch = CommandBuffer(capacity: 64)
    /// The turn before came to its limit before it came to its end.
    private var hasLeft = false
    /// By the model: all that was due by then was done.
    private var passed: UInt64 = 0

    init(
        _ plan: PopulationPlan, first: UInt64, stride: UInt64, tick: TimeSpan, scale: TimeScale,
        isInline: Bool, watch: Watch? = nil
    ) {
        self.watch = watch
        self.plan = plan
        self.first = first
        self.stride = stride
        self.tick = tick
        self.isInline = isInline
        let total = plan.sessionCount
        count = Int(first < total ? (total - first + stride - 1) / stride : 0)
        queue = Queue(startingAt: .origin, tick: tick, capacity: 1)
        timeline = Timeline(scale: scale, start: 0)
        account = LiveAccount(plan, timeline)
        world = plan.world()
        if !isInline { world.outbox = Outbox() }
        world.log.frame = scale.model(ofReal: LiveTolerance.frame)
        world.log.timerTolerance = scale.model(ofReal: LiveTolerance.timer)
        world.timerSlack = TimeSpan(nanoseconds: world.log.timerTolerance)
        unsafe inhabitants = .allocate(capacity: max(count, 1))
        unsafe deadlines = .allocate(capacity: max(count, 1))
        unsafe timers = .allocate(capacity: max(count, 1))
        unsafe sequences = .allocate(capacity: max(count, 1))
        for index in 0..<count {
            let session = UInt32(first + UInt64(index) * stride)
            unsafe (inhabitants + index).initialize(to: Inhabitant(session, plan))
        }
        unsafe deadlines.initialize(repeating: .max, count: count)
        unsafe timers.initialize(repeating: .none, count: count)
        unsafe sequences.initialize(repeating: 0, count: count)
    }

    deinit {
        unsafe inhabitants.deinitialize(count: count)
        unsafe inhabitants.deallocate()
        unsafe deadlines.deallocate()
        unsafe timers.deallocate()
        unsafe sequences.deallocate()
    }

    // MARK: Time

    mutating func start(at instant: UInt64) {
        timeline.start = instant
        account.timeline = timeline
        queue = Queue(
            startingAt: Instant(nanoseconds: instant - 1), tick: tick, capacity: count)
        for place in 0..<count { put(place, after: 0) }
    }

    /// By the clock.
    var end: UInt64 { timeline.real(of: plan.duration) }
    var waitingCount: Int { flight.count }
    var isFull: Bool { flight.count >= Self.flightBound }
    /// When somebody has something to do, by the clock; nil where nobody will.
    var nextWake: UInt64? { queue.nextDeadline?.nanoseconds }

    // MARK: Waiting in the queue's own loop

    mutating func watch<Subject: EmbeddingSubject & ~Copyable>(
        _ descriptor: Int32
    ) throws(SubjectError) where Queue == LibraryQueue<Subject> {
        try queue.watch(descriptor)
    }

    mutating func wait<Subject: EmbeddingSubject & ~Copyable>(
        until limit: Instant
    ) where Queue == LibraryQueue<Subject> {
        queue.turn(waitingUntil: limit)
        queue.advance(to: Instant(nanoseconds: Clock.boottime.now()))
    }

    // MARK: Living

    /// Lets sessions that are due do what they do, at most so many, and puts their events into
    /// `wire`. True where some are left.
    mutating func liveDue(limit: Int, into wire: inout WireBuffer) -> Bool {
        let start = Clock.boottime.now()
        account.open(at: start, world)
        // What the last turn left is older than anything that has come due since, and looking for
        // that costs as much as is left.
        if !hasLeft { queue.advance(to: Instant(nanoseconds: start)) }
        hasLeft = true
        for _ in 0..<limit {
            if isFull {
                account.part.overflows += 1
                return true
            }
            guard let due = queue.popDue() else {
                hasLeft = false
                passed = min(timeline.model(at: start), plan.duration)
                account.noteDepth(flight.count)
                return false
            }
            live(Int(due.payload), &wire)
        }
        return true
    }

    private mutating func live(_ place: Int, _ wire: inout WireBuffer) {
        unsafe deadlines[place] = .max
        let intended = unsafe inhabitants[place].next(&world)
        let now = Clock.boottime.now()
        let reached = timeline.model(at: now)
        guard intended <= reached else { return put(place, after: 0) }
        let before = isInline ? InlineCounts(world.counters) : nil
        unsafe inhabitants[place].live(at: intended, reached: reached, &world, plan, &actions)
        if let before {
            account.noteInline(before, world.counters, intended)
        } else if world.outbox?.events.isEmpty == false {
            send(from: place, intended, at: now, &wire)
        }
        put(place, after: intended)
    }

    private mutating func send(
        from place: Int, _ instant: UInt64, at now: UInt64, _ wire: inout WireBuffer
    ) {
        // Out of the world while it is worked through.
        var events: [Outbox.Entry] = []
        if world.outbox != nil { swap(&world.outbox!.events, &events) }
        let session = unsafe inhabitants[place].person.session
        for var entry in events {
            // A timer that came due while the process slept is due when it wakes.
            entry.intended = max(entry.intended, instant)
            let due = timeline.real(of: entry.intended)
            let sequence = unsafe sequences[place]
            unsafe sequences[place] &+= 1
            account.noteSent(entry, due: due, at: now)
            wire.append(
                EventRecord(
                    session: session, sequence: sequence, intended: Instant(nanoseconds: due),
                    sent: Instant(nanoseconds: now), readings: entry.readings, event: entry.event))
            flight.append(
                SentEvent(
                    entry: entry, place: UInt32(place), sequence: sequence, due: due, sent: now))
        }
        events.removeAll(keepingCapacity: true)
        if world.outbox != nil { swap(&world.outbox!.events, &events) }
    }

    /// Has the session's queue entry stand at what it does next.
    private mutating func put(_ place: Int, after intended: UInt64) {
        let next = unsafe inhabitants[place].next(&world)
        let isOver = next > plan.duration
        let deadline = isOver ? .max : timeline.real(of: max(next, intended + 1))
        guard unsafe deadline != deadlines[place] else { return }
        let isQueued = unsafe deadlines[place] != .max
        unsafe deadlines[place] = deadline
        let at = Instant(nanoseconds: deadline)
        if isOver {
            unsafe queue.cancel(timers[place])
        } else if unsafe !isQueued || !queue.reschedule(timers[place], deadline: at) {
            unsafe timers[place] = queue.schedule(
                deadline: at, payload: UInt32(place))
        }
    }

    // MARK: Answers

    /// Carries out the answer to the oldest event under way. False where it answers another.
    mutating func hear(_ decision: DecisionRecord, _ reader: borrowing FrameReader) -> Bool {
        guard let sent = flight.removeFirst(), sent.sequence == decision.sequence else {
            return false
        }
        let place = Int(sent.place)
        guard unsafe inhabitants[place].person.session == decision.session else { return false }
        let now = Clock.boottime.now()
        batch.removeAll()
        for index in 0..<reader.commands.count { batch.append(reader.commands[index]) }
        let at = timeline.model(at: now)
        unsafe inhabitants[place].hear(&batch, to: sent.entry, at: at, &world, plan)
        account.noteAnswer(sent, UInt64(decision.engineNanoseconds), at: now)
        put(place, after: 0)
        return true
    }

    func progress(at now: UInt64) -> ChildProgress {
        var progress = ChildProgress()
        if let watch { progress.part = watch.cut(account.partSoFar(world, sessions: count)) }
        progress.reached = min(timeline.model(at: now), plan.duration)
        progress.events = world.counters[.events]
        progress.locks = world.counters[.locks]
        progress.violations = world.log.total
        progress.waiting = UInt64(flight.count)
        progress.lateSends = account.part.lateSends
        let second = Int((now - min(now, timeline.start)) / 1_000_000_000) - 1
        if second >= 0, second < account.part.series.secondCount {
            progress.latency = account.part.series.histograms(second: second)[0]
        }
        return progress
    }

    /// What came of it; the sessions are judged to the moment they were last looked at.
    mutating func finish() -> RunPart {
        account.close(world)
        for place in 0..<count {
            let inhabitant = unsafe inhabitants + place
            world.log.session = unsafe inhabitant.pointee.person.session
            unsafe world.finish(&inhabitant.pointee.session, at: passed)
            account.part.digest &+= unsafe inhabitant.pointee.session.digest.value
            let timer = unsafe inhabitant.pointee.session.device.nextTimerDeadline(world.policy)
            if timer < passed { account.part.timersLost += 1 }
        }
        let bytes = MemoryLayout<Inhabitant>.stride + 20
        return account.finish(
            world, sessions: count, byteCount: count * bytes + queue.byteCount)
    }
}

/// What a person would not see in live mode, by the clock.
enum LiveTolerance {
    /// Three frames of 16.7 ms: one to see, two for the harness and its machine.
    static let frame: UInt64 = 50_100_000
    /// How long the answer to a timer may take.
    static let timer: UInt64 = 250_000_000
    /// How late a library's timers may be at the end without being lost.
    static let library: UInt64 = 20_000_000
}
