import AppLock
import Devices

/// Which actions and settings drawn scripts hold, by name.
struct ActionCounts {
    private(set) var counts: [String: Int] = [:]

    /// What must be among them.
    static let all: Set<String> = {
        var all: Set<String> = [
            "launch", "background launch", "logged-out launch", "home", "open", "return",
            "lockDevice", "always-on", "unlockDevice", "unlock to home", "swipeAbort", "kill",
            "reboot", "shiftWall", "setWall", "snapshot", "tap", "touch", "several fingers",
            "scroll", "key", "tracking", "hold", "releaseHold", "push", "present", "presentAlert",
            "pop", "dismiss", "focus", "createWindow", "show", "hide", "makeKey",
            "makeKeyAndVisible", "releaseWindow", "setLevel", "dismissOverlay", "manualLock",
            "entry", "connectScene", "disconnectScene", "dismissGesture", "outdated generation",
            "three scenes", "suspend delay", "snapshot delay", "late timers", "equal levels",
            "two orientations", "window lock", "root swap", "subview", "backoff",
        ]
        for kind in OverlayKind.allCases { all.insert("overlay \(kind)") }
        for result in AuthenticationResult.allCases { all.insert("result \(result)") }
        for method in AuthenticationMethod.allCases { all.insert("method \(method)") }
        for interruption in Interruption.allCases { all.insert("\(interruption)") }
        for dismissal in LockPolicy.Dismissal.allCases where dismissal != .lowerLevel {
            all.insert("dismissal \(dismissal)")
        }
        for action in LockPolicy.LimitAction.allCases { all.insert("limit \(action)") }
        return all
    }()

    mutating func add(_ script: RandomScript) {
        for timed in script.actions {
            for kind in kinds(of: timed.action) { count(kind) }
        }
        let (policy, device) = (script.setting.policy, script.setting.device)
        switch policy.presentation {
        case .window: count("window lock")
        case .rootSwap: count("root swap")
        case .subview: count("subview")
        }
        count("dismissal \(policy.dismissal)")
        count("limit \(policy.authentication.limitAction)")
        if policy.authentication.backoff != nil { count("backoff") }
        if device.suspendDelay != .zero { count("suspend delay") }
        if device.snapshotDelay != nil { count("snapshot delay") }
        if device.fuzz.lateTimers { count("late timers") }
        if device.fuzz.equalLevels { count("equal levels") }
        if device.orientations == 2 { count("two orientations") }
        if script.mostScenes >= 3 { count("three scenes") }
    }

    private mutating func count(_ kind: String) { counts[kind, default: 0] += 1 }

    private func kinds(of action: DeviceAction) -> [String] {
        let name = String("\(action)".prefix { $0 != "(" })
        switch action {
        case .launch(let isBackground, let loggedIn):
            if isBackground { return ["background launch"] }
            return [loggedIn == false ? "logged-out launch" : "launch"]
        case .interrupt(let interruption): return ["\(interruption)"]
        case .returnFromInterruption: return ["return"]
        case .lockDevice(_, let alwaysOn): return alwaysOn == nil ? [name] : [name, "always-on"]
        case .unlockDevice(let toHome): return [toHome ? "unlock to home" : name]
        case .touch(let touches): return touches.count > 1 ? [name, "several fingers"] : [name]
        case .overlay(let kind, _): return ["overlay \(kind)"]
        case .authenticate(let result, let method, let generation):
            var kinds = ["result \(result)"]
            if let method { kinds.append("method \(method)") }
            if generation != nil { kinds.append("outdated generation") }
            return kinds
        default: return [name]
        }
    }
}
