import AppLock
import Chronology
import Devices
import Simulation
import WindowStacks

/// Draws policies, devices and actions.
struct Draw {
    var chooser: Chooser
    private let seed: UInt64
    private var now: UInt64 = 0

    init(seed: UInt64) {
        self.seed = seed
        chooser = Chooser(seed: seed)
    }

    static let windows = (0..<3).map { Name(rawValue: 100 + $0) }
    static let controllers = (0..<6).map { Name(rawValue: 110 + $0) }
    static let fields = (0..<2).map { Name(rawValue: 120 + $0) }
    static let overlays = (0..<4).map { Name(rawValue: 130 + $0) }
    static let holds = (0..<2).map { Name(rawValue: 140 + $0) }
    static let entries = (0..<5).map { Name(rawValue: 150 + $0) }
    static let scenes = [Name.main] + (0..<3).map { Name(rawValue: 160 + $0) }

    // MARK: Settings

    /// Owner's choices vary freely. With `anyMechanism` the mechanism does too, which `hardened`
    /// does not answer for.
    mutating func setting(_ preset: Preset?, anyMechanism: Bool) -> Setting {
        var policy = (preset ?? .hardened).policy
        var owner = (preset ?? .hardened).ownerPolicy
        func both(_ change: (inout LockPolicy) -> Void) {
            change(&policy)
            change(&owner)
        }
        let after = chooser.pick([
            Grace.after(.seconds(20)), .after(.seconds(20)), .after(.seconds(5)),
            .after(.zero), .immediately, .never,
        ])
        both { $0.backgroundLock.after = after }
        if chooser.chance(30) && preset != .coldStartOpen { both { $0.coldStart = .open } }
        if chooser.chance(20) { both { $0.loginAtLaunch = false } }
        let presentation = chooser.pick([
            LockPolicy.Presentation.window(level: WindowLevel.alert + 1), .window(level: 1),
            .window(level: 0), .rootSwap, .subview,
        ])
        both { $0.presentation = presentation }
        if preset != .lowerLevel {
            let dismissal = chooser.pick([LockPolicy.Dismissal.hide, .release, .hideThenRelease])
            both { $0.dismissal = dismissal }
        }
        if chooser.chance(20) { both { $0.cover.when = .never } }
        let idle = chooser.pick([
            Grace.after(.seconds(180)), .after(.seconds(5)), .after(.seconds(5)), .never,
        ])
        let idleAction = chooser.pick(LockPolicy.IdleAction.allCases)
        both {
            $0.idle.after = idle
            $0.idle.action = idleAction
        }
        if chooser.chance(20) { both { $0.entries = .open } }
        let limit = chooser.pick([UInt16(5), 3, 1])
        let isLimited = chooser.chance(80)
        let limitAction = chooser.pick(LockPolicy.LimitAction.allCases)
        let waits = chooser.chance(70)
        both {
            $0.authentication.maxAttempts = isLimited ? limit : nil
            $0.authentication.limitAction = limitAction
            if !waits { $0.authentication.backoff = nil }
        }
        if anyMechanism { varyMechanism(of: &policy) }
        return Setting(policy: policy, owner: owner, device: deviceSettings(), seed: seed)
    }

    private mutating func varyMechanism(of policy: inout LockPolicy) {
        policy.dismissal = chooser.pick(LockPolicy.Dismissal.allCases)
        policy.backgroundLock.compare = chooser.pick(LockPolicy.Comparison.allCases)
        policy.backgroundLock.resolution = chooser.pick(LockPolicy.Resolution.allCases)
        policy.anchor = chooser.pick(LockPolicy.AnchorPoint.allCases)
        policy.cover.when = chooser.pick(LockPolicy.Cover.When.allCases)
        policy.cover.presentation = chooser.pick(LockPolicy.Cover.Presentation.allCases)
        policy.cover.dropWhen = chooser.pick(LockPolicy.Cover.DropWhen.allCases)
        policy.cover.animated = chooser.chance(50)
        policy.cover.dropAnimated = chooser.chance(50)
        policy.idle.touches = chooser.pick(LockPolicy.Idle.Touches.allCases)
        policy.idle.counts = chooser.pick(LockPolicy.Idle.Counts.allCases)
        policy.idle.starts = chooser.pick(LockPolicy.Idle.Starts.allCases)
        policy.idle.runLoopMode = chooser.pick(LockPolicy.Idle.RunLoopMode.allCases)
        policy.authentication.generations = chooser.pick(
            LockPolicy.Authentication.Generations.allCases)
    }

