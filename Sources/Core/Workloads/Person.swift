import AppLock
import Chance
import Chronology
public import Devices

/// What a person can see of the app.
public struct Sight: Sendable {
    public var process: Device.Process
    public var isDeviceLocked: Bool
    public var isActive: Bool
    public var isForeground: Bool
    public var showsLock: Bool
    public var showsLogin: Bool
    public var promptGeneration: UInt32

    public init(
        process: Device.Process, isDeviceLocked: Bool, isActive: Bool, isForeground: Bool,
        showsLock: Bool, showsLogin: Bool, promptGeneration: UInt32
    ) {
        self.process = process
        self.isDeviceLocked = isDeviceLocked
        self.isActive = isActive
        self.isForeground = isForeground
        self.showsLock = showsLock
        self.showsLogin = showsLogin
        self.promptGeneration = promptGeneration
    }
}

/// One person with a phone, as a few moments to come.
///
/// Everything is drawn from the session's own streams and never waits for the engine, except the
/// answer to a lock: those draws have streams of their own, so that what an engine does moves
/// nothing else.
public struct Person: Sendable {
    enum Phase: UInt8 { case gone, front, away }

    /// What comes next of things that exclude each other.
    enum Pending: UInt8 { case nothing, fingerUp, twoFingersUp, burst, interruptionEnd, fault }

    var stream: ChanceStream
    /// The end of the time in front, or away.
    var phaseEnd: UInt64
    var stayEnd: UInt64 = .max
    var deedAt: UInt64 = .max
    var pendingAt: UInt64 = .max
    var overlayEnd: UInt64 = .max
    var answerAt: UInt64 = .max
    public internal(set) var session: UInt32
    /// Of the prompt that is being answered; nobody sees more than 65,535 in a run.
    var answerGeneration: UInt16 = 0
    /// How often the lock was answered, and the app left: numbers of streams.
    var answers: UInt16 = 0
    var periods: UInt16 = 0
    var burstLeft: UInt8 = 0
    var model: UInt8
    var overlay: UInt8 = 0
    var phase = Phase.gone
    var pending = Pending.nothing
    var diesAway = false

    /// What keeps draws of a purpose apart from the others of the session.
    private enum Purpose {
        static let behaviour: UInt64 = 0
        static let answer: UInt64 = 1 << 32
        static let fault: UInt64 = 2 << 32
    }

    static let fingerDown: UInt64 = 80_000_000
    static let rebootTakes: UInt64 = 30_000_000_000

    public init(session: UInt32, _ tables: borrowing BehaviourTables, from start: UInt64) {
        self.session = session
        stream = ChanceStream(
            seed: tables.seed, session: UInt64(session), purpose: Purpose.behaviour)
        model = UInt8(clamping: tables.model(&stream))
        phaseEnd = start
    }

    /// The next moment at which this person does something.
    public var next: UInt64 {
        min(min(min(phaseEnd, deedAt), min(pendingAt, overlayEnd)), min(answerAt, stayEnd))
    }

    // MARK: Acting

    /// What is done at `now`, appended in order.
    public mutating func act(
        at now: UInt64, seeing sight: Sight, _ tables: borrowing BehaviourTables,
        into actions: inout ActionBuffer
    ) {
        let due = pendingAt <= now ? pending : .nothing
        if due != .nothing { settlePending() }
        if due == .fingerUp { liftFingers(1, at: now, tables, &actions) }
        if due == .twoFingersUp { liftFingers(2, at: now, tables, &actions) }
        if answerAt <= now { answer(at: now, sight, tables, &actions) }
        if overlayEnd <= now {
            overlayEnd = .max
            if sight.process == .running {
                actions.append(
                    .dismissOverlay(Name(rawValue: WorkloadNames.firstOverlay + UInt16(overlay))))
            }
        }
        if due == .interruptionEnd { actions.append(.returnFromInterruption) }
        if due == .fault { suffer(at: now, sight, tables, &actions) }
        if stayEnd <= now {
            depart(&actions)
            return
        }
        if phaseEnd <= now {
            changePhase(at: now, sight, tables, &actions)
            return
        }
        if due == .burst { touch(at: now, sight, tables, &actions) }
        if deedAt <= now { doDeed(at: now, sight, tables, &actions) }
    }

    private mutating func wait(for next: Pending, until: UInt64) {
        pending = next
        pendingAt = until
    }

    private mutating func settlePending() { wait(for: .nothing, until: .max) }

