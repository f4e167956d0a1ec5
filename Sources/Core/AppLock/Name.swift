/// A name of the app (a window, a controller, a field, an entry, a notification) as a small
/// integer; a table outside the engine keeps the text.
@frozen
public struct Name: Hashable, Sendable {
    public var rawValue: UInt16

    @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let none = Name(rawValue: 0)
    public static let main = Name(rawValue: 1)
    public static let root = Name(rawValue: 2)
    public static let lock = Name(rawValue: 3)
    public static let cover = Name(rawValue: 4)
    public static let login = Name(rawValue: 5)
    public static let keyboard = Name(rawValue: 6)
    public static let systemWindow = Name(rawValue: 7)
    public static let idleTimeout = Name(rawValue: 8)
    public static let accessibilityIdleTimeout = Name(rawValue: 9)

    /// The text of the names above, in order, from raw value 0.
    public static let predefined = [
        "", "main", "root", "lock", "cover", "login", "keyboard", "0", "IdleTimeout",
        "TSAFKNotification",
    ]
}

/// One of the one to four scenes of a session, counted from 0 in the order they connected.
@frozen
public struct SceneID: Hashable, Sendable {
    public static let bound = 4
    public var index: UInt8

    @inlinable public init(_ index: Int) {
        precondition(index >= 0 && index < SceneID.bound, "a session has at most four scenes")
        self.index = UInt8(truncatingIfNeeded: index)
    }

    public static let first = SceneID(0)
}