    private mutating func deviceSettings() -> DeviceSettings {
        var settings = DeviceSettings()
        settings.snapshotDelay = chooser.pick([nil, nil, .milliseconds(50), .seconds(1)])
        settings.suspendDelay = chooser.pick([.zero, .zero, .seconds(5), .seconds(30)])
        settings.protectedDataDelay = chooser.pick([.seconds(10), .zero])
        settings.orientations = chooser.pick([1, 1, 2])
        settings.fuzz.equalLevels = chooser.chance(20)
        settings.fuzz.lateTimers = chooser.chance(20)
        return settings
    }

    // MARK: Actions

    /// The next action, often one that is possible.
    mutating func action(for play: Play) -> TimedAction {
        let device = play.session.device
        now = max(now, play.now) + span()
        var scene: SceneID?
        if device.sceneCount > 1 && chooser.chance(40) {
            scene = SceneID(chooser.below(device.sceneCount))
        }
        let action: DeviceAction
        if chooser.chance(4) {
            action = clockAction()
        } else if device.process == .notRunning {
            action = launchAction()
        } else if !device.isForeground {
            action = awayAction(device)
        } else {
            action = frontAction(device, scene ?? .first)
        }
        return TimedAction(at: now, scene: scene, action: action)
    }

    private mutating func span() -> UInt64 {
        switch chooser.weighted([25, 20, 25, 15, 8, 5, 2]) {
        case 0: 0
        case 1: UInt64(chooser.below(2_000)) * 1_000_000
        case 2:
            chooser.pick([
                5_000_000_000, 4_999_999_999, 5_000_000_001, 20_000_000_000, 19_999_999_999,
                20_000_000_001, 180_000_000_000, 16_700_000,
            ])
        case 3: UInt64(chooser.below(12)) * 1_000_000_000
        case 4: UInt64(chooser.below(40)) * 1_000_000_000
        case 5: UInt64(chooser.below(400)) * 1_000_000_000
        default: 3_600_000_000_000
        }
    }

    private mutating func clockAction() -> DeviceAction {
        if chooser.chance(20) { return .setWall(nanoseconds: Int64(chooser.below(2)) * 1 << 60) }
        let seconds = chooser.pick([-3600, -20, -1, 1, 20, 3600, 86_400 * 400])
        return .shiftWall(nanoseconds: Int64(seconds) * 1_000_000_000)
    }

    private mutating func launchAction() -> DeviceAction {
        switch chooser.weighted([55, 10, 12, 5, 4, 8]) {
        case 0: .launch(background: false, loggedIn: nil)
        case 1: .launch(background: false, loggedIn: false)
        case 2: .launch(background: true, loggedIn: nil)
        case 3: .lockDevice(asleep: chooser.chance(70), alwaysOn: nil)
        case 4: .reboot(down: chooser.chance(50) ? .zero : .seconds(30))
        default: .unlockDevice(toHome: chooser.chance(50))
        }
    }

    private mutating func awayAction(_ device: Device) -> DeviceAction {
        if device.isLocked && chooser.chance(50) {
            return .unlockDevice(toHome: chooser.chance(25))
        }
        switch chooser.weighted([45, 6, 4, 6, 6, 4, 4, 3, 3, 3, 2]) {
        case 0: return .open
        case 1: return .kill
        case 2: return .reboot(down: chooser.chance(50) ? .zero : .seconds(30))
        case 3: return .swipeAbort
        case 4: return .entry(chooser.pick(EntryKind.allCases), chooser.pick(Self.entries))
        case 5: return authentication(device)
        case 6: return .lockDevice(asleep: chooser.chance(70), alwaysOn: nil)
        case 7: return .snapshot(.portrait)
        case 8: return chooser.chance(50) ? overlay() : .manualLock
        case 9: return hold()
        default: return .disconnectScene(chooser.pick(Self.scenes))
        }
    }

