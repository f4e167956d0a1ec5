import Chronology

/// Overlays, entries and login (rules 4, 8, 10).
extension LockEngine {
    mutating func requestOverlay(_ overlay: WaitingOverlay, _ commands: inout CommandBuffer) {
        if isLocked {
            rare.update(or: Rare()) { $0.waitingOverlays.append(overlay) }
        } else {
            show(overlay, &commands)
        }
    }

    private mutating func show(_ overlay: WaitingOverlay, _ commands: inout CommandBuffer) {
        if overlay.kind == .login {
            rare.update(or: Rare()) { $0.loginOverlays.append(overlay) }
        }
        commands.append(.showOverlay(overlay.kind, overlay.name, overlay.scene))
        if covered & overlay.scene.bit != 0 { commands.append(.raiseCover(overlay.scene)) }
    }

    mutating func showWaitingOverlays(_ commands: inout CommandBuffer) {
        guard let waiting = rare.value?.waitingOverlays, !waiting.isEmpty else { return }
        rare.value?.waitingOverlays = []
        for overlay in waiting { show(overlay, &commands) }
    }

    /// The engine's own login, in every scene there is.
    mutating func showLogin(_ commands: inout CommandBuffer) {
        for index in 0..<SceneID.bound where connected & (1 << UInt8(index)) != 0 {
            showLogin(in: SceneID(index), &commands)
        }
    }

    mutating func showLogin(in scene: SceneID, _ commands: inout CommandBuffer) {
        hasChanged = true
        show(WaitingOverlay(kind: .login, name: .login, scene: scene), &commands)
    }

    mutating func dismissOverlay(
        _ name: Name, _ scene: SceneID, _ now: ClockReadings, _ policy: LockPolicy,
        _ commands: inout CommandBuffer
    ) {
        if let place = rare.value?.waitingOverlays.lastIndex(where: {
            $0.name == name && $0.scene == scene
        }) {
            rare.value?.waitingOverlays.remove(at: place)
            return
        }
        guard let logins = rare.value?.loginOverlays,
            logins.contains(where: { $0.name == name && $0.scene == scene })
        else {
            commands.append(.hideOverlay(name, scene))
            return
        }
        // One login opens every scene.
        for login in logins where login.name == name {
            commands.append(.hideOverlay(name, login.scene))
        }
        rare.value?.loginOverlays.removeAll { $0.name == name }
        logIn(now, policy, &commands)
    }

    /// Dismissing a login overlay is the login.
    private mutating func logIn(
        _ now: ClockReadings, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        forgiveFailures(&commands)
        guard !isLoggedIn else { return }
        isLoggedIn = true
        anchor = nil
        absenceReachedBackground = false
        guard isForeground else { return }
        deliverEntries(&commands)
        if policy.idle.starts == .active { noteActivity(now, policy, &commands) }
    }

    mutating func receive(
        _ kind: EntryKind, _ name: Name, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        let mayPass = !isLocked && isLoggedIn && isForeground
        if policy.entries == .open || mayPass {
            commands.append(.deliver(kind, name))
        } else {
            rare.update(or: Rare()) { $0.entries.append((kind, name)) }
        }
    }

    mutating func deliverEntries(_ commands: inout CommandBuffer) {
        guard let entries = rare.value?.entries, !entries.isEmpty else { return }
        rare.value?.entries = []
        for entry in entries { commands.append(.deliver(entry.kind, entry.name)) }
    }

    /// What the app shows later must not lie above the lock or the cover (rules 2 and 11), and a
    /// main window that goes must not take along the lock inside it.
    mutating func keepOnTop(
        _ scene: SceneID, _ policy: LockPolicy, _ commands: inout CommandBuffer
    ) {
        guard !policy.quirks.leavesLockWhereItWas else { return }
        if covered & scene.bit != 0 { commands.append(.raiseCover(scene)) }
        if isLocked { commands.append(.liftLock(scene)) }
    }
}
