public import AppLock
import Chronology
public import WindowStacks

/// One scene of a session: its life-cycle state, its windows, and what the presenter of locks,
/// covers and overlays noted in it.
public struct Scene: Sendable {
    public enum State: UInt8, Sendable { case unattached, background, inactive, active }

    public init() {}

    public internal(set) var stack = WindowStack()
    private var rare = Boxed<Rare>()
    public internal(set) var state = State.unattached
    /// The window that gets key when the lock drops.
    public internal(set) var notedKey = Name.none
    /// The field that gets the focus when the lock drops, with its window and controller.
    var notedResponder = NotedResponder()
    public internal(set) var isCovered = false
    /// How the lock is carried, nil where none is up.
    public internal(set) var carrier: Carrier?

    /// What few scenes need.
    private struct Rare: Sendable {
        var fadeEnd = UInt64.max
        var insets: [Inset] = []
    }

    /// When the cover's animation ends, in model nanoseconds; `.max` where none goes on.
    var fadeEnd: UInt64 {
        get { rare.isEmpty ? .max : rare.read({ $0.fadeEnd }) ?? .max }
        set {
            if newValue == .max && rare.isEmpty { return }
            rare.update(or: Rare()) { $0.fadeEnd = newValue }
        }
    }

    /// Locks and overlays inside the main window, in the order they came (S001's older ways).
    var insets: [Inset] {
        get { rare.isEmpty ? [] : rare.read({ $0.insets }) ?? [] }
        set {
            if newValue.isEmpty && rare.isEmpty { return }
            rare.update(or: Rare()) { $0.insets = newValue }
        }
    }

    public enum Carrier: UInt8, Sendable { case window, rootSwap, subview }

    struct NotedResponder: Sendable {
        var window = Name.none
        var field = Name.none
        var depth: UInt8 = 0
    }

    struct Inset: Sendable {
        var id: Name
        var role: WindowRole
        var swapsRoot: Bool
        /// How many controllers of the main window lie below it.
        var depth: Int
        /// The field of a main window that was not key when the lock came to lie in it.
        var aside = NotedResponder()
        var isOpaque: Bool { role == .lock || role == .login || role == .launch }
    }

    /// A lock, cover or overlay inside the main window.
    public struct InnerLayer: Sendable {
        public var id: Name
        public var role: WindowRole
        /// In place of all controllers, not above them.
        public var swapsRoot: Bool
    }

    /// In the order they came; a cover that is presented comes last.
    public var innerLayers: [InnerLayer] {
        var layers = insets.map { InnerLayer(id: $0.id, role: $0.role, swapsRoot: $0.swapsRoot) }
        let isPresented = stack.controllers.indices.contains {
            stack.controllers[$0].belongsToEngine && stack.controllers[$0].window == .main
        }
        if isPresented { layers.append(InnerLayer(id: .cover, role: .cover, swapsRoot: false)) }
        return layers
    }

    public var isForeground: Bool { state == .active || state == .inactive }
    public var isAttached: Bool { state != .unattached }
    public var isLocked: Bool { carrier != nil }

    mutating func attach(mainIsSensitive: Bool) {
        self = Scene()
        state = .background
        stack.create(WindowDescription(id: .main, isSensitive: mainIsSensitive))
        if let main = stack.index(of: .main) { stack.show(main) }
        stack.setKey(.main)
    }
}