    private mutating func frontAction(_ device: Device, _ scene: SceneID) -> DeviceAction {
        if device.showsLock && chooser.chance(30) { return authentication(device) }
        if !device.isActive && chooser.chance(35) { return .returnFromInterruption }
        switch chooser.weighted([11, 9, 6, 9, 10, 4, 3, 4, 18, 14, 9, 3, 3, 4, 4, 3, 1]) {
        case 0: return .home
        case 1: return .interrupt(chooser.pick(Interruption.allCases))
        case 2:
            var alwaysOn: AlwaysOn?
            if chooser.chance(50) { alwaysOn = AlwaysOn() }
            return .lockDevice(asleep: chooser.chance(60), alwaysOn: alwaysOn)
        case 3: return .tap(window: nil, point: chooser.chance(20) ? Point(x: 5, y: 5) : nil)
        case 4: return touch(device)
        case 5: return chooser.chance(50) ? .scroll : .key
        case 6: return .tracking(chooser.chance(50))
        case 7: return hold()
        case 8: return controllerAction(device[scene])
        case 9: return windowAction(device[scene])
        case 10: return overlay()
        case 11: return authentication(device)
        case 12: return .manualLock
        case 13: return .entry(chooser.pick(EntryKind.allCases), chooser.pick(Self.entries))
        case 14:
            let name = chooser.pick(Self.scenes)
            return chooser.chance(60) ? .connectScene(name) : .disconnectScene(name)
        case 15: return chooser.chance(50) ? .kill : .snapshot(.landscape)
        default: return .reboot(down: .zero)
        }
    }

    private mutating func hold() -> DeviceAction {
        let name = chooser.pick(Self.holds)
        return chooser.chance(45) ? .hold(name) : .releaseHold(name)
    }

    private mutating func touch(_ device: Device) -> DeviceAction {
        var touches = TouchList()
        var down = device.fingersDown
        for _ in 0...chooser.below(3) {
            let finger = UInt8(1 + chooser.below(4))
            let bit = UInt16(1) << UInt16(finger)
            var phase = TouchPhase.began
            if down & bit != 0 {
                phase = chooser.pick([.moved, .stationary, .ended, .ended, .cancelled])
            }
            if phase == .began { down |= bit }
            if phase == .ended || phase == .cancelled { down &= ~bit }
            touches.append(Touch(finger: finger, phase: phase))
        }
        return .touch(touches)
    }

    private mutating func authentication(_ device: Device) -> DeviceAction {
        let result = chooser.pick([
            AuthenticationResult.success, .success, .success, .failure, .failure, .cancel,
            .systemCancel,
        ])
        var method: AuthenticationMethod?
        if chooser.chance(60) { method = chooser.pick(AuthenticationMethod.allCases) }
        var generation: UInt32?
        if chooser.chance(15) {
            generation = device.promptGeneration &- 1 &+ UInt32(chooser.below(3))
        }
        return .authenticate(result, method, generation: generation)
    }

    private mutating func overlay() -> DeviceAction {
        if chooser.chance(40) {
            return .dismissOverlay(chooser.chance(50) ? .login : chooser.pick(Self.overlays))
        }
        return .overlay(chooser.pick(OverlayKind.allCases), chooser.pick(Self.overlays))
    }

    /// A window the app itself made.
    private mutating func window(of scene: Scene) -> Name? {
        let stack = scene.stack
        let own = stack.windows.indices.map { stack.windows[$0] }
            .filter { !$0.belongsToEngine }
        return own.isEmpty || chooser.chance(50) ? nil : chooser.pick(own).id
    }

    private mutating func controllerAction(_ scene: Scene) -> DeviceAction {
        let window = window(of: scene)
        let name = chooser.pick(Self.controllers)
        let isSensitive: Bool? = chooser.pick([nil, nil, true, false])
        switch chooser.below(6) {
        case 0: return .push(name, sensitive: isSensitive, window: window)
        case 1: return .present(name, sensitive: isSensitive, window: window)
        case 2: return .presentAlert(name, window: window)
        case 3: return .pop(window: window)
        case 4: return .dismiss(window: window)
        default: return .focus(chooser.pick(Self.fields), window: window)
        }
    }

    private mutating func windowAction(_ scene: Scene) -> DeviceAction {
        let level = chooser.pick([Int32(0), 0, 1, -1, 1000, 2000, 2001, 2002, 5000])
        if chooser.chance(35) {
            let isPartial = chooser.chance(30)
            return .createWindow(
                WindowDescription(
                    id: chooser.pick(Self.windows), level: level,
                    role: chooser.pick([.content, .content, .alert, .loading, .login]),
                    isSensitive: chooser.chance(40),
                    frame: isPartial ? Frame(x: 0, y: 0, width: 100, height: 100) : .screen))
        }
        guard let window = window(of: scene) else {
            return .makeKeyAndVisible(chooser.pick(Self.windows))
        }
        switch chooser.below(6) {
        case 0: return .show(window)
        case 1: return .hide(window)
        case 2: return .makeKey(window)
        case 3: return .makeKeyAndVisible(window)
        case 4: return window == .main ? .show(window) : .releaseWindow(window)
        default: return .setLevel(window, level)
        }
    }
}
