public import AppLock
import Auditing
import Chance
public import Chronology
public import Devices
public import Scenarios
import Statistics
public import TimerQueues
import WindowStacks
public import Workloads

/// What every process of a population run knows: tables, curve, rules.
public struct PopulationPlan: Sendable {
    public let tables: BehaviourTables
    public let curve: LoadCurve
    public let policy: LockPolicy
    public let owner: LockPolicy
    public let settings: DeviceSettings
    public let duration: UInt64
    public let warmup: UInt64
    public let seed: UInt64

    /// Nil where the population replays a trace.
    public init?(
        _ scenario: Scenario, _ population: Population
    ) throws(DistributionFlaw) {
        guard case .behaviours(let behaviours) = population.source else { return nil }
        do {
            tables = try BehaviourTables(
                behaviours, faults: population.faults, seed: scenario.seed)
        } catch {
            throw DistributionFlaw(text: "\(error)")
        }
        curve = LoadCurve(population)
        policy = scenario.engine.policy
        owner = scenario.engine.ownerPolicy
        settings = scenario.device
        duration = population.duration.nanoseconds
        warmup = population.warmup.nanoseconds
        seed = scenario.seed
    }

    public var sessionCount: UInt64 { curve.totalSessions }

    /// The world of one process.
    public func world() -> World {
        var world = World(policy: policy, owner: owner, settings: settings)
        if let events = tables.faults.events {
            world.faults = EventFaultModel(events, delay: tables.faults.eventDelay, seed: seed)
        }
        return world
    }
}

/// A distribution that can't be drawn from.
public struct DistributionFlaw: Error, Sendable {
    public var text: String

    public init(text: String) { self.text = text }
}

/// One session with its person, in the order they are touched.
public struct Inhabitant: Sendable {
    public var person: Person
    public var session: Session

    public init(_ index: UInt32, _ plan: borrowing PopulationPlan) {
        let stay = plan.curve.stay(of: UInt64(index), after: 0)
        person = Person(session: index, plan.tables, from: stay?.from ?? .max)
        if let stay { person.arrive(at: stay.from, until: stay.until) }
        session = Session(settings: plan.settings, seed: UInt64(index) &+ plan.seed)
    }

    /// The next moment at which anything happens, in model time.
    @inline(__always)
    public mutating func next(_ world: inout World) -> UInt64 {
        min(person.next, world.nextDeadline(of: &session))
    }

    @inline(__always)
    mutating func look() -> Sight {
        Sight(
            process: session.device.process, isDeviceLocked: session.device.isLocked,
            isActive: session.device.isActive, isForeground: session.device.isForeground,
            showsLock: session.device.showsLock, showsLogin: showsLogin,
            promptGeneration: session.device.promptGeneration)
    }

    @inline(__always)
    private var showsLogin: Bool {
        !session.auditor.isLoggedIn && session.device.first.showsLogin
    }

    /// Lets everything due at `now` happen.
    ///
    /// Gives the next moment at which anything happens, in model time.
    @discardableResult
    public mutating func live(
        at now: UInt64, _ world: inout World, _ plan: borrowing PopulationPlan,
        _ actions: inout ActionBuffer
    ) -> UInt64 {
        world.log.session = person.session
        world.advance(&session, to: now)
        if person.next <= now {
            actions.removeAll()
            let sight = look()
            person.act(at: now, seeing: sight, plan.tables, into: &actions)
            for index in 0..<actions.count {
                do {
                    try world.perform(actions[index], in: nil, on: &session, at: now)
                } catch {
                    world.impossible += 1
                }
            }
        }
        let next = world.close(&session, at: now)
        if session.device.showsLock || !session.auditor.isLoggedIn {
            let sight = look()
            person.notice(sight, at: now, plan.tables)
        }
        if person.isGone, let stay = plan.curve.stay(of: UInt64(person.session), after: now + 1) {
            person.arrive(at: stay.from, until: stay.until)
        }
        return min(person.next, next)
    }
}

/// A share of a population in virtual time: every `stride`-th session, from `first` on.
///
/// One queue entry per session; a session does all that is due at its instant and is put back.
/// Cost: O(events), whatever the number of sessions that sleep meanwhile.
@safe
public struct PopulationShard<Queue: TimerQueue & ~Copyable>: ~Copyable {
    private let plan: PopulationPlan
    private var queue: Queue
    private let inhabitants: UnsafeMutablePointer<Inhabitant>
    private let count: Int
    private var world: World
    private var part = RunPart()
    private var baseline = Counters()
    private var secondStart = Counters()
    private var leaksBefore: UInt64 = 0
    private var violationsBefore: UInt64 = 0
    private var nextSecond: UInt64 = 1_000_000_000
    private var isWarm: Bool
    /// Model time that all sessions have got to.
    public private(set) var reached: UInt64 = 0
    private var actions = ActionBuffer()
    private var batch = InlineArray<16, TimerQueues.DueTimer>(
        repeating: TimerQueues.DueTimer(id: .none, payload: 0, deadline: .origin))
    /// Keeps the compiler from leaving the touches out.
    private var touched: UInt8 = 0

