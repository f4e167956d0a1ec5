public import AppLock
public import WindowStacks

/// What the screen shows and where input goes.
///
/// What is asked at every event is declared mutating, though it changes nothing: so the scene is
/// read in place and not copied first.
extension Scene {
    /// Whether sensitive content can be made out in the stack as it is drawn now.
    public mutating func drawsSensitiveContent() -> Bool {
        var index = Int(stack.windows.count) - 1
        while index >= 0 {
            let window = stack.windows[index]
            index -= 1
            if window.isHidden || window.isTransparent { continue }
            let layers = layers(of: window)
            if layers.showsSensitive { return true }
            if window.isOpaque || layers.isOpaque { return false }
        }
        return false
    }

    private struct Layers {
        var showsSensitive = false
        var isOpaque = false
        var engineOnTop = false
    }

    /// Walks the controllers of a window, root first; each presented one starts a layer above,
    /// each pushed one takes the place of the one before it.
    private mutating func layers(of window: Window) -> Layers {
        var layers = Layers()
        var depth = 0
        var belowIsSensitive = false
        var topIsSensitive = false
        applyInsets(at: 0, of: window, &layers, &belowIsSensitive, &topIsSensitive)
        for index in stack.controllers.indices {
            let controller = stack.controllers[index]
            guard controller.window == window.id else { continue }
            if controller.belongsToEngine {
                if fadeEnd == .max {
                    belowIsSensitive = false
                    topIsSensitive = false
                    layers.isOpaque = true
                }
                layers.engineOnTop = true
            } else {
                if controller.isPresented { belowIsSensitive = belowIsSensitive || topIsSensitive }
                topIsSensitive = controller.isSensitive
                if controller.isPresented { layers.engineOnTop = false }
            }
            depth += 1
            applyInsets(at: depth, of: window, &layers, &belowIsSensitive, &topIsSensitive)
        }
        for inset in insets where inset.swapsRoot && window.id == .main {
            belowIsSensitive = false
            topIsSensitive = false
            layers.isOpaque = layers.isOpaque || inset.isOpaque
            layers.engineOnTop = true
        }
        layers.showsSensitive = belowIsSensitive || topIsSensitive
        return layers
    }

    private mutating func applyInsets(
        at depth: Int, of window: Window, _ layers: inout Layers, _ below: inout Bool,
        _ top: inout Bool
    ) {
        guard !insets.isEmpty, window.id == .main else { return }
        for inset in insets where !inset.swapsRoot && inset.depth == depth {
            layers.engineOnTop = true
            if inset.isOpaque {
                below = false
                top = false
                layers.isOpaque = true
            }
        }
    }

    /// Where a touch at a point goes.
    public struct Target: Hashable, Sendable {
        public var window: Name
        public var role: WindowRole
        /// A lock, cover or overlay inside that window takes it.
        public var isTakenByEngine: Bool
        public var isSensitive: Bool
    }

    public mutating func target(of point: Point) -> Target? {
        var index = Int(stack.windows.count) - 1
        while index >= 0 {
            let window = stack.windows[index]
            index -= 1
            if window.isHidden || !stack.frame(of: window).contains(point) { continue }
            let layers = layers(of: window)
            return Target(
                window: window.id, role: window.role, isTakenByEngine: layers.engineOnTop,
                isSensitive: layers.showsSensitive)
        }
        return nil
    }

    /// The frontmost shown window.
    public var top: Name {
        var index = Int(stack.windows.count) - 1
        while index >= 0 {
            if !stack.windows[index].isHidden { return stack.windows[index].id }
            index -= 1
        }
        return .none
    }

    /// The first responder: the lock while it is up, else a field of the key window.
    public var responder: Name {
        if isLocked { return isLockResponder ? .lock : .none }
        return stack.window(stack.key)?.responder ?? .none
    }

    /// The field that has the focus, or will have it when the lock drops.
    public var responderOnceUnlocked: Name {
        guard isLocked else { return stack.window(stack.key)?.responder ?? .none }
        let key = stack.canBeKey(notedKey) ? notedKey : stack.frontmostBehindLock
        let field = field(of: notedResponder, in: key) ?? field(of: asideResponder, in: key)
        return field ?? stack.window(key)?.responder ?? .none
    }

    /// Nil where nothing was noted for that window, or what had the focus is gone.
    private func field(of noted: NotedResponder, in window: Name) -> Name? {
        guard noted.field != .none, noted.window == window,
            Int(noted.depth) < stack.depth(of: window)
        else { return nil }
        return noted.field
    }

    private var isLockResponder: Bool {
        switch carrier {
        case .window: stack.key == .lock
        case .rootSwap, .subview: stack.window(.main)?.responder == Name.none
        case nil: false
        }
    }

    /// A field of the app is the key window's first responder.
    public var showsKeyboard: Bool {
        guard let window = stack.window(stack.key) else { return false }
        return window.responder != .none && window.responder != .lock
    }

    /// No shown window above the status bar's level hides it.
    public var showsStatusBar: Bool {
        for index in stack.windows.indices {
            let window = stack.windows[index]
            if !window.isHidden && window.level > WindowLevel.statusBar { return false }
        }
        return true
    }

    /// The lock is in front (a cover may lie above it where it is no window), key and responder.
    public mutating func lockIsInCharge() -> Bool {
        let carrierWindow: Name = carrier == .window ? .lock : .main
        var index = Int(stack.windows.count) - 1
        while index >= 0 {
            let window = stack.windows[index]
            index -= 1
            if window.isHidden || (carrier != .window && window.isLockOrCover) { continue }
            guard window.id == carrierWindow else { return false }
            break
        }
        guard stack.key == carrierWindow, responder == .lock else { return false }
        if carrier == .subview {
            guard let inset = insets.last(where: { $0.role == .lock }) else { return false }
            return inset.depth >= stack.depth(of: .main)
        }
        return true
    }

    /// The engine's own login is there, as a window or inside the main one.
    public var showsLogin: Bool {
        stack.isShown(.login) || insets.contains { $0.role == .login && $0.id == .login }
    }

    /// More than one lock of the engine's is shown.
    public mutating func hasSeveralLocks() -> Bool {
        var count = 0
        for index in stack.windows.indices {
            let window = stack.windows[index]
            if window.belongsToEngine && window.role == .lock && !window.isHidden { count += 1 }
        }
        for inset in insets where inset.role == .lock { count += 1 }
        return count > 1
    }
}

extension Frame {
    func contains(_ point: Point) -> Bool {
        let (px, py) = (Int(point.x), Int(point.y))
        return px >= Int(x) && px < Int(x) + Int(width) && py >= Int(y)
            && py < Int(y) + Int(height)
    }

    public var middle: Point { Point(x: x &+ width / 2, y: y &+ height / 2) }
}
