import Chronology

/// Locking, prompting, authenticating, unlocking (rules 6, 7, 10, 11).
extension LockEngine {
    static let biometricFailureBound: UInt8 = 5

    mutating func lock(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        guard !isLocked else { return }
        isLocked = true
        hasChanged = true
        stopIdle(&commands)
        forEachScene(of: connected) {
            commands.append(.resignKeyboard($0))
            commands.append(.raiseLock($0))
        }
        if isActive {
            offerPrompt(now, policy, &commands)
        } else {
            owesPrompt = true
        }
    }

    /// What the known-bad engines do: the lock goes without anybody having proved anything.
    mutating func takeLockDown(_ policy: LockPolicy, _ commands: inout CommandBuffer) {
        isLocked = false
        hasChanged = true
        owesPrompt = false
        owesPromptAgain = false
        isPromptHeldBack = false
        cancelPrompt(&commands)
        removeLock(policy, &commands)
    }

    func removeLock(_ policy: LockPolicy, _ commands: inout CommandBuffer) {
        forEachScene(of: connected) {
            commands.append(.dropLock($0))
            if policy.dismissal != .lowerLevel {
                commands.append(.restoreKeyWindow($0))
                commands.append(.restoreResponder($0))
            }
        }
    }

    mutating func offerPrompt(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        guard !isPromptOut else { return }
        if let end = waitEnd(now, policy) {
            owesPromptAgain = false
            guard !isPromptHeldBack else { return }
            isPromptHeldBack = true
            rare.update(or: Rare()) { $0.backoffGeneration &+= 1 }
            commands.append(
                .schedule(.backoff, deadline: end, generation: backoffGeneration))
            return
        }
        owesPrompt = false
        owesPromptAgain = false
        isPromptHeldBack = false
        generation &+= 1
        isPromptOut = true
        hasChanged = true
        commands.append(.prompt(generation: generation))
    }

    mutating func cancelPrompt(_ commands: inout CommandBuffer) {
        guard isPromptOut else { return }
        isPromptOut = false
        commands.append(.cancelPrompt(generation: generation))
    }

    mutating func backoffTimerFired(
        _ generation: UInt32, _ now: ClockReadings, _ policy: LockPolicy,
        _ commands: inout CommandBuffer
    ) {
        guard isPromptHeldBack, generation == backoffGeneration else { return }
        isPromptHeldBack = false
        guard isLocked else { return }
        if isActive {
            offerPrompt(now, policy, &commands)
        } else {
            owesPrompt = true
        }
    }

    /// The end of the wait after wrong codes, nil where none is on.
    private func waitEnd(_ now: ClockReadings, _ policy: LockPolicy) -> Instant? {
        guard let wait, let backoff = policy.authentication.backoff else { return nil }
        let end = wait.start + backoff.length(afterFailures: attempts)
        return now.continuous < end ? end : nil
    }

    mutating func authenticate(
        _ result: AuthenticationResult, _ method: AuthenticationMethod, _ claimed: UInt32,
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        guard isLocked, isLoggedIn, isForeground, now.protectedDataAvailable,
            waitEnd(now, policy) == nil
        else { return }
        let isChecked = policy.authentication.generations == .checked
        if isChecked && claimed != generation { return }
        let answersPrompt = isPromptOut && claimed == generation
        switch result {
        case .cancel:
            if answersPrompt { endPrompt(method, &commands) }
        case .systemCancel:
            guard answersPrompt else { return }
            endPrompt(method, &commands)
            owesPromptAgain = true
        case .failure:
            owesPromptAgain = false
            if answersPrompt { endPrompt(method, &commands) }
            if method == .biometric {
                guard answersPrompt || !isChecked else { return }
                biometricFailures = min(biometricFailures + 1, Self.biometricFailureBound)
                hasChanged = true
            } else {
                countWrongCode(now, policy, &commands)
            }
        case .success:
            if method == .biometric {
                guard answersPrompt || !isChecked else { return }
                if biometricFailures >= Self.biometricFailureBound
                    && !policy.quirks.persistsNothing
                {
                    if answersPrompt { endPrompt(method, &commands) }
                    return
                }
            }
            if isPromptOut { endPrompt(answersPrompt ? method : .passcode, &commands) }
            unlock(now, policy, &commands)
        }
    }

    /// A biometric prompt is over with its own result; a code given on the lock takes it away.
    private mutating func endPrompt(
        _ method: AuthenticationMethod, _ commands: inout CommandBuffer
    ) {
        if method == .biometric {
            isPromptOut = false
        } else {
            cancelPrompt(&commands)
        }
    }

    private mutating func countWrongCode(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        if attempts < .max { attempts += 1 }
        hasChanged = true
        commands.append(.attempts(attempts))
        if let backoff = policy.authentication.backoff, attempts >= backoff.from {
            wait = BackoffWait(start: now.continuous, bootID: now.bootID)
        }
        let action = policy.authentication.limitAction
        if let limit = policy.authentication.maxAttempts, attempts >= limit, action != .none,
            !limitReached
        {
            reachLimit(action, policy, &commands)
        }
    }

    private mutating func reachLimit(
        _ action: LockPolicy.LimitAction, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        limitReached = true
        isLocked = false
        isLoggedIn = false
        anchor = nil
        absenceReachedBackground = false
        owesPrompt = false
        owesPromptAgain = false
        cancelHeldBackPrompt(&commands)
        cancelPrompt(&commands)
        commands.append(.perform(action))
        removeLock(policy, &commands)
        forEachScene(of: connected) { commands.append(.returnToRoot($0)) }
        commands.append(.discardEntries)
        rare.value?.entries = []
        rare.value?.waitingOverlays = []
        showLogin(&commands)
        if isActive { dropCoversWhereActive(policy, &commands) }
    }

    private mutating func unlock(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        isLocked = false
        anchor = nil
        absenceReachedBackground = false
        owesPrompt = false
        owesPromptAgain = false
        cancelHeldBackPrompt(&commands)
        forgiveFailures(&commands)
        removeLock(policy, &commands)
        dropCoversWhereActive(policy, &commands)
        showWaitingOverlays(&commands)
        deliverEntries(&commands)
        if policy.idle.starts == .active { noteActivity(now, policy, &commands) }
    }

    private mutating func cancelHeldBackPrompt(_ commands: inout CommandBuffer) {
        guard isPromptHeldBack else { return }
        isPromptHeldBack = false
        commands.append(.cancel(.backoff, generation: backoffGeneration))
    }

    /// A success that unlocks sets both counts to 0 and ends the wait, and so does login.
    mutating func forgiveFailures(_ commands: inout CommandBuffer) {
        hasChanged = true
        if attempts != 0 {
            attempts = 0
            commands.append(.attempts(0))
        }
        biometricFailures = 0
        wait = nil
        limitReached = false
    }

    private mutating func dropCoversWhereActive(
        _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        guard policy.cover.dropWhen == .active else { return }
        for index in 0..<SceneID.bound where active & (1 << UInt8(index)) != 0 {
            dropCover(SceneID(index), &commands)
        }
    }
}

extension LockPolicy.Authentication.Backoff {
    /// base^n seconds in integers, each power rounded down to a nanosecond.
    func length(afterFailures count: UInt16) -> TimeSpan {
        var nanoseconds: UInt64 = 1_000_000_000
        for _ in 0..<count {
            let (product, overflow) = nanoseconds.multipliedReportingOverflow(
                by: UInt64(baseThousandths))
            if overflow { return .max }
            nanoseconds = product / 1000
        }
        return TimeSpan(nanoseconds: nanoseconds)
    }
}
