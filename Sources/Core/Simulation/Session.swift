public import AppLock
public import Auditing
public import Chronology
public import Devices

/// One app session: the device, the lock engine on it, and the auditor beside both.
public struct Session: Sendable {
    public var device: Device
    public var engine = LockEngine()
    public var auditor = Auditor()
    public var digest = Digest()
    /// Model time this session has reached; it never goes back.
    public internal(set) var clock: UInt64 = 0
    /// What a fault holds back, in order.
    var delayed = Boxed<[DelayedEvent]>()
    /// Events sent to an engine elsewhere and not yet answered.
    public internal(set) var inFlight: UInt16 = 0
    /// How many processes of the app have ended: what they asked is of no use to the next.
    public internal(set) var life: UInt16 = 0
    var chance: UInt32 = 0

    public init(settings: DeviceSettings, seed: UInt64 = 0) {
        device = Device(settings: settings, seed: seed)
    }
}

/// What the sessions of one process share: the rules of the run, buffers, and where results go.
public struct World: Sendable {
    public var policy: LockPolicy
    /// What the auditor requires.
    public var owner: LockPolicy
    public var settings: DeviceSettings
    public var log = ViolationLog()
    public var counters = Counters()
    /// Of the one session of a script.
    public var record: ScriptRecord?
    /// Changes the commands of an event before they are carried out: how tests plant a bug.
    public var plant: (@Sendable (LockEvent, inout CommandBuffer) -> Void)?
    /// Where events go when the engines are elsewhere; nil: they are here.
    public var outbox: Outbox?
    /// What becomes of events on their way.
    public var faults: EventFaultModel?
    /// Actions of people that were refused.
    public var impossible: UInt64 = 0
    /// How late the host's timers may fire before they count as lost: nothing in virtual time.
    public var timerSlack = TimeSpan.zero
    var commands = CommandBuffer(capacity: 32)
    var steps = StepBuffer()

    public init(policy: LockPolicy, owner: LockPolicy, settings: DeviceSettings) {
        self.policy = policy
        self.owner = owner
        self.settings = settings
    }

    // MARK: Time

    /// The next instant at which a session does anything by itself, in model time.
    @inline(__always)
    public mutating func nextDeadline(of session: inout Session) -> UInt64 {
        min(session.device.nextDeadline(policy), session.nextDelayed())
    }

    /// Lets everything due before `now` happen, and of `now` itself what comes before events.
    public mutating func advance(_ session: inout Session, to now: UInt64) {
        let now = max(now, session.clock)
        while true {
            let next = min(session.device.nextDeadline(policy), session.nextDelayed())
            if next > now {
                // The common case: nothing but what the caller is about to do.
                look(&session, at: now)
                return
            }
            open(&session, at: max(next, session.clock))
            if next == now { return }
            close(&session, at: session.clock)
        }
    }

    /// The auditor's look at what became true on the way to an instant.
    @inline(__always)
    private mutating func look(_ session: inout Session, at now: UInt64) {
        session.clock = now
        outbox?.intended = now
        session.auditor.lookForLostTimers(
            before: now, &session.device, policy, slack: timerSlack, &log)
        // What is held back or under way has not happened yet for anybody but the device.
        if session.delayed.isEmpty && session.inFlight == 0 {
            session.auditor.advance(to: now, &session.device, owner: owner, &log)
        }
    }

    /// What comes after the events of an instant: pictures, suspension, and what follows at once.
    ///
    /// Gives the next instant at which the session does anything by itself, as `nextDeadline`.
    @discardableResult
    public mutating func close(_ session: inout Session, at now: UInt64) -> UInt64 {
        let now = max(now, session.clock)
        var next = UInt64.max
        for _ in 0..<Self.roundsPerInstant {
            judge(&session, at: now)
            steps.removeAll()
            session.device.takeClosingSteps(at: now, settings, into: &steps)
            if !steps.isEmpty { run(&session, at: now) }
            next = min(session.device.nextDeadline(policy), session.nextDelayed())
            if next > now { break }
            open(&session, at: now)
        }
        return next
    }

    /// A zero delay that keeps renewing itself must not hold time up.
    private static let roundsPerInstant = 64

