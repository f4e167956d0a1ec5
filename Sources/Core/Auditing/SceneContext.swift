public import AppLock
public import Devices
import WindowStacks

/// Where a person is in one scene, without anything the engine put there: taken before and
/// after the commands of an event, it shows whether they took the person somewhere else.
public struct SceneContext: Sendable {
    var windows: UInt64 = 0
    var controllers: UInt64 = 0
    var roots: UInt64 = 0
    /// The window that is key or, where none can be or a lock is up, the one that would be.
    var key = Name.none
    /// The window that is key, even where none can be.
    var heldKey = Name.none
    var responder = Name.none
    var isLocked = false
    var isKeyWrong = false
    /// An overlay of the engine's is key, and shown.
    var isOverlayKey = false

    public init(_ scene: inout Scene) {
        let stack = scene.stack
        isLocked = scene.isLocked
        for index in stack.windows.indices {
            let window = stack.windows[index]
            if window.belongsToEngine { continue }
            windows = mix(windows, UInt64(window.id.rawValue) << 33)
            windows = mix(windows, UInt64(UInt32(bitPattern: window.level)) << 1)
            windows = mix(windows, window.isHidden ? 1 : 0)
        }
        for index in stack.controllers.indices {
            let controller = stack.controllers[index]
            if controller.belongsToEngine || Self.isEngines(controller.window, stack) { continue }
            let word = UInt64(controller.window.rawValue) << 16 | UInt64(controller.name.rawValue)
            controllers = mix(controllers, word)
            let isContent = stack.window(controller.window)?.role == .content
            if !isContent || controller.name == .root { roots = mix(roots, word) }
        }
        let current = isLocked ? scene.notedKey : stack.key
        key = stack.canBeKey(current) ? current : stack.frontmostBehindLock
        responder = isLocked ? scene.responderOnceUnlocked : stack.window(key)?.responder ?? .none
        heldKey = isLocked ? key : stack.key
        isKeyWrong = Self.isWrong(heldKey, stack)
        if !isLocked, let window = stack.window(heldKey) {
            isOverlayKey = window.belongsToEngine && !window.isLockOrCover && !window.isHidden
        }
    }

    private static func isEngines(_ window: Name, _ stack: WindowStack) -> Bool {
        stack.window(window)?.belongsToEngine ?? false
    }

    /// Nil, hidden, released, not the app's, or a lock or overlay below the app's content.
    private static func isWrong(_ key: Name, _ stack: WindowStack) -> Bool {
        guard let place = stack.index(of: key) else { return true }
        let window = stack.windows[place]
        if window.isHidden || !window.canBecomeKey { return true }
        guard window.belongsToEngine else { return false }
        for index in (place + 1)..<max(Int(stack.windows.count), place + 1) {
            let above = stack.windows[index]
            if !above.isHidden && !above.belongsToEngine && above.role == .content { return true }
        }
        return false
    }
}

@inline(__always)
private func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    (hash ^ word) &* 0x9E37_79B9_7F4A_7C15 ^ (hash >> 29)
}

extension Auditor {
    /// Compares a scene before and after the commands of one event. `returned`: they took it to
    /// its root. `overlays`: they showed or hid one, which moves key.
    public func compare(
        _ before: SceneContext, _ after: SceneContext, of scene: SceneID, returned: Bool,
        overlays: Bool, at now: UInt64, _ device: inout Device, _ log: inout ViolationLog
    ) {
        var isLost = before.windows != after.windows
        isLost = isLost || after.controllers != (returned ? before.roots : before.controllers)
        if !overlays { isLost = isLost || before.key != after.key }
        if !overlays && !returned && before.key == after.key {
            isLost = isLost || before.responder != after.responder
        }
        if isLost { log.report(.contextLost, scene: scene, at: now) }
        if after.isLocked { return }
        // The app left it so, or asked for an overlay below a window of its own.
        let isApps =
            (before.isKeyWrong && before.heldKey == after.heldKey)
            || (overlays && after.isOverlayKey)
        guard after.isKeyWrong && !isApps else { return }
        if device[scene].stack.frontmostThatCanBeKey != .none {
            log.report(.keyWindowWrong, scene: scene, at: now)
        }
    }
}
