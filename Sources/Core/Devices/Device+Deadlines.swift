public import AppLock
import Chronology

/// What the device does by itself, and when.
extension Device {
    /// The next instant at which anything happens without an action, in model time.
    public mutating func nextDeadline(_ policy: LockPolicy) -> UInt64 {
        var next = nextTimerDeadline(policy)
        next = min(next, min(ghostAt, ghostEndAt))
        next = min(next, min(protectedDataEndAt, closingAt))
        next = min(next, first.fadeEnd)
        if !rare.isEmpty, let others = rare.read({ $0.others }) {
            for scene in others { next = min(next, scene.fadeEnd) }
        }
        return next
    }

    /// Ghosts, protected data and animations due at `now`: before the events of that instant.
    public mutating func takeOwnSteps(
        at now: UInt64, _ settings: DeviceSettings, _ policy: LockPolicy,
        into steps: inout StepBuffer
    ) {
        if ghostEndAt <= now { endGhost(at: now, settings, &steps) }
        if ghostAt <= now {
            ghostAt = .max
            hasGhost = true
            forEachScene(of: frontBeforeLock & attached) { steps.append(.ghost($0)) }
        }
        if protectedDataEndAt <= now {
            protectedDataEndAt = .max
            protectedDataAvailable = false
            tellOfProtectedData(&steps)
        }
        endFades(at: now, policy)
    }

    func endGhostSteps(_ steps: inout StepBuffer) {
        forEachScene(of: frontBeforeLock & attached) { steps.append(.endGhost($0)) }
    }

    private mutating func endGhost(
        at now: UInt64, _ settings: DeviceSettings, _ steps: inout StepBuffer
    ) {
        ghostEndAt = .max
        hasGhost = false
        endGhostSteps(&steps)
        if closingAt == .max { closingAt = now &+ settings.suspendDelay.nanoseconds }
    }

    private mutating func endFades(at now: UInt64, _ policy: LockPolicy) {
        let keepsFade = policy.quirks.keepsFadeOnRaise
        if first.fadeEnd <= now {
            first.endFade(keepsFade: keepsFade)
            hasChanged = true
        }
        guard !rare.isEmpty, let others = rare.read({ $0.others }) else { return }
        for index in others.indices where others[index].fadeEnd <= now {
            self[SceneID(index + 1)].endFade(keepsFade: keepsFade)
            hasChanged = true
        }
    }

    mutating func tellOfProtectedData(_ steps: inout StepBuffer) {
        let event = LockEvent.protectedDataAvailable(protectedDataAvailable)
        switch process {
        case .notRunning: break
        case .running: steps.append(.event(event))
        case .suspended:
            // Before everything else that waits, behind what was said of it earlier.
            rare.update(or: Rare()) { rare in
                let place = rare.inbox.firstIndex {
                    if case .protectedDataAvailable = $0 { false } else { true }
                }
                rare.inbox.insert(event, at: place ?? rare.inbox.count)
            }
        }
    }

    /// Pictures due at `now`, then suspension: after the events of that instant.
    public mutating func takeClosingSteps(
        at now: UInt64, _ settings: DeviceSettings, into steps: inout StepBuffer
    ) {
        guard closingAt <= now else { return }
        closingAt = .max
        if snapshotScenes != 0 {
            forEachScene(of: snapshotScenes & attached) {
                for _ in 0..<settings.orientations { steps.append(.picture($0)) }
            }
            snapshotScenes = 0
            guard process == .running && !isForeground else { return }
            let (due, overflow) = now.addingReportingOverflow(settings.suspendDelay.nanoseconds)
            closingAt = overflow ? .max : due
            guard closingAt <= now else { return }
            closingAt = .max
        }
        // A ghost comes before suspension, which then waits for its end.
        guard ghostAt == .max && ghostEndAt == .max else { return }
        if process == .running && !isForeground { process = .suspended }
    }

    func forEachScene(of bits: UInt8, _ body: (SceneID) -> Void) {
        for index in 0..<SceneID.bound where bits & (1 << UInt8(index)) != 0 {
            body(SceneID(index))
        }
    }
}
