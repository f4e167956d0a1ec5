public import AppLock
import Chronology
import WindowStacks

/// One move of the device that the engine may hear of. Steps of an action are executed in
/// order, each after the commands of the one before were carried out.
public enum DeviceStep: Sendable {
    case event(LockEvent)
    case finishLaunching(background: Bool, loggedIn: Bool?)
    case connect(SceneID), disconnect(SceneID)
    case enterForeground(SceneID), becomeActive(SceneID)
    case resignActive(SceneID), enterBackground(SceneID)
    case cancelTouches
    case resume
    case lateTimers
    case ghost(SceneID), endGhost(SceneID)
    case protectedData(Bool)
    case picture(SceneID)
}

/// What UIKit posts right after each application-level callback (S003).
public enum LifecycleNotification: String, Hashable, Sendable, CaseIterable {
    case didFinishLaunching = "UIApplicationDidFinishLaunchingNotification"
    case willEnterForeground = "UIApplicationWillEnterForegroundNotification"
    case didBecomeActive = "UIApplicationDidBecomeActiveNotification"
    case willResignActive = "UIApplicationWillResignActiveNotification"
    case didEnterBackground = "UIApplicationDidEnterBackgroundNotification"
}

/// What came of a step.
public enum StepOutcome: Sendable {
    case nothing
    case event(LockEvent, LifecycleNotification?)
    /// Timers that stood still with the process may fire now.
    case lateTimers
    /// A picture of a scene is taken now.
    case picture(SceneID)
}

extension Device {
    /// Carries out one step; the event, where there is one, is for the engine to hear next.
    public mutating func execute(
        _ step: DeviceStep, at now: UInt64, _ settings: DeviceSettings, _ policy: LockPolicy
    ) -> StepOutcome {
        switch step {
        case .event(let event): return .event(event, nil)
        case .finishLaunching(_, let loggedIn): return launchProcess(loggedIn, policy)
        case .connect(let scene):
            hasChanged = true
            return .event(.sceneWillConnect(scene), nil)
        case .disconnect(let scene):
            self[scene].stack.removeAll()
            self[scene] = Scene()
            refresh()
            return .event(.sceneDidDisconnect(scene), nil)
        case .enterForeground(let scene):
            let wasForeground = isForeground
            set(scene, .inactive)
            dropSuspension()
            return .event(.willEnterForeground(scene), wasForeground ? nil : .willEnterForeground)
        case .becomeActive(let scene):
            let wasActive = isActive
            set(scene, .active)
            return .event(.didBecomeActive(scene), wasActive ? nil : .didBecomeActive)
        case .resignActive(let scene):
            set(scene, .inactive)
            return .event(.willResignActive(scene), isActive ? nil : .willResignActive)
        case .enterBackground(let scene):
            set(scene, .background)
            scheduleSnapshot(scene, at: now, settings)
            return .event(.didEnterBackground(scene), isForeground ? nil : .didEnterBackground)
        case .cancelTouches: return cancelTouches()
        case .resume:
            process = .running
            dropSuspension()
            return .nothing
        case .lateTimers: return .lateTimers
        case .ghost(let scene):
            return .event(.didBecomeActive(scene), ghostNotification(scene, true))
        case .endGhost(let scene):
            return .event(.willResignActive(scene), ghostNotification(scene, false))
        case .protectedData(let isAvailable):
            return .event(.protectedDataAvailable(isAvailable), nil)
        case .picture(let scene): return .picture(scene)
        }
    }

    private func ghostNotification(_ scene: SceneID, _ begins: Bool) -> LifecycleNotification? {
        let isFirst = frontBeforeLock & (scene.bit - 1) == 0
        guard isFirst else { return nil }
        return begins ? .didBecomeActive : .willResignActive
    }

    private mutating func set(_ scene: SceneID, _ state: Scene.State) {
        self[scene].state = state
        refresh()
    }

    private mutating func launchProcess(_ loggedIn: Bool?, _ policy: LockPolicy) -> StepOutcome {
        process = .running
        first.attach(mainIsSensitive: true)
        first.stack.shuffle = shuffleSeed
        refresh()
        return .event(
            .didFinishLaunching(stored: hasStored ? stored : nil, loggedIn: loggedIn),
            .didFinishLaunching)
    }

    private mutating func cancelTouches() -> StepOutcome {
        guard fingersDown != 0 else { return .nothing }
        var touches = TouchList()
        for finger in 0..<UInt8(16) where fingersDown & (1 << UInt16(finger)) != 0 {
            touches.append(Touch(finger: finger, phase: .cancelled))
        }
        fingersDown = 0
        return .event(.touches(.first, touches), nil)
    }

    private mutating func scheduleSnapshot(
        _ scene: SceneID, at now: UInt64, _ settings: DeviceSettings
    ) {
        snapshotScenes |= scene.bit
        let (due, overflow) = now.addingReportingOverflow(
            settings.snapshotDelay?.nanoseconds ?? 0)
        closingAt = overflow ? .max - 1 : due
    }

    private mutating func dropSuspension() {
        if snapshotScenes == 0 { closingAt = .max }
    }
}
