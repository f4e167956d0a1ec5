import AppLock
import Auditing
import Chronology
public import Devices
public import Scenarios
import Statistics

/// A share of a trace run in virtual time: every `stride`-th session, from `first` on.
///
/// Sessions never meet, so each is lived to its end before the next begins, and no timer queue is
/// needed. Cost: O(events); memory: that of one session.
public struct TraceShard: Sendable {
    /// An action of the trace that could not be carried out.
    public struct Refusal: Sendable {
        public var session: UInt64
        /// In the trace file.
        public var position: SourcePosition
        public var reason: ImpossibleAction
    }

    /// So many refusals are kept; all are counted.
    public static let refusalBound = 100

    /// The first ones, session by session.
    public private(set) var refusals: [Refusal] = []
    private let plan: TracePlan
    private let first: UInt64
    private let stride: UInt64
    private var world: World
    private var part = RunPart()

    public init(_ plan: TracePlan, first: UInt64 = 0, stride: UInt64 = 1) {
        precondition(stride > 0, "a stride of nothing never ends")
        self.plan = plan
        self.first = first
        self.stride = stride
        world = plan.world()
    }

    /// Runs all sessions. `progress` hears how many are done.
    public mutating func run(progress: (UInt64) -> Void = { _ in }) {
        var index = first
        while index < plan.sessionCount {
            live(index)
            part.sessions += 1
            progress(part.sessions)
            let (next, overflow) = index.addingReportingOverflow(stride)
            if overflow { break }
            index = next
        }
    }

    /// What came of it.
    public consuming func finish() -> RunPart {
        part.take(world.log)
        part.impossible = world.impossible
        part.sessionBytes = UInt64(MemoryLayout<Session>.stride)
        // In virtual time an answer takes none.
        part.meter.recordNoTime(part.counters)
        return part
    }

    /// Lives one session alone, with all its steps kept.
    public static func film(_ index: UInt64, of plan: TracePlan) -> SessionFilm {
        var shard = TraceShard(plan)
        shard.world.record = ScriptRecord()
        shard.world.record?.film = SessionFilm(bound: SessionFilm.wholeBound)
        shard.live(index)
        var film = shard.world.record?.film ?? SessionFilm()
        film.finish(at: plan.duration)
        return film
    }

    private mutating func live(_ index: UInt64) {
        world.log.session = UInt32(truncatingIfNeeded: index)
        var session = Session(settings: plan.settings, seed: index &+ plan.seed)
        var book = SessionBook(world, warmup: plan.warmup)
        let entries = plan.trace.recording(of: index).entries
        var place = 0
        var earliest: UInt64 = 0
        while true {
            let recorded = place < entries.count ? entries[place].at.nanoseconds : .max
            let own = max(world.nextDeadline(of: &session), earliest)
            let now = min(recorded, own)
            guard now <= plan.duration else { break }
            book.reach(now, &world, &part)
            world.advance(&session, to: now)
            while place < entries.count && entries[place].at.nanoseconds == now {
                carryOut(entries[place], on: &session, index)
                place += 1
            }
            world.close(&session, at: now)
            earliest = now &+ 1
        }
        book.reach(plan.duration, &world, &part)
        world.finish(&session, at: plan.duration)
        book.close(&world, &part)
        part.digest &+= session.digest.value
    }

    private mutating func carryOut(
        _ entry: Trace.Entry, on session: inout Session, _ index: UInt64
    ) {
        do throws(ImpossibleAction) {
            let scene = try session.scene(of: entry)
            try world.perform(
                entry.action.action, in: scene, on: &session, at: entry.at.nanoseconds)
        } catch {
            world.impossible += 1
            guard refusals.count < Self.refusalBound else { return }
            refusals.append(
                Refusal(session: index, position: entry.action.position, reason: error))
        }
    }
}

extension Session {
    /// Nil: the entry names none.
    fileprivate func scene(of entry: Trace.Entry) throws(ImpossibleAction) -> SceneID? {
        if entry.scene == .main { return entry.namesScene ? .first : nil }
        guard let scene = device.scene(named: entry.scene) else {
            throw .unknownScene(entry.scene)
        }
        return scene
    }
}

/// Keeps warm-up and seconds apart while one session is lived.
private struct SessionBook {
    private static let second: UInt64 = 1_000_000_000

    private let warmup: UInt64
    private var isWarm: Bool
    private var baseline: Counters
    private var openSecond: UInt64 = 0
    private var atOpening: Counters
    private var violationsAtOpening: UInt64

    init(_ world: World, warmup: UInt64) {
        self.warmup = warmup
        isWarm = warmup == 0
        baseline = world.counters
        atOpening = world.counters
        violationsAtOpening = world.log.total
    }

    /// Called before anything of `now` happens.
    mutating func reach(_ now: UInt64, _ world: inout World, _ part: inout RunPart) {
        if now / Self.second != openSecond { turnPage(to: now / Self.second, world, &part) }
        guard !isWarm, now >= warmup else { return }
        isWarm = true
        baseline = world.counters
        world.log.clearTimes()
    }

    /// The session is over: its times leave the log, which the next session begins anew.
    mutating func close(_ world: inout World, _ part: inout RunPart) {
        turnPage(to: openSecond, world, &part)
        if !isWarm { baseline = world.counters }
        var counted = world.counters
        counted.subtract(baseline)
        part.counters.merge(counted)
        for span in world.log.exposures { part.meter.record(span, .exposure) }
        for span in world.log.lockLatencies { part.meter.record(span, .lockLatency) }
        world.log.clearTimes()
    }

    private mutating func turnPage(to second: UInt64, _ world: World, _ part: inout RunPart) {
        let columns = RunPart.Columns(
            from: atOpening, to: world.counters,
            violations: world.log.total - violationsAtOpening)
        part.series.add(columns, at: Instant(nanoseconds: openSecond * Self.second))
        openSecond = second
        atOpening = world.counters
        violationsAtOpening = world.log.total
    }
}
