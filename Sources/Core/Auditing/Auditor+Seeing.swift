public import AppLock
public import Devices

/// What the engine commanded, and what pictures show.
extension Auditor {
    /// Before the command is carried out.
    public mutating func see(
        _ command: LockCommand, at now: UInt64, _ device: inout Device,
        owner: LockPolicy, _ log: inout ViolationLog
    ) {
        switch command {
        case .schedule(let kind, let deadline, let generation):
            seeSchedule(kind, device.modelTime(of: deadline), generation)
        case .cancel(let kind, let generation): strike(kind, generation)
        case .persist: break
        case .prompt(let generation):
            let wasRaised = device.lockedScenes != 0 && !lockWasUpBefore
            seePrompt(generation, now, &device, wasRaised, &log)
        case .cancelPrompt: promptOut = false
        case .post(let name):
            if name == owner.idle.notification { seeIdle(now, owner, &log) }
        case .deliver(_, let name): seeDelivery(name, now, &device, owner, &log)
        case .attempts(let count): seeAttempts(count, now, owner, &log)
        case .perform(let action): seeLimit(action, now, owner, &log)
        case .discardEntries: if !rare.isEmpty { rare.change { $0.entries = [] } }
        case .showOverlay(.login, let name, let scene):
            rare.update(or: Rare()) { $0.logins.append((name, scene)) }
        default: break
        }
    }

    private mutating func seeAttempts(
        _ count: UInt16, _ now: UInt64, _ owner: LockPolicy, _ log: inout ViolationLog
    ) {
        let isLimited =
            owner.authentication.maxAttempts != nil
            || owner.authentication.backoff != nil
        if isLimited && count < attempts { log.report(.attemptsReset, at: now) }
    }

    private mutating func seeLimit(
        _ action: LockPolicy.LimitAction, _ now: UInt64, _ owner: LockPolicy,
        _ log: inout ViolationLog
    ) {
        mustLock = false
        isLoggedIn = false
        anchor = .max
        reachedBackground = false
        idleSince = .max
        promptHeld = false
        owesPrompt = false
    }

    private mutating func seeDelivery(
        _ name: Name, _ now: UInt64, _ device: inout Device, _ owner: LockPolicy,
        _ log: inout ViolationLog
    ) {
        if owner.entries == .gate && (device.lockedScenes != 0 || mustLock || !isLoggedIn) {
            log.report(.entryBypass, at: now)
        }
        guard let place = rare.read({ $0.entries })?.firstIndex(of: name) else {
            log.report(.entryTwice, at: now)
            return
        }
        rare.change({ $0.entries.remove(at: place) })
    }

    /// Delivered, once everything that holds entries back is gone.
    mutating func judgeEntries(
        _ now: UInt64, _ device: inout Device, _ owner: LockPolicy,
        _ log: inout ViolationLog
    ) {
        guard let entries = rare.read({ $0.entries }), !entries.isEmpty, active != 0,
            device.lockedScenes == 0, !mustLock, isLoggedIn
        else { return }
        for _ in entries { log.report(.entryLost, at: now) }
        rare.change { $0.entries = [] }
    }

    /// A picture of a scene is taken. True where it is a leak; not while the engine has yet to hear
    /// of the launch, which a fault may hold back.
    public mutating func seePicture(
        of id: SceneID, at now: UInt64, _ device: inout Device, owner: LockPolicy,
        _ log: inout ViolationLog
    ) -> Bool {
        let needsCover = owner.cover.when != .never && active & id.bit == 0
        guard isRunning, needsCover || mustLock,
            device.withScene(id, { $0.drawsSensitiveContent() })
        else { return false }
        log.report(.snapshotLeak, scene: id, at: now)
        return true
    }
}
