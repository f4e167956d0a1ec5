import AppLock
import Auditing
import Chronology
import Linux
import Simulation
import Statistics

/// What a live worker measures: times by the clock, totals without the warm-up, a series with it.
struct LiveAccount {
    /// An event that goes out later than this is late.
    static let lateBound: UInt64 = 1_000_000
    /// An answer this long after the end still belongs to the run.
    static let endGrace: UInt64 = 10_000_000

    var part = RunPart()
    var timeline: Timeline
    /// Events due, and those answered by the end, without the warm-up.
    private(set) var offered: UInt64 = 0
    private(set) var achieved: UInt64 = 0
    private let warmup: UInt64
    private let duration: UInt64
    private var isWarm: Bool
    private var baseline = Counters()
    private var secondStart = Counters()
    private var violationsBefore: UInt64 = 0
    private var second: UInt64 = 0

    init(_ plan: borrowing PopulationPlan, _ timeline: Timeline) {
        self.timeline = timeline
        warmup = plan.warmup
        duration = plan.duration
        isWarm = plan.warmup == 0
    }

    /// Before sessions do anything at `now`: seconds and the warm-up may be over.
    mutating func open(at now: UInt64, _ world: borrowing World) {
        let since = now > timeline.start ? now - timeline.start : 0
        if since / 1_000_000_000 > second {
            closeSecond(world)
            second = since / 1_000_000_000
        }
        if !isWarm && timeline.scale.model(ofReal: since) >= warmup {
            isWarm = true
            baseline = world.counters
            exposuresBefore = world.log.exposures.count
            locksBefore = world.log.lockLatencies.count
        }
    }

    private var exposuresBefore = 0
    private var locksBefore = 0

    private mutating func closeSecond(_ world: borrowing World) {
        let columns = RunPart.Columns(
            from: secondStart, to: world.counters, violations: world.log.total - violationsBefore)
        secondStart = world.counters
        violationsBefore = world.log.total
        let at = Instant(nanoseconds: second * 1_000_000_000)
        for column in RunPart.Column.allCases where columns[column] > 0 {
            part.series.add(columns[column], toCounter: column.rawValue, at: at)
        }
    }

    mutating func noteDepth(_ count: Int) {
        if isWarm { part.meter.record(UInt64(count), .queueDepth) }
    }

    mutating func noteSent(_ entry: borrowing Outbox.Entry, due: UInt64, at now: UInt64) {
        let lag = now > due ? now - due : 0
        noteLag(lag, due: due, intended: entry.intended)
        if case .timerFired = entry.event {
            if now < due { part.timersEarly += 1 }
            if entry.intended >= warmup { part.meter.record(lag, .timerLateness) }
        }
    }

    private mutating func noteLag(_ lag: UInt64, due: UInt64, intended: UInt64, count: UInt64 = 1) {
        let at = Instant(nanoseconds: due > timeline.start ? due - timeline.start : 0)
        part.series.add(count, toCounter: RunPart.Column.intended.rawValue, at: at)
        let column = RunPart.TimedColumn.generatorLag.rawValue
        part.series.record(lag, inHistogram: column, count: count, at: at)
        if lag > Self.lateBound {
            part.series.add(count, toCounter: RunPart.Column.lateSends.rawValue, at: at)
        }
        guard intended >= warmup else { return }
        offered += count
        part.meter.record(lag, count: count, .generatorLag)
        if lag > Self.lateBound { part.lateSends += count }
    }

    mutating func noteAnswer(
        _ sent: borrowing SentEvent, _ engineNanoseconds: UInt64, at now: UInt64
    ) {
        let latency = now > sent.due ? now - sent.due : 0
        let since = now - timeline.start
        part.series.record(latency, inHistogram: 0, at: Instant(nanoseconds: since))
        guard sent.entry.intended >= warmup else { return }
        if now <= timeline.real(of: duration) &+ Self.endGrace { achieved += 1 }
        part.meter.record(latency, .decisionLatency)
        if let kind = sent.entry.event.latencyKind { part.meter.record(latency, kind) }
        part.meter.record(now - sent.sent, .serviceTime)
        part.meter.record(engineNanoseconds, .engineTime)
    }