    private mutating func liftFingers(
        _ fingers: UInt8, at now: UInt64, _ tables: borrowing BehaviourTables,
        _ actions: inout ActionBuffer
    ) {
        if burstLeft > 0 {
            let gap = max(tables.models[Int(model)].burstGap, Self.fingerDown + 1)
            wait(for: .burst, until: now &+ gap &- Self.fingerDown)
        }
        var touches = TouchList()
        for finger in 1...fingers { touches.append(Touch(finger: finger, phase: .ended)) }
        actions.append(.touch(touches))
    }

    private mutating func changePhase(
        at now: UInt64, _ sight: Sight, _ tables: borrowing BehaviourTables,
        _ actions: inout ActionBuffer
    ) {
        let model = tables.models[Int(self.model)]
        settlePending()
        if phase == .front {
            leave(at: now, tables, &actions)
            phase = .away
            phaseEnd = now &+ model.background.sample(&stream).nanoseconds
            deedAt = drawDeed(model, isInFront: false, after: now)
        } else {
            comeBack(sight, &actions)
            phase = .front
            phaseEnd = now &+ max(model.foreground.sample(&stream).nanoseconds, 1)
            deedAt = drawDeed(model, isInFront: true, after: now)
        }
    }

    private mutating func drawDeed(
        _ model: BehaviourTables.Model, isInFront: Bool, after now: UInt64
    ) -> UInt64 {
        guard let gap = model.drawGap(isInFront: isInFront, &stream) else { return .max }
        return now &+ max(gap, 1)
    }

    private mutating func comeBack(_ sight: Sight, _ actions: inout ActionBuffer) {
        if sight.isDeviceLocked {
            actions.append(.unlockDevice(toHome: false))
            if sight.process == .notRunning { actions.append(.open) }
        } else {
            actions.append(.open)
        }
    }

    private mutating func leave(
        at now: UInt64, _ tables: borrowing BehaviourTables, _ actions: inout ActionBuffer
    ) {
        settle()
        periods &+= 1
        var chance = faultStream(tables)
        if tables.faults.deviceSleep.happens(&chance) {
            actions.append(.lockDevice(asleep: true, alwaysOn: nil))
        } else {
            actions.append(.home)
        }
        diesAway = tables.faults.kill.happens(&chance)
        let shifts = tables.faults.wallShare.happens(&chance)
        if diesAway || shifts { wait(for: .fault, until: now &+ 1_000_000_000) }
    }

    /// The system takes the fingers off; an interruption ends with leaving.
    private mutating func settle() {
        burstLeft = 0
        settlePending()
    }

    /// The load goes down: this person leaves for good or for now.
    private mutating func depart(_ actions: inout ActionBuffer) {
        stayEnd = .max
        settle()
        if phase == .front { actions.append(.home) }
        phase = .gone
        deedAt = .max
        phaseEnd = .max
    }

    public mutating func arrive(at start: UInt64, until end: UInt64) {
        phaseEnd = start
        stayEnd = end
    }

    public var isGone: Bool { phase == .gone && phaseEnd == .max }
    public var isAway: Bool { phase == .away }

    // MARK: Faults

    /// Of this absence.
    private func faultStream(_ tables: borrowing BehaviourTables) -> ChanceStream {
        ChanceStream(
            seed: tables.seed, session: UInt64(session), purpose: Purpose.fault | UInt64(periods))
    }

    private mutating func suffer(
        at now: UInt64, _ sight: Sight, _ tables: borrowing BehaviourTables,
        _ actions: inout ActionBuffer
    ) {
        var chance = faultStream(tables)
        // What leaving drew, again.
        _ = tables.faults.deviceSleep.happens(&chance)
        _ = tables.faults.kill.happens(&chance)
        if let range = tables.faults.wallShift, tables.faults.wallShare.happens(&chance) {
            let width = UInt64(range.upperBound - range.lowerBound) + 1
            let shift = range.lowerBound + Int64(chance.next(below: width))
            actions.append(.shiftWall(nanoseconds: shift))
        }
        if diesAway && sight.process != .notRunning && !sight.isForeground {
            actions.append(.kill)
        }
        diesAway = false
    }

    // MARK: Deeds

