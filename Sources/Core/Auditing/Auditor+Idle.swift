public import AppLock
import Chronology
public import Devices
import WindowStacks

/// Activity, idle and input to the lock.
extension Auditor {
    mutating func noteActivity(_ now: UInt64) {
        idleSince = now
        idleHasFired = false
        idleSaidMissed = false
    }

    mutating func hearTouches(
        _ touches: TouchList, _ scene: SceneID, _ now: UInt64, _ device: inout Device,
        _ owner: LockPolicy, _ log: inout ViolationLog
    ) {
        let isLocked = device.lockedScenes != 0
        for index in 0..<Int(touches.count) {
            let touch = touches[index]
            let bit = UInt16(1) << UInt16(touch.finger & 15)
            switch touch.phase {
            case .began:
                fingers |= bit
                guard isLocked else { continue }
                judgeTouch(scene, now, &device, &log)
                if !promptOut && isLoggedIn && foreground != 0 {
                    promptDue = true
                    owesPromptAgain = false
                }
            case .moved, .stationary: break
            case .ended, .cancelled:
                fingers &= ~bit
            }
        }
        if !isLocked { noteActivity(now) }
    }

    private func judgeTouch(
        _ scene: SceneID, _ now: UInt64, _ device: inout Device, _ log: inout ViolationLog
    ) {
        let point = device.touchPoint
        let reaches = device.withScene(scene) { scene in
            guard scene.isLocked, let target = scene.target(of: point) else { return false }
            return target.role != .lock && target.role != .cover
                && (scene.carrier == .window || !target.isTakenByEngine)
        }
        if reaches { log.report(.inputBehindLock, at: now) }
    }

    func judgeKey(
        _ scene: SceneID, _ now: UInt64, _ device: inout Device, _ log: inout ViolationLog
    ) {
        let reaches = device.withScene(scene) {
            $0.isLocked && $0.stack.key != .none && $0.responder != .lock
        }
        if reaches { log.report(.inputBehindLock, at: now) }
    }

    func isIdleDue(_ now: UInt64, _ owner: LockPolicy) -> Bool {
        guard case .after(let span) = owner.idle.after, idleSince != .max, !idleHasFired
        else { return false }
        return fingers == 0 && !hasHold && now - min(now, idleSince) >= span.nanoseconds
    }

    /// Due before `now`, with the process running in front of a person, and not fired.
    mutating func lookForMissedIdle(
        before now: UInt64, _ device: inout Device, _ owner: LockPolicy,
        _ log: inout ViolationLog
    ) {
        guard now > log.timerTolerance, !idleSaidMissed,
            isIdleDue(now - log.timerTolerance - 1, owner), isLoggedIn,
            device.process == .running, foreground != 0, device.lockedScenes == 0, !mustLock
        else { return }
        // Where answers take time, so does the one to coming back.
        let isBack = now - min(now, returnedAt) > log.timerTolerance
        guard isBack || log.timerTolerance == 0 else { return }
        idleSaidMissed = true
        log.report(.idleMissed, at: now, since: idleSince)
    }

    /// The same where answers come late, or more events are held back: as of the moment the app
    /// became active, with its answer just carried out.
    public mutating func settleReturn(
        at made: UInt64, _ device: inout Device, owner: LockPolicy, _ log: inout ViolationLog
    ) {
        if restartsIdle { judgeIdleOnReturn(made, &device, owner, &log) }
    }

    /// What came due while the app was away is settled when it becomes active, and the count
    /// starts afresh.
    mutating func judgeIdleOnReturn(
        _ now: UInt64, _ device: inout Device, _ owner: LockPolicy, _ log: inout ViolationLog
    ) {
        restartsIdle = false
        if isIdleDue(now, owner) && device.lockedScenes == 0 && !idleSaidMissed && isLoggedIn
            && !mustLock
        {
            log.report(.idleMissed, at: now, since: idleSince)
        }
        noteActivity(now)
    }

    mutating func seeIdle(
        _ now: UInt64, _ owner: LockPolicy, _ log: inout ViolationLog
    ) {
        sawIdle = true
        if idleHasFired {
            log.report(.idleTwice, at: now)
        } else if !isIdleDue(now, owner) {
            log.report(.idleEarly, at: now, since: idleSince == .max ? now : idleSince)
        }
        idleHasFired = true
    }
}