    /// An engine in the same process has answered before the session went on.
    mutating func noteInline(_ before: InlineCounts, _ counters: Counters, _ intended: UInt64) {
        let counts = InlineCounts(counters)
        guard counts.events > before.events else { return }
        let now = Clock.boottime.now()
        let due = timeline.real(of: intended)
        let latency = now > due ? now - due : 0
        let events = counts.events - before.events
        noteLag(latency, due: due, intended: intended, count: events)
        let since = Instant(nanoseconds: now - timeline.start)
        part.series.record(latency, inHistogram: 0, count: events, at: since)
        let timers = counts.timers - before.timers
        if now < due { part.timersEarly += timers }
        guard intended >= warmup else { return }
        if now <= timeline.real(of: duration) &+ Self.endGrace { achieved += events }
        part.meter.record(latency, count: events, .decisionLatency)
        part.meter.record(
            latency, count: counts.lifecycle - before.lifecycle, .decisionLatencyLifecycle)
        part.meter.record(latency, count: counts.touches - before.touches, .decisionLatencyTouch)
        part.meter.record(latency, count: counts.auth - before.auth, .decisionLatencyAuth)
        part.meter.record(latency, count: timers, .decisionLatencyTimer)
        part.meter.record(latency, count: timers, .timerLateness)
    }

    /// As it would be at the end, without a series.
    func partSoFar(_ world: borrowing World, sessions: Int) -> RunPart {
        var account = self
        account.part.series = RunPart().series
        return account.finish(world, sessions: sessions, byteCount: 0)
    }

    mutating func close(_ world: borrowing World) { closeSecond(world) }

    /// Times of the auditor are by the model; here they count by the clock.
    mutating func finish(
        _ world: borrowing World, sessions: Int, byteCount: Int
    ) -> RunPart {
        part.sessions = UInt64(sessions)
        part.counters = world.counters
        part.counters.subtract(baseline)
        part.violations = world.log.counts
        part.firsts = world.log.firsts
        for span in world.log.exposures.dropFirst(exposuresBefore) {
            part.meter.record(timeline.scale.real(ofModel: span), .exposure)
        }
        for span in world.log.lockLatencies.dropFirst(locksBefore) {
            part.meter.record(timeline.scale.real(ofModel: span), .lockLatency)
        }
        part.impossible = world.impossible
        part.sessionBytes = UInt64(byteCount)
        return part
    }
}

/// The counters an inline run takes the difference of, for each session that lives.
struct InlineCounts {
    let events: UInt64
    let lifecycle: UInt64
    let touches: UInt64
    let auth: UInt64
    let timers: UInt64

    init(_ counters: borrowing Counters) {
        events = counters[.events]
        lifecycle = counters[.lifecycleEvents]
        touches = counters[.touchEvents] + counters[.keyEvents]
        auth = counters[.authEvents]
        timers = counters[.timerEvents]
    }
}

extension LockEvent {
    /// Under which name, besides the whole, an event's latency counts.
    var latencyKind: Meter.Kind? {
        switch self {
        case .touches, .key, .scroll: .decisionLatencyTouch
        case .authentication: .decisionLatencyAuth
        case .timerFired: .decisionLatencyTimer
        case .didFinishLaunching, .sceneWillConnect, .sceneDidDisconnect, .willEnterForeground,
            .didBecomeActive, .willResignActive, .didEnterBackground:
            .decisionLatencyLifecycle
        case .holdBegan, .holdEnded, .entry, .overlayRequested, .overlayDismissed, .windowShown,
            .windowHidden, .windowReleased, .wallClockChanged, .protectedDataAvailable,
            .manualLock:
            nil
        }
    }
}