    public init(_ plan: PopulationPlan, first: UInt64, stride: UInt64, tick: TimeSpan) {
        self.plan = plan
        let total = plan.sessionCount
        count = Int(first < total ? (total - first + stride - 1) / stride : 0)
        queue = Queue(startingAt: .origin, tick: tick, capacity: count)
        world = plan.world()
        isWarm = plan.warmup == 0
        unsafe inhabitants = .allocate(capacity: max(count, 1))
        for index in 0..<count {
            let session = UInt32(first + UInt64(index) * stride)
            unsafe (inhabitants + index).initialize(to: Inhabitant(session, plan))
            let start = unsafe inhabitants[index].next(&world)
            if start < .max {
                _ = queue.schedule(
                    deadline: Instant(nanoseconds: start), payload: UInt32(index))
            }
        }
    }

    deinit {
        unsafe inhabitants.deinitialize(count: count)
        unsafe inhabitants.deallocate()
    }

    /// Runs to the end. `progress` hears of every model second.
    public mutating func run(progress: (UInt64, RunPart.Columns) -> Void = { _, _ in }) {
        run(until: plan.duration, progress: progress)
    }

    /// Runs to `limit` in model time, or to the end; to be called again for what follows. How the
    /// whole is cut doesn't show in the result.
    public mutating func run(
        until limit: UInt64, progress: (UInt64, RunPart.Columns) -> Void = { _, _ in }
    ) {
        reached = min(limit, plan.duration)
        let plan = plan
        while true {
            let limit = lastInstantBeforeBoundary
            let due = gather(upTo: limit)
            for index in 0..<due {
                let slot = Int(batch[index].payload)
                let now = batch[index].deadline.nanoseconds
                let inhabitant = unsafe inhabitants + slot
                let next = unsafe inhabitant.pointee.live(at: now, &world, plan, &actions)
                guard next < .max else { continue }
                _ = queue.schedule(
                    deadline: Instant(nanoseconds: max(next, now + 1)), payload: UInt32(slot))
            }
            if due > 0 { continue }
            if limit == reached { break }
            if limit + 1 == nextSecond { closeSeconds(before: nextSecond, progress) }
            if limit + 1 == plan.warmup { warm() }
        }
        guard reached == plan.duration else { return }
        closeSeconds(before: plan.duration + 1_000_000_000, progress)
        if !isWarm { warm() }
    }

    /// Seconds and the warm-up end between two instants, and no batch reaches across.
    private var lastInstantBeforeBoundary: UInt64 {
        let boundary = isWarm ? nextSecond : min(nextSecond, plan.warmup)
        return min(reached, boundary - 1)
    }

    /// Takes a few sessions that are due and touches their records, so that the memory they lie
    /// in is fetched for all of them at once. Sessions don't meet, so that one may run a little
    /// ahead of another; none runs ahead of itself.
    private mutating func gather(upTo limit: UInt64) -> Int {
        var taken = 0
        while taken < Self.batchBound,
            let due = queue.popNext(upTo: Instant(nanoseconds: limit))
        {
            batch[taken] = due
            taken += 1
            let record = unsafe UnsafeRawPointer(inhabitants + Int(due.payload))
            var line = 0
            while line < MemoryLayout<Inhabitant>.size {
                touched &+= unsafe record.load(fromByteOffset: line, as: UInt8.self)
                line += 64
            }
        }
        return taken
    }

    private static var batchBound: Int { 16 }

    /// What the sessions did so far, warm-up included.
    public var counters: Counters { world.counters }
    public var violationTotal: UInt64 { world.log.total }

    /// What came of it so far, without a digest and a series; after the warm-up, without that.
    public var partSoFar: RunPart {
        var part = RunPart()
        part.sessions = UInt64(count)
        part.counters = world.counters
        part.counters.subtract(baseline)
        part.take(world.log)
        part.impossible = world.impossible
        part.meter.recordNoTime(part.counters)
        return part
    }

    private mutating func warm() {
        isWarm = true
        baseline = world.counters
        world.log.clearTimes()
    }

    private mutating func closeSeconds(
        before now: UInt64, _ progress: (UInt64, RunPart.Columns) -> Void
    ) {
        while nextSecond <= now {
            let at = Instant(nanoseconds: nextSecond - 1)
            let violations = world.log.total
            let columns = RunPart.Columns(
                from: secondStart, to: world.counters, violations: violations - violationsBefore)
            part.series.add(columns, at: at)
            progress(nextSecond, columns)
            secondStart = world.counters
            violationsBefore = violations
            nextSecond += 1_000_000_000
        }
    }

    /// What came of it; the sessions are judged to the end.
    public consuming func finish() -> RunPart {
        if reached < plan.duration { closeSeconds(before: reached + 1_000_000_000) { _, _ in } }
        for index in 0..<count {
            let inhabitant = unsafe inhabitants + index
            world.log.session = unsafe inhabitant.pointee.person.session
            unsafe world.finish(&inhabitant.pointee.session, at: reached)
            part.digest &+= unsafe inhabitant.pointee.session.digest.value
        }
        part.sessions = UInt64(count)
        part.counters = world.counters
        part.counters.subtract(baseline)
        part.take(world.log)
        part.impossible = world.impossible
        part.sessionBytes = UInt64(count * MemoryLayout<Inhabitant>.stride + queue.byteCount)
        // In virtual time an answer takes none.
        part.meter.recordNoTime(part.counters)
        return part
    }
}
