public import AppLock

/// In points from the upper left corner of a screen of 390 by 844.
@frozen
public struct Point: Hashable, Sendable {
    public var x: Int16
    public var y: Int16
    public init(x: Int16, y: Int16) {
        self.x = x
        self.y = y
    }
}

@frozen
public struct Frame: Hashable, Sendable {
    public static let screen = Frame(x: 0, y: 0, width: 390, height: 844)
    public var x: Int16
    public var y: Int16
    public var width: Int16
    public var height: Int16
    public init(x: Int16, y: Int16, width: Int16, height: Int16) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

@frozen
public enum WindowRole: UInt8, Hashable, Sendable, CaseIterable {
    case content, alert, loading, launch, login, lock, cover, keyboard, system
}

public struct WindowDescription: Hashable, Sendable {
    public var id: Name
    public var level: Int32
    public var role: WindowRole
    public var isSensitive: Bool
    public var frame: Frame

    public init(
        id: Name, level: Int32 = WindowLevel.normal, role: WindowRole = .content,
        isSensitive: Bool = false, frame: Frame = .screen
    ) {
        self.id = id
        self.level = level
        self.role = role
        self.isSensitive = isSensitive
        self.frame = frame
    }
}

/// One window, without what is in it; 12 bytes.
@frozen
public struct Window: BitwiseCopyable, Sendable {
    public var level: Int32
    public var id: Name
    /// The field of this window that has the focus, `.none` where nothing has.
    public var responder: Name
    public var role: WindowRole
    var flags: UInt8
    /// The controller the responder belongs to, counted from the window's root.
    public var responderDepth: UInt8 = 0

    public init(_ description: WindowDescription, belongsToEngine: Bool = false) {
        level = description.level
        id = description.id
        responder = .none
        role = description.role
        flags = Flag.hidden
        if description.isSensitive { flags |= Flag.sensitive }
        if description.frame != .screen { flags |= Flag.partial }
        if belongsToEngine { flags |= Flag.engine }
    }

    public var isHidden: Bool {
        get { flags & Flag.hidden != 0 }
        set { flags = newValue ? flags | Flag.hidden : flags & ~Flag.hidden }
    }
    public var isSensitive: Bool { flags & Flag.sensitive != 0 }
    /// Smaller than the screen; its frame is kept apart.
    public var isPartial: Bool { flags & Flag.partial != 0 }
    /// A lock, a cover or an overlay the engine asked for.
    public var belongsToEngine: Bool { flags & Flag.engine != 0 }
    /// A cover on its way up or down, which shows what is below.
    public var isTransparent: Bool {
        get { flags & Flag.transparent != 0 }
        set { flags = newValue ? flags | Flag.transparent : flags & ~Flag.transparent }
    }

    public var canBecomeKey: Bool {
        switch role {
        case .system, .keyboard, .cover: false
        case .content, .alert, .loading, .launch, .login, .lock: true
        }
    }

    /// Hides what lies below it; alerts and loading indicators only take the touches.
    public var isOpaque: Bool {
        switch role {
        case .content, .launch, .login, .lock, .cover: !isPartial && !isTransparent
        case .alert, .loading, .keyboard, .system: false
        }
    }

    enum Flag {
        static let hidden: UInt8 = 1
        static let sensitive: UInt8 = 2
        static let partial: UInt8 = 4
        static let engine: UInt8 = 8
        static let transparent: UInt8 = 16
    }
}
