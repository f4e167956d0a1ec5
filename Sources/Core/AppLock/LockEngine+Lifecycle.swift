import Chronology

/// Launch, return and leaving (rules 1, 2, 5, 9, 12).
extension LockEngine {
    mutating func finishLaunching(
        _ stored: StoredState?, _ loggedIn: Bool?, _ now: ClockReadings, _ policy: LockPolicy,
        _ commands: inout CommandBuffer
    ) {
        self = LockEngine()
        connected = SceneID.first.bit
        isLaunching = true
        let hasStored = stored != nil
        let stored = stored ?? StoredState()
        anchor = stored.anchor
        wait = stored.wait
        generation = stored.generation
        attempts = stored.attempts
        biometricFailures = stored.biometricFailures
        limitReached = stored.limitReached
        isLoggedIn = loggedIn ?? stored.isLoggedIn
        if isLoggedIn != stored.isLoggedIn { hasChanged = true }
        if let wait, wait.bootID != now.bootID {
            self.wait = BackoffWait(start: .origin, bootID: now.bootID)
            hasChanged = true
        }
        owesPrompt = true
        if hasStored || attempts > 0 { commands.append(.attempts(attempts)) }
        guard isLoggedIn else {
            if policy.loginAtLaunch { showLogin(&commands) }
            return
        }
        if mustLockAtLaunch(isLatched: stored.isLatched, now, policy) {
            lock(now, policy, &commands)
        }
    }

    private func mustLockAtLaunch(
        isLatched: Bool, _ now: ClockReadings, _ policy: LockPolicy
    ) -> Bool {
        if policy.quirks.opensAtEveryLaunch { return false }
        if policy.quirks.dropsUndueLock && anchor != nil { return isAbsenceDue(now, policy) }
        return policy.coldStart == .locked || isLatched || isAbsenceDue(now, policy)
    }

    /// Whether the time since the anchor is up (rules 1 and 5).
    func isAbsenceDue(_ now: ClockReadings, _ policy: LockPolicy) -> Bool {
        guard let anchor else { return false }
        let limit: Int64
        switch policy.backgroundLock.after {
        case .never: return false
        case .immediately: limit = 0
        case .after(let span): limit = Int64(clamping: span.nanoseconds)
        }
        let isTrusting = policy.quirks.persistsNothing
        if !isTrusting && (!now.isReadable || anchor.bootID != now.bootID) { return true }
        var elapsed = reading(now, policy).subtractingClamped(anchor.reading)
        if elapsed < 0 { return !isTrusting }
        if policy.backgroundLock.resolution == .wholeSeconds {
            elapsed = elapsed / 1_000_000_000 * 1_000_000_000
        }
        return policy.backgroundLock.compare == .reaches ? elapsed >= limit : elapsed > limit
    }

    mutating func connect(
        _ scene: SceneID, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        guard connected & scene.bit == 0 else { return }
        connected |= scene.bit
        if isLocked {
            commands.append(.resignKeyboard(scene))
            commands.append(.raiseLock(scene))
        } else if !isLoggedIn && policy.loginAtLaunch {
            showLogin(in: scene, &commands)
        }
    }

    mutating func disconnect(
        _ scene: SceneID, _ now: ClockReadings, _ policy: LockPolicy,
        _ commands: inout CommandBuffer
    ) {
        let wasForeground = isForeground
        connected &= ~scene.bit
        active &= ~scene.bit
        foreground &= ~scene.bit
        backgrounded &= ~scene.bit
        ghosts &= ~scene.bit
        covered &= ~scene.bit
        if wasForeground && !isForeground { beginAbsence(now, policy, &commands) }
    }

    mutating func enterForeground(
        _ scene: SceneID, _ now: ClockReadings, _ policy: LockPolicy,
        _ commands: inout CommandBuffer
    ) {
        let isReturn = !isForeground
        foreground |= scene.bit
        backgrounded &= ~scene.bit
        if isReturn { judgeAbsence(now, policy, &commands) }
        if policy.cover.dropWhen == .foreground { dropCover(scene, &commands) }
    }

