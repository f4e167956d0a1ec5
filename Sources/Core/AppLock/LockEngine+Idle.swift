import Chronology

/// Activity and its absence (rule 3).
extension LockEngine {
    mutating func handleTouches(
        _ touches: TouchList, in scene: SceneID, _ now: ClockReadings, _ policy: LockPolicy,
        _ commands: inout CommandBuffer
    ) {
        let armsEach = policy.idle.touches == .anyEndArms
        let counts = !isLocked && isLoggedIn && policy.idle.after != .never
        var tapped = false
        for index in 0..<Int(touches.count) {
            let touch = touches[index]
            let bit = UInt16(1) << UInt16(touch.finger & 15)
            switch touch.phase {
            case .began:
                fingersDown |= bit
                tapped = tapped || isLocked
                if armsEach && counts { cancelIdleRequests(&commands) }
            case .moved, .stationary: continue
            case .ended, .cancelled:
                fingersDown &= ~bit
                if armsEach && counts { addIdleRequest(now, policy, &commands) }
            }
        }
        if tapped { tapLock(now, policy, &commands) }
        if counts && !armsEach { noteActivity(now, policy, &commands) }
    }

    /// Tapping the lock while no prompt is out starts one (rule 7).
    private mutating func tapLock(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        guard isLoggedIn, isForeground, !isPromptOut else { return }
        owesPromptAgain = false
        offerPrompt(now, policy, &commands)
    }

    /// A key, a scroll or an edit.
    mutating func noteInput(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        guard !isLocked, isLoggedIn else { return }
        noteActivity(now, policy, &commands)
    }

    /// The countdown starts afresh, now or when the last finger goes up and the last hold ends.
    mutating func noteActivity(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        guard case .after(let span) = policy.idle.after else { return }
        if policy.idle.touches == .anyEndArms {
            cancelIdleRequests(&commands)
            addIdleRequest(now, policy, &commands)
            return
        }
        lastActivity = reading(now, policy)
        isIdleCounting = true
        if fingersDown == 0 && !hasHold {
            scheduleIdle(now.continuous + span, &commands)
        } else {
            unscheduleIdle(&commands)
        }
    }

    private mutating func scheduleIdle(_ deadline: Instant, _ commands: inout CommandBuffer) {
        if !isIdleScheduled {
            isIdleScheduled = true
            idleGeneration &+= 1
        }
        commands.append(.schedule(.idle, deadline: deadline, generation: idleGeneration))
    }

    private mutating func unscheduleIdle(_ commands: inout CommandBuffer) {
        guard isIdleScheduled else { return }
        isIdleScheduled = false
        commands.append(.cancel(.idle, generation: idleGeneration))
    }

    mutating func stopIdle(_ commands: inout CommandBuffer) {
        isIdleCounting = false
        unscheduleIdle(&commands)
        cancelIdleRequests(&commands)
    }

    mutating func idleTimerFired(
        _ generation: UInt32, _ now: ClockReadings, _ policy: LockPolicy,
        _ commands: inout CommandBuffer
    ) {
        if policy.idle.touches == .anyEndArms {
            idleRequestFired(generation, now, policy, &commands)
            return
        }
        guard isIdleScheduled, generation == idleGeneration else { return }
        isIdleScheduled = false
        guard !isAway else { return }
        evaluateIdle(now, policy, &commands)
    }

    /// In background, or on the way back, which may be broken off: what is due waits for
    /// didBecomeActive.
    private var isAway: Bool { !isForeground || absenceReachedBackground && !isActive }

    /// Fires where the time is up and nothing keeps it, and waits for what is left otherwise.
    private mutating func evaluateIdle(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        guard isIdleCounting, !isLocked, isLoggedIn, fingersDown == 0, !hasHold,
            case .after(let span) = policy.idle.after
        else { return }
        let elapsed = reading(now, policy).subtractingClamped(lastActivity)
        let limit = Int64(clamping: span.nanoseconds)
        guard elapsed >= limit else {
            let rest = TimeSpan(nanoseconds: UInt64(limit.subtractingClamped(elapsed)))
            scheduleIdle(now.continuous + rest, &commands)
            return
        }
        isIdleCounting = false
        unscheduleIdle(&commands)
        fireIdle(now, policy, &commands)
    }

