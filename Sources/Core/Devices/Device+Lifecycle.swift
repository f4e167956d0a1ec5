import AppLock
import Chronology
import WindowStacks

/// Launching, leaving and coming back (the table of situations in README).
extension Device {
    mutating func launch(
        background: Bool, _ loggedIn: Bool?, at now: UInt64, _ policy: LockPolicy,
        _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        guard now >= bootTime else { throw .powerOff }
        steps.append(.finishLaunching(background: background, loggedIn: loggedIn))
        if background {
            steps.append(.enterBackground(.first))
        } else if policy.quirks.applicationLifeCycle {
            steps.append(.becomeActive(.first))
        } else {
            steps.append(.connect(.first))
            steps.append(.enterForeground(.first))
            steps.append(.becomeActive(.first))
        }
    }

    mutating func open(
        _ scene: SceneID?, at now: UInt64, _ settings: DeviceSettings, _ policy: LockPolicy,
        _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        guard !isLocked else { throw .deviceLocked }
        if process == .notRunning {
            try launch(background: false, nil, at: now, policy, &steps)
            return
        }
        let away = attached & ~foregroundScenes & only(scene)
        if away == 0 {
            guard isInterrupted else { throw .alreadyInFront }
            try returnFromInterruption(only(scene), &steps)
            return
        }
        returnToApp(away, aborts: false, settings, &steps)
    }

    /// The way back of the scenes in `bits`, the whole or broken off halfway.
    mutating func returnToApp(
        _ bits: UInt8, aborts: Bool, _ settings: DeviceSettings, _ steps: inout StepBuffer
    ) {
        let wasSuspended = process == .suspended
        if wasSuspended {
            steps.append(.resume)
            for event in rare.read({ $0.inbox }) ?? [] { steps.append(.event(event)) }
            if !rare.isEmpty { rare.change { $0.inbox = [] } }
        }
        frontBeforeLock = 0
        isInterrupted = false
        forEachScene(of: bits) { steps.append(.enterForeground($0)) }
        if wasSuspended && settings.fuzz.lateTimers { steps.append(.lateTimers) }
        forEachScene(of: bits) { steps.append(aborts ? .enterBackground($0) : .becomeActive($0)) }
        if wasSuspended { steps.append(.lateTimers) }
    }

    mutating func leave(_ bits: UInt8, _ steps: inout StepBuffer) {
        let active = activeScenes & bits
        let foreground = foregroundScenes & bits
        if fingersDown != 0 { steps.append(.cancelTouches) }
        forEachScene(of: active) { steps.append(.resignActive($0)) }
        forEachScene(of: foreground) { steps.append(.enterBackground($0)) }
        isInterrupted = false
    }

    mutating func interrupt(
        _ bits: UInt8, _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        guard foregroundScenes & bits != 0 else { throw .notInFront }
        isInterrupted = true
        if fingersDown != 0 { steps.append(.cancelTouches) }
        forEachScene(of: activeScenes & bits) { steps.append(.resignActive($0)) }
    }

    mutating func returnFromInterruption(
        _ bits: UInt8, _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        let inactive = foregroundScenes & ~activeScenes & bits
        guard isInterrupted, inactive != 0 else { throw .notInterrupted }
        isInterrupted = false
        forEachScene(of: inactive) { steps.append(.becomeActive($0)) }
    }

    // MARK: The device

    mutating func lockDevice(
        _ asleep: Bool, _ alwaysOn: AlwaysOn?, at now: UInt64, _ settings: DeviceSettings,
        _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        guard now >= bootTime else { throw .powerOff }
        guard !isLocked else { throw .deviceLocked }
        isLocked = true
        hasChanged = true
        protectedDataEndAt = now &+ settings.protectedDataDelay.nanoseconds
        lockedAt = now
        isAsleep = asleep
        frontBeforeLock = foregroundScenes
        guard frontBeforeLock != 0 else { return }
        leave(frontBeforeLock, &steps)
        if let alwaysOn {
            ghostAt = now &+ alwaysOn.ghost.nanoseconds
            ghostEndAt = ghostAt &+ alwaysOn.length.nanoseconds
        }
    }

    mutating func unlockDevice(
        _ toHome: Bool, at now: UInt64, _ settings: DeviceSettings, _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        guard isLocked else { throw .deviceNotLocked }
        isLocked = false
        hasChanged = true
        wake(at: now)
        protectedDataEndAt = .max
        if !protectedDataAvailable {
            protectedDataAvailable = true
            tellOfProtectedData(&steps)
        }
        if hasGhost { endGhostSteps(&steps) }
        hasGhost = false
        ghostAt = .max
        ghostEndAt = .max
        let front = frontBeforeLock & attached
        frontBeforeLock = 0
        guard process != .notRunning, front != 0 else { return }
        if toHome {
            snapshotScenes |= front
            closingAt = now &+ (settings.snapshotDelay?.nanoseconds ?? 0)
        } else {
            returnToApp(front, aborts: false, settings, &steps)
        }
    }

    private mutating func wake(at now: UInt64) {
        guard isAsleep else { return }
        isAsleep = false
        sleptSinceBoot += now - lockedAt
    }

    mutating func reboot(at now: UInt64, _ down: TimeSpan) {
        if process != .notRunning { endProcess() }
        isLocked = false
        isAsleep = false
        protectedDataAvailable = true
        protectedDataEndAt = .max
        bootTime = now &+ down.nanoseconds
        sleptSinceBoot = 0
        bootID &+= 1
        hasChanged = true
    }

    /// Without a callback; what was persisted stays.
    mutating func endProcess() {
        process = .notRunning
        first = Scene()
        if !rare.isEmpty { rare.value = nil }
        forgetTimers()
        isTracking = false
        isInterrupted = false
        isPromptOut = false
        hasGhost = false
        fingersDown = 0
        frontBeforeLock = 0
        snapshotScenes = 0
        closingAt = .max
        ghostAt = .max
        ghostEndAt = .max
        refresh()
    }

    // MARK: Scenes

    mutating func connect(
        _ name: Name, _ policy: LockPolicy, _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        try requireRunning()
        guard isForeground else { throw .notInFront }
        if scene(named: name) != nil { throw .sceneExists(name) }
        let scene: SceneID
        if name == .main {
            scene = .first
        } else {
            guard let free = takeSceneSlot(name) else { throw .tooManyScenes }
            scene = free
        }
        self[scene].attach(mainIsSensitive: true)
        refresh()
        steps.append(.connect(scene))
        steps.append(.enterForeground(scene))
        steps.append(.becomeActive(scene))
    }

    private mutating func takeSceneSlot(_ name: Name) -> SceneID? {
        rare.update(or: Rare()) { rare in
            for index in rare.others.indices where !rare.others[index].isAttached {
                rare.sceneNames[index + 1] = name
                return SceneID(index + 1)
            }
            guard rare.others.count < SceneID.bound - 1 else { return nil }
            rare.others.append(Scene())
            rare.sceneNames.append(name)
            return SceneID(rare.others.count)
        }
    }
}