    private mutating func doDeed(
        at now: UInt64, _ sight: Sight, _ tables: borrowing BehaviourTables,
        _ actions: inout ActionBuffer
    ) {
        let model = tables.models[Int(self.model)]
        let isFront = phase == .front
        deedAt = drawDeed(model, isInFront: isFront, after: now)
        let deed = (isFront ? model.deedsInFront : model.deedsAway).draw(&stream)
        switch deed {
        case .touch:
            burstLeft = UInt8(clamping: model.burstLength)
            touch(at: now, sight, tables, &actions)
        case .key: if sight.isActive { actions.append(.key) }
        case .interruption:
            let kind = model.interruptions.draw(&stream)
            let lasts = tables.interruptionLasts.sample(&stream).nanoseconds
            guard pending != .interruptionEnd, sight.isActive else { return }
            settle()
            wait(for: .interruptionEnd, until: now &+ lasts)
            actions.append(.interrupt(kind))
        case .entry:
            let number = stream.next(below: 16)
            guard sight.process != .notRunning else { return }
            let kind = EntryKind.allCases[Int(number % 5)]
            actions.append(.entry(kind, Name(rawValue: WorkloadNames.firstEntry + UInt16(number))))
        case .alert, .loading, .launch, .login:
            let lasts = tables.overlayLasts.sample(&stream).nanoseconds
            guard overlayEnd == .max, sight.process == .running, sight.isForeground else { return }
            let kind = OverlayKind.allCases[Int(deed.rawValue - Deed.alert.rawValue)]
            overlay = kind.rawValue
            overlayEnd = now &+ lasts
            actions.append(
                .overlay(kind, Name(rawValue: WorkloadNames.firstOverlay + UInt16(overlay))))
        case .reboot: reboot(at: now, model, &actions)
        }
    }

    private typealias Deed = BehaviourTables.Deed

    private mutating func reboot(
        at now: UInt64, _ model: BehaviourTables.Model, _ actions: inout ActionBuffer
    ) {
        settle()
        overlayEnd = .max
        answerAt = .max
        phase = .away
        let away = max(model.background.sample(&stream).nanoseconds, Self.rebootTakes + 1)
        phaseEnd = now &+ away
        deedAt = .max
        actions.append(.reboot(down: TimeSpan(nanoseconds: Self.rebootTakes)))
    }

    private mutating func touch(
        at now: UInt64, _ sight: Sight, _ tables: borrowing BehaviourTables,
        _ actions: inout ActionBuffer
    ) {
        let model = tables.models[Int(self.model)]
        burstLeft = burstLeft > 0 ? burstLeft - 1 : 0
        let isDouble = model.multiTouch.happens(&stream)
        // A finger still down, or an interruption: this touch does not happen.
        guard sight.isActive, pending == .nothing else { return }
        var touches = TouchList(Touch(finger: 1, phase: .began))
        if isDouble { touches.append(Touch(finger: 2, phase: .began)) }
        wait(for: isDouble ? .twoFingersUp : .fingerUp, until: now &+ Self.fingerDown)
        actions.append(.touch(touches))
    }

    // MARK: Answering the lock

    /// Looks at the app after something happened: a lock or a login wants an answer.
    public mutating func notice(
        _ sight: Sight, at now: UInt64, _ tables: borrowing BehaviourTables
    ) {
        guard answerAt == .max, sight.isActive, sight.showsLock || sight.showsLogin else { return }
        answers &+= 1
        var chance = answerStream(tables)
        let model = tables.models[Int(self.model)]
        let takes = model.authenticationTakes.sample(&chance).nanoseconds
        answerAt = now &+ max(takes, 1)
        answerGeneration = UInt16(truncatingIfNeeded: sight.promptGeneration)
    }

    private func answerStream(_ tables: borrowing BehaviourTables) -> ChanceStream {
        ChanceStream(
            seed: tables.seed, session: UInt64(session), purpose: Purpose.answer | UInt64(answers))
    }

    private mutating func answer(
        at now: UInt64, _ sight: Sight, _ tables: borrowing BehaviourTables,
        _ actions: inout ActionBuffer
    ) {
        answerAt = .max
        guard sight.process != .notRunning else { return }
        if sight.showsLogin && !sight.showsLock {
            if sight.process == .running { actions.append(.dismissOverlay(.login)) }
            return
        }
        var chance = answerStream(tables)
        let model = tables.models[Int(self.model)]
        chance.skip(64)
        let method = model.methods.draw(&chance)
        let result: AuthenticationResult = model.success.happens(&chance) ? .success : .failure
        actions.append(.authenticate(result, method, generation: UInt32(answerGeneration)))
    }
}

/// Names a population uses; they follow the predefined ones in its table.
public enum WorkloadNames {
    public static let firstOverlay = UInt16(Name.predefined.count)
    public static let firstEntry = firstOverlay + 4
    /// Their texts, in order.
    public static let texts =
        OverlayKind.allCases.map { "\($0)-overlay" } + (0..<16).map { "entry-\($0)" }
}