    mutating func evaluateIdleOnReturn(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        guard policy.idle.touches == .anyEndArms else {
            evaluateIdle(now, policy, &commands)
            return
        }
        guard !policy.quirks.persistsNothing else { return }
        while let due = rare.read({ $0.idleRequests })?.first(where: { isDue($0, now, policy) }) {
            idleRequestFired(due.generation, now, policy, &commands)
        }
    }

    private mutating func fireIdle(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        commands.append(.post(policy.idle.notification))
        switch policy.idle.action {
        case .notify: break
        case .returnToRoot:
            forEachScene(of: connected) { commands.append(.returnToRoot($0)) }
        case .lock: lock(now, policy, &commands)
        }
    }

    mutating func wallClockChanged(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        if wallDivergences < .max { wallDivergences += 1 }
        guard policy.clock == .wall, !isAway, isIdleScheduled else { return }
        isIdleScheduled = false
        commands.append(.cancel(.idle, generation: idleGeneration))
        evaluateIdle(now, policy, &commands)
    }

    // MARK: S004's delayed calls, one per lifted finger

    private mutating func addIdleRequest(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        guard case .after(let span) = policy.idle.after, !hasHold else { return }
        idleGeneration &+= 1
        let request = IdleRequest(generation: idleGeneration, start: reading(now, policy))
        rare.update(or: Rare()) { $0.idleRequests.append(request) }
        commands.append(
            .schedule(.idle, deadline: now.continuous + span, generation: idleGeneration))
    }

    private mutating func cancelIdleRequests(_ commands: inout CommandBuffer) {
        guard let requests = rare.read({ $0.idleRequests }), !requests.isEmpty else { return }
        for request in requests {
            commands.append(.cancel(.idle, generation: request.generation))
        }
        rare.change { $0.idleRequests = [] }
    }

    private func isDue(
        _ request: IdleRequest, _ now: ClockReadings, _ policy: LockPolicy
    ) -> Bool {
        guard case .after(let span) = policy.idle.after else { return false }
        let elapsed = reading(now, policy).subtractingClamped(request.start)
        return elapsed >= Int64(clamping: span.nanoseconds)
    }

    private mutating func idleRequestFired(
        _ generation: UInt32, _ now: ClockReadings, _ policy: LockPolicy,
        _ commands: inout CommandBuffer
    ) {
        guard let requests = rare.read({ $0.idleRequests }),
            let place = requests.firstIndex(where: { $0.generation == generation }),
            case .after(let span) = policy.idle.after
        else { return }
        guard !isAway || policy.quirks.persistsNothing else { return }
        let request = requests[place]
        guard isDue(request, now, policy) else {
            let elapsed = reading(now, policy).subtractingClamped(request.start)
            let rest = Int64(clamping: span.nanoseconds).subtractingClamped(elapsed)
            commands.append(
                .schedule(
                    .idle, deadline: now.continuous + TimeSpan(nanoseconds: UInt64(max(rest, 1))),
                    generation: generation))
            return
        }
        rare.change({ $0.idleRequests.remove(at: place) })
        guard !isLocked, isLoggedIn else { return }
        fireIdle(now, policy, &commands)
    }

    // MARK: Holds

    var hasHold: Bool {
        rare.read({ !$0.holds.isEmpty }) ?? false
    }

    mutating func beginHold(_ name: Name, _ commands: inout CommandBuffer) {
        rare.update(or: Rare()) {
            if !$0.holds.contains(name) { $0.holds.append(name) }
        }
        unscheduleIdle(&commands)
        cancelIdleRequests(&commands)
    }

    mutating func endHold(
        _ name: Name, _ now: ClockReadings, _ policy: LockPolicy,
        _ commands: inout CommandBuffer
    ) {
        guard hasHold else { return }
        rare.change { $0.holds.removeAll { $0 == name } }
        if !hasHold && !isLocked && isLoggedIn { noteActivity(now, policy, &commands) }
    }
}
