public import AppLock
public import Chronology
public import Devices

/// The oracle: what the events alone say must be.
extension Auditor {
    public mutating func hear(
        _ event: LockEvent, at now: UInt64, _ readings: ClockReadings,
        _ device: inout Device, owner: LockPolicy, _ log: inout ViolationLog
    ) {
        switch event {
        case .touches(let scene, let touches):
            hearTouches(touches, scene, now, &device, owner, &log)
        case .key(let scene):
            if device.lockedScenes != 0 {
                judgeKey(scene, now, &device, &log)
            } else {
                noteActivity(now)
            }
        case .scroll: if device.lockedScenes == 0 { noteActivity(now) }
        case .timerFired: break
        case .didFinishLaunching(_, let loggedIn):
            restartWait(now, readings)
            hearLaunch(loggedIn, now, owner)
        case .sceneWillConnect, .windowShown, .windowHidden, .windowReleased, .wallClockChanged,
            .protectedDataAvailable:
            break
        case .sceneDidDisconnect(let scene): hearLoss(of: scene, now, owner)
        case .willEnterForeground(let scene): hearForeground(scene, now, owner)
        case .didBecomeActive(let scene): hearActive(scene, now, &device, owner, &log)
        case .willResignActive(let scene):
            guard active & scene.bit != 0 else { return }
            active &= ~scene.bit
            if active == 0 && !promptOut { setAnchor(now) }
        case .didEnterBackground(let scene):
            let wasForeground = foreground != 0 || isLaunching
            active &= ~scene.bit
            foreground &= ~scene.bit
            backgrounded |= scene.bit
            isLaunching = false
            if wasForeground && foreground == 0 { beginAbsence(now, owner) }
        case .holdBegan(let name):
            rare.update(or: Rare()) { if !$0.holds.contains(name) { $0.holds.append(name) } }
        case .holdEnded(let name):
            rare.change { $0.holds.removeAll { $0 == name } }
            if !hasHold && device.lockedScenes == 0 { noteActivity(now) }
        case .authentication(let result, let method, let generation):
            hearResult(result, method, generation, now, readings, &device, owner, &log)
        case .entry(_, let name): rare.update(or: Rare()) { $0.entries.append(name) }
        case .overlayRequested: break
        case .overlayDismissed(let name, let scene): hearDismissal(name, scene, now)
        case .manualLock:
            if isLoggedIn && !mustLock { require(since: now) }
        }
    }

    var hasHold: Bool { rare.read({ !$0.holds.isEmpty }) ?? false }

    private mutating func require(since: UInt64) {
        mustLock = true
        lockWasUp = false
        hasVanished = false
        dueSince = since
    }

    /// The process is gone, without a callback.
    public mutating func hearEnd(rebooted: Bool) {
        isRunning = false
        // Without a stamp another boot says nothing.
        self.rebooted = self.rebooted || (rebooted && anchor != .max)
        active = 0
        foreground = 0
        backgrounded = 0
        promptOut = false
        promptHeld = false
        promptDue = false
        fingers = 0
        idleSince = .max
        idleHasFired = false
        restartsIdle = false
        awaitsFirstFrame = false
        isExposed = false
        lockWasUpBefore = false
        standing = 0
        if rebooted && waitLength > 0 { waitEnd = .max }
        forgetTimers()
        if rare.isEmpty { return }
        rare.update(or: Rare()) {
            $0.entries = []
            $0.logins = []
            $0.holds = []
        }
    }

    private mutating func hearLaunch(
        _ loggedIn: Bool?, _ now: UInt64, _ owner: LockPolicy
    ) {
        isRunning = true
        isLaunching = true
        returnedAt = now
        lockWasUp = false
        hasVanished = false
        isLoggedIn = loggedIn ?? isLoggedIn
        owesPrompt = true
        owesPromptAgain = false
        guard isLoggedIn else {
            mustLock = false
            return
        }
        if !mustLock && (owner.coldStart == .locked || isDue(now, owner)) { require(since: now) }
    }

    /// Judged as `hardened` would: inclusive, exact, true elapsed time.
    private func isDue(_ now: UInt64, _ owner: LockPolicy) -> Bool {
        guard anchor != .max else { return false }
        switch owner.backgroundLock.after {
        case .never: return false
        case .immediately: return true
        case .after(let span): return rebooted || now - anchor >= span.nanoseconds
        }
    }

    private mutating func hearForeground(
        _ scene: SceneID, _ now: UInt64, _ owner: LockPolicy
    ) {
        let isReturn = foreground == 0
        foreground |= scene.bit
        backgrounded &= ~scene.bit
        guard isReturn else { return }
        returnedAt = now
        if isLoggedIn && !mustLock && reachedBackground && isDue(now, owner) {
            if case .after(let span) = owner.backgroundLock.after {
                require(since: anchor + min(span.nanoseconds, now - anchor))
            } else {
                require(since: now)
            }
        }
        awaitsFirstFrame = true
    }

    private mutating func hearActive(
        _ scene: SceneID, _ now: UInt64, _ device: inout Device,
        _ owner: LockPolicy, _ log: inout ViolationLog
    ) {
        // A ghost changes nothing.
        guard backgrounded & scene.bit == 0, active & scene.bit == 0 else { return }
        let wasActive = active != 0
        if foreground == 0 {
            returnedAt = now
            awaitsFirstFrame = true
        }
        active |= scene.bit
        foreground |= scene.bit
        guard !wasActive else { return }
        isLaunching = false
        if mustLock {
            promptDue = promptDue || ((owesPrompt || owesPromptAgain) && !promptOut)
            if device.lockedScenes == 0 { promptDue = false }
        } else {
            anchor = .max
            reachedBackground = false
            rebooted = false
        }
        restartsIdle = device.lockedScenes == 0
    }

    private mutating func hearLoss(
        of scene: SceneID, _ now: UInt64, _ owner: LockPolicy
    ) {
        let wasForeground = foreground != 0
        active &= ~scene.bit
        foreground &= ~scene.bit
        backgrounded &= ~scene.bit
        standing &= ~(UInt16(0x111) << UInt16(scene.index))
        if wasForeground && foreground == 0 { beginAbsence(now, owner) }
    }

    private mutating func setAnchor(_ now: UInt64) {
        guard anchor == .max else { return }
        anchor = now
        // A boot counts only where a stamp existed before it.
        rebooted = false
    }

    private mutating func beginAbsence(_ now: UInt64, _ owner: LockPolicy) {
        promptOut = false
        owesPrompt = true
        owesPromptAgain = false
        promptDue = false
        awaitsFirstFrame = false
        fingers = 0
        setAnchor(now)
        reachedBackground = true
        if owner.backgroundLock.after == .immediately && isLoggedIn && !mustLock {
            require(since: now)
        }
    }

    private mutating func hearDismissal(_ name: Name, _ scene: SceneID, _ now: UInt64) {
        guard !rare.isEmpty, let logins = rare.read({ $0.logins }),
            logins.contains(where: { $0.name == name && $0.scene == scene })
        else { return }
        rare.change { $0.logins.removeAll { $0.name == name } }
        forgive()
        guard !isLoggedIn else { return }
        isLoggedIn = true
        anchor = .max
        reachedBackground = false
        // Logged in while away, idle counts from becoming active.
        idleSince = .max
        if foreground != 0 { noteActivity(now) }
    }

    mutating func forgive() {
        attempts = 0
        biometricFailures = 0
        waitLength = 0
        waitEnd = 0
    }
}
