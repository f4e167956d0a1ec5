public import AppLock
import Chronology
public import Devices

/// Judges one session. It hears what the engine heard, sees what the engine commanded and looks
/// at the device, and keeps an oracle of its own: none of the engine's decisions is used.
///
/// Per event the host calls `advance`, `hear`, `see` for each command, and `judge`. All times
/// are model nanoseconds, which no reboot and no person resets.
public struct Auditor: Sendable {
    /// How long a frame lasts.
    public static let frame: UInt64 = 16_700_000

    var flags = Flags()
    /// Rules of a lasting condition that were reported and still hold, by bit.
    var standing: UInt16 = 0

    // The absence. Scenes are bits.
    var foreground: UInt8 = 0
    var active: UInt8 = 0
    var backgrounded: UInt8 = 0
    var biometricFailures: UInt8 = 0
    var attempts: UInt16 = 0
    var fingers: UInt16 = 0
    var promptGeneration: UInt32 = 0
    var idleGeneration: UInt32 = 0
    var anchor = UInt64.max
    /// Since when the lock is due or held.
    var dueSince: UInt64 = 0
    var returnedAt: UInt64 = 0
    var idleSince = UInt64.max
    /// The deadline of the host's idle timer, where it has one.
    var idleDeadline = UInt64.max
    /// Until when the process last stood still, or its run loop was deaf to timers.
    var stoodUntil: UInt64 = 0
    var rare = Boxed<Rare>()

    /// What few sessions need.
    struct Rare: Sendable {
        // These go with the process.
        var entries: [Name] = []
        var logins: [(name: Name, scene: SceneID)] = []
        var holds: [Name] = []
        var timers: [(kind: TimerKind, timer: BookedTimer)] = []
        // These stay.
        var exposedSince = UInt64.max
        var exposureMark: UInt64 = 0
        var exposure: UInt64 = 0
        var waitLength: UInt64 = 0
        var waitEnd: UInt64 = 0
    }

    public init() {}

    // MARK: Time

    /// Looks at everything that became true on the way to `now`, before anything happens there.
    public mutating func advance(
        to now: UInt64, _ device: inout Device, owner: LockPolicy,
        _ log: inout ViolationLog
    ) {
        if isExposed { accountExposure(to: now, &log) }
        if awaitsFirstFrame && returnedAt + log.frame <= now { lookAtFirstFrame(&device, &log) }
        if idleSince != .max { lookForMissedIdle(before: now, &device, owner, &log) }
        if promptHeld && now > waitEnd && now - waitEnd > log.timerTolerance
            && device.showsLock && active != 0 && !promptOut
        {
            promptHeld = false
            log.report(.promptMissed, at: waitEnd)
        }
    }

    private mutating func accountExposure(to now: UInt64, _ log: inout ViolationLog) {
        rare.update(or: Rare()) {
            $0.exposure += now - $0.exposureMark
            $0.exposureMark = now
        }
        guard !saidExposed, now - exposedSince >= log.frame else { return }
        saidExposed = true
        log.report(.contentExposed, at: exposedSince, since: dueSince)
    }

    private mutating func lookAtFirstFrame(
        _ device: inout Device, _ log: inout ViolationLog
    ) {
        let at = returnedAt + Self.frame
        awaitsFirstFrame = false
        guard mustLock, !lockWasUp, device.isForeground, !device.showsLock else { return }
        log.report(.missedLock, at: at, since: dueSince)
    }

    // MARK: Judgement

    /// After the commands of an event, or an action that had no event, were carried out.
    public mutating func judge(
        at now: UInt64, _ device: inout Device, owner: LockPolicy,
        _ log: inout ViolationLog
    ) {
        if promptDue || sawPrompt { judgePrompt(now, &device, &log) }
        if restartsIdle { judgeIdleOnReturn(now, &device, owner, &log) }
        guard device.hasChanged || isAuthorised || heardSuccess else {
            sawIdle = false
            return
        }
        device.hasChanged = false
        judgeLock(now, &device, &log)
        let shows = mustLock && device.isForeground && drawsSensitiveContent(&device)
        if shows && !isExposed {
            isExposed = true
            saidExposed = false
            rare.update(or: Rare()) {
                $0.exposedSince = now
                $0.exposureMark = now
            }
        } else if !shows && isExposed {
            log.note(exposure: now - exposedSince)
            isExposed = false
        }
        judgeScenes(now, &device, &log)
        if rare.isEmpty { return }
        judgeEntries(now, &device, owner, &log)
    }

    private func drawsSensitiveContent(_ device: inout Device) -> Bool {
        guard device.process == .running else { return false }
        if device.withScene(.first, { $0.isForeground && $0.drawsSensitiveContent() }) {
            return true
        }
        guard device.sceneCount > 1 else { return false }
        for index in 1..<device.sceneCount {
            let draws = device.withScene(SceneID(index)) {
                $0.isForeground && $0.drawsSensitiveContent()
            }
            if draws { return true }
        }
        return false
    }

    private mutating func judgeLock(
        _ now: UInt64, _ device: inout Device, _ log: inout ViolationLog
    ) {
        let isUp = device.showsLock
        if isUp && !lockWasUpBefore {
            if !mustLock {
                if !sawIdle { log.report(.earlyLock, at: now) }
                mustLock = true
                dueSince = now
            }
            if active != 0 { promptDue = true } else { owesPrompt = true }
            if !lockWasUp { log.note(lockLatency: now - min(now, max(dueSince, returnedAt))) }
            hasVanished = false
            lockWasUp = true
            if promptDue { judgePrompt(now, &device, &log) }
        } else if !isUp && lockWasUpBefore && isRunning && mustLock && !hasVanished
            && device.attached != 0
        {
            hasVanished = true
            log.report(heardSuccess ? .staleAuth : .unlatched, at: now, since: dueSince)
        }
        if isAuthorised && isUp { log.report(.stuckLock, at: now) }
        isAuthorised = false
        heardSuccess = false
        sawIdle = false
        lockWasUpBefore = isUp
    }

    private mutating func judgeScenes(
        _ now: UInt64, _ device: inout Device, _ log: inout ViolationLog
    ) {
        guard device.process == .running else { return }
        let bits = device.attached
        for index in 0..<SceneID.bound where bits & (1 << UInt8(index)) != 0 {
            let id = SceneID(index)
            let (isUnruly, isDoubled, isCovered) = device.withScene(id) {
                (
                    $0.isLocked && !$0.lockIsInCharge(), $0.isLocked && $0.hasSeveralLocks(),
                    $0.isCovered
                )
            }
            stand(.lockNotTopmost, isUnruly, id, now, &log)
            stand(.doubleLock, isDoubled, id, now, &log)
            let isStuck =
                isCovered && active & id.bit != 0 && !device.isLocked
                && !device.showsLock
            stand(.coverStuck, isStuck, id, now, &log)
        }
    }

    /// Reports a lasting condition once while it lasts.
    private mutating func stand(
        _ rule: Rule, _ holds: Bool, _ scene: SceneID, _ now: UInt64, _ log: inout ViolationLog
    ) {
        let shift: UInt16
        switch rule {
        case .lockNotTopmost: shift = 0
        case .doubleLock: shift = 4
        default: shift = 8
        }
        let bit = UInt16(1) << (shift + UInt16(scene.index))
        if holds && standing & bit == 0 { log.report(rule, scene: scene, at: now) }
        if holds { standing |= bit } else { standing &= ~bit }
    }
}