    private mutating func open(_ session: inout Session, at now: UInt64) {
        look(&session, at: now)
        fireTimers(&session, at: now)
        if session.nextDelayed() <= now { deliverDelayed(&session, at: now) }
        steps.removeAll()
        session.device.takeOwnSteps(at: now, settings, policy, into: &steps)
        if !steps.isEmpty { run(&session, at: now) }
    }

    private mutating func fireTimers(_ session: inout Session, at now: UInt64) {
        while let timer = session.device.takeDueTimer(at: now, policy) {
            session.auditor.seeTimer(timer.kind, timer.generation, at: now, &log)
            outbox?.intended = timer.deadline
            deliver(.timerFired(timer.kind, generation: timer.generation), nil, &session, at: now)
        }
        outbox?.intended = now
    }

    // MARK: Actions

    /// Carries out one action, with all the engine answers to it.
    public mutating func perform(
        _ action: DeviceAction, in scene: SceneID?, on session: inout Session, at now: UInt64
    ) throws(ImpossibleAction) {
        let now = max(now, session.clock)
        // By far the most frequent, and one event each.
        if let event = try session.device.input(action, in: scene) {
            deliver(event, nil, &session, at: now)
            return
        }
        steps.removeAll()
        try session.device.perform(action, in: scene, at: now, settings, policy, into: &steps)
        switch action {
        case .kill:
            counters.add(.kills)
            end(&session, rebooted: false)
        case .reboot:
            counters.add(.reboots)
            end(&session, rebooted: true)
        case .lockDevice(asleep: true, _): counters.add(.sleeps)
        // An app that doesn't run hears nothing of it.
        case .shiftWall, .setWall: counters.add(.wallChanges)
        default: break
        }
        if record != nil, let deed = FilmStep.Deed(action) {
            addStep(.deed(deed), &session, at: now)
        }
        run(&session, at: now)
        judge(&session, at: now)
    }

    private mutating func end(_ session: inout Session, rebooted: Bool) {
        session.auditor.hearEnd(rebooted: rebooted)
        session.engine = LockEngine()
        session.life &+= 1
        session.delayed.value = nil
        record?.entriesQueued = []
    }

    private mutating func run(_ session: inout Session, at now: UInt64) {
        var index = 0
        while index < steps.count {
            let step = steps[index]
            index += 1
            switch session.device.execute(step, at: now, settings, policy) {
            case .nothing: break
            case .event(let event, let notification):
                deliver(event, notification, &session, at: now)
            case .lateTimers: fireTimers(&session, at: now)
            case .picture(let scene): takePicture(scene, &session, at: now)
            }
        }
    }

    private mutating func takePicture(
        _ scene: SceneID, _ session: inout Session, at now: UInt64
    ) {
        counters.add(.snapshots)
        let isLeak = session.auditor.seePicture(
            of: scene, at: now, &session.device, owner: owner, &log)
        if isLeak { counters.add(.leaks) }
        if record != nil { addStep(.picture(scene, isLeak: isLeak), &session, at: now) }
    }

    /// With answers or events still on the way there is nothing to judge yet.
    @inline(__always)
    private mutating func judge(_ session: inout Session, at now: UInt64) {
        guard session.device.hasChanged || session.auditor.awaitsJudgement(),
            session.inFlight == 0, session.delayed.isEmpty
        else { return }
        session.auditor.judge(at: now, &session.device, owner: owner, &log)
    }

    // MARK: Events

    /// An event sets out for the engine.
    private mutating func deliver(
        _ event: LockEvent, _ notification: LifecycleNotification?, _ session: inout Session,
        at now: UInt64
    ) {
        record?.note(notification)
        if faults != nil && hold(event, &session, at: now) { return }
        hand(event, &session, at: now)
    }

    /// The engine hears an event, here or elsewhere.
    mutating func hand(_ event: LockEvent, _ session: inout Session, at now: UInt64) {
        let readings = session.device.readings(at: now)
        counters.note(event)
        record?.note(event, at: now)
        session.digest.mix(event, at: now)
        if let intended = outbox?.intended {
            session.inFlight += 1
            outbox?.events.append(
                Outbox.Entry(
                    event: event, readings: readings, made: now, intended: intended,
                    life: session.life))
            return
        }
        session.auditor.hear(event, at: now, readings, &session.device, owner: owner, &log)
        // Out of the world while it is worked through, which changes the world.
        var batch = CommandBuffer()
        swap(&batch, &commands)
        batch.removeAll()
        session.engine.handle(event, at: readings, under: policy, into: &batch)
        if let plant { plant(event, &batch) }
        carryOut(&batch, event, &session, at: now)
        swap(&batch, &commands)
        // With more held back the judgement waits, but coming back is settled as of now.
        if !session.delayed.isEmpty {
            session.auditor.settleReturn(at: now, &session.device, owner: owner, &log)
        }
        judge(&session, at: now)
        if record != nil { film(event, &session, at: now) }
    }