    /// On return the time since the anchor decides, for an absence that reached the background.
    private mutating func judgeAbsence(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        guard isLoggedIn, !isLaunching, absenceReachedBackground else { return }
        let isDue = isAbsenceDue(now, policy)
        if !isLocked {
            if isDue { lock(now, policy, &commands) }
        } else if isDue {
            if policy.quirks.replacesLock {
                forEachScene(of: connected) { commands.append(.replaceLock($0)) }
            }
        } else if policy.quirks.dropsUndueLock || policy.quirks.anchorsAnewWhileLocked {
            takeLockDown(policy, &commands)
        }
    }

    mutating func becomeActive(
        _ scene: SceneID, _ now: ClockReadings, _ policy: LockPolicy,
        _ commands: inout CommandBuffer
    ) {
        guard backgrounded & scene.bit == 0 else {
            ghosts |= scene.bit
            return
        }
        let wasActive = isActive
        guard active & scene.bit == 0 else { return }
        active |= scene.bit
        foreground |= scene.bit
        guard !wasActive else {
            if !isLocked && policy.cover.dropWhen == .active { dropCover(scene, &commands) }
            return
        }
        isLaunching = false
        if !isLocked && isLoggedIn { evaluateIdleOnReturn(now, policy, &commands) }
        if !isLocked {
            if anchor != nil { hasChanged = true }
            anchor = nil
            absenceReachedBackground = false
            owesPrompt = false
            owesPromptAgain = false
            if policy.cover.dropWhen == .active { dropCover(scene, &commands) }
            if isLoggedIn { deliverEntries(&commands) }
            if isLoggedIn && policy.idle.starts == .active { noteActivity(now, policy, &commands) }
        } else if owesPrompt || owesPromptAgain {
            offerPrompt(now, policy, &commands)
        }
    }

    mutating func resignActive(
        _ scene: SceneID, _ now: ClockReadings, _ policy: LockPolicy,
        _ commands: inout CommandBuffer
    ) {
        if ghosts & scene.bit != 0 {
            ghosts &= ~scene.bit
            return
        }
        let wasActive = isActive
        active &= ~scene.bit
        if policy.cover.when == .resign { raiseCover(scene, &commands) }
        guard wasActive, !isActive, policy.anchor == .firstResign, !isPromptOut else { return }
        setAnchor(now, policy)
    }

    mutating func enterBackground(
        _ scene: SceneID, _ now: ClockReadings, _ policy: LockPolicy,
        _ commands: inout CommandBuffer
    ) {
        let wasForeground = isForeground || isLaunching
        active &= ~scene.bit
        foreground &= ~scene.bit
        backgrounded |= scene.bit
        ghosts &= ~scene.bit
        isLaunching = false
        if wasForeground && !isForeground { beginAbsence(now, policy, &commands) }
        // A background launch and a swipe broken off have no resign to cover at.
        if policy.cover.when != .never && !isLocked { raiseCover(scene, &commands) }
    }

    /// No scene is foreground any more.
    private mutating func beginAbsence(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        fingersDown = 0
        cancelPrompt(&commands)
        owesPrompt = true
        owesPromptAgain = false
        if isLocked && policy.quirks.anchorsAnewWhileLocked { anchor = nil }
        setAnchor(now, policy)
        absenceReachedBackground = true
        if policy.backgroundLock.after == .immediately && isLoggedIn {
            lock(now, policy, &commands)
        }
    }

    private mutating func setAnchor(_ now: ClockReadings, _ policy: LockPolicy) {
        guard anchor == nil else { return }
        anchor = Anchor(reading: reading(now, policy), bootID: now.bootID)
        hasChanged = true
    }

    private mutating func raiseCover(_ scene: SceneID, _ commands: inout CommandBuffer) {
        guard covered & scene.bit == 0 else { return }
        covered |= scene.bit
        commands.append(.raiseCover(scene))
    }

    mutating func dropCover(_ scene: SceneID, _ commands: inout CommandBuffer) {
        guard covered & scene.bit != 0 else { return }
        covered &= ~scene.bit
        commands.append(.dropCover(scene))
    }
}

extension Int64 {
    /// The difference, at the end of the range where it does not fit.
    func subtractingClamped(_ other: Int64) -> Int64 {
        let (difference, overflow) = subtractingReportingOverflow(other)
        return overflow ? (self < 0 ? .min : .max) : difference
    }
}