    /// The answer of an engine elsewhere to the oldest event that is under way.
    ///
    /// The auditor hears of the event only now, so that events and commands reach it in the order
    /// in which the engine saw them. What was asked by a process that is gone is dropped.
    public mutating func receive(
        _ answer: inout CommandBuffer, to entry: borrowing Outbox.Entry, _ session: inout Session,
        at now: UInt64
    ) {
        precondition(session.inFlight > 0, "an answer to nothing")
        session.inFlight -= 1
        guard entry.life == session.life else { return }
        let now = max(now, session.clock)
        session.clock = now
        session.auditor.hear(
            entry.event, at: entry.made, entry.readings, &session.device, owner: owner, &log)
        session.auditor.advance(to: now, &session.device, owner: owner, &log)
        carryOut(&answer, entry.event, &session, at: now)
        session.auditor.settleReturn(at: entry.made, &session.device, owner: owner, &log)
        judge(&session, at: now)
    }

    private mutating func carryOut(
        _ commands: inout CommandBuffer, _ event: LockEvent, _ session: inout Session,
        at now: UInt64
    ) {
        var touchesWindows = false
        var returned = false
        var overlays = false
        for index in 0..<commands.count {
            let command = commands[index]
            if command.scene != nil { touchesWindows = true }
            if case .returnToRoot = command { returned = true }
            if case .showOverlay = command { overlays = true }
            if case .hideOverlay = command { overlays = true }
        }
        guard touchesWindows else {
            for index in 0..<commands.count { carryOut(commands[index], event, &session, at: now) }
            return
        }
        let bits = session.device.attached
        let first = session.device.withScene(.first) { SceneContext(&$0) }
        var before = InlineArray<4, SceneContext>(repeating: first)
        for index in 1..<4 where bits & (1 << UInt8(index)) != 0 {
            before[index] = session.device.withScene(SceneID(index)) { SceneContext(&$0) }
        }
        for index in 0..<commands.count { carryOut(commands[index], event, &session, at: now) }
        for index in 0..<4 where bits & session.device.attached & (1 << UInt8(index)) != 0 {
            let scene = SceneID(index)
            let after = session.device.withScene(scene) { SceneContext(&$0) }
            session.auditor.compare(
                before[index], after, of: scene, returned: returned, overlays: overlays, at: now,
                &session.device, &log)
        }
    }

    private mutating func carryOut(
        _ command: LockCommand, _ event: LockEvent, _ session: inout Session, at now: UInt64
    ) {
        session.digest.mix(command)
        session.auditor.see(command, at: now, &session.device, owner: owner, &log)
        let effect = session.device.apply(command, at: now, settings, policy)
        switch command {
        case .schedule: counters.add(.timersRearmed)
        case .cancel: counters.add(.timersCancelled)
        case .raiseLock: if effect == .lockRaised { counters.add(.locks) }
        case .dropLock:
            if effect == .lockDropped, case .authentication(.success, _, _) = event {
                counters.add(.unlocks)
            }
        case .raiseCover: counters.add(.covers)
        case .prompt: counters.add(.prompts)
        case .perform: counters.add(.limitActions)
        case .post(let name): if name == policy.idle.notification { counters.add(.idleFires) }
        case .deliver: counters.add(.entriesDelivered)
        case .showOverlay: counters.add(.overlays)
        default: break
        }
        record?.note(command, unanswered: Int(session.inFlight))
    }

    /// The end of a run: what is still owed is judged, nothing more happens.
    public mutating func finish(_ session: inout Session, at now: UInt64) {
        let now = max(now, session.clock)
        session.auditor.lookForLostTimers(
            before: now, &session.device, policy, slack: timerSlack, &log)
        // Nothing is owed for what a fault still holds back.
        guard session.delayed.isEmpty else { return }
        session.auditor.advance(to: now, &session.device, owner: owner, &log)
    }
}
