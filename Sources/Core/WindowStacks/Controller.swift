public import AppLock

/// One view controller: pushed onto or presented above the one before it in its window.
@frozen
public struct Controller: BitwiseCopyable, Hashable, Sendable {
    public var name: Name
    public var window: Name
    public var isPresented: Bool
    /// An alert takes no push and no further sheet.
    public var isAlert: Bool
    public var isSensitive: Bool
    /// The engine's own: a presented cover.
    public var belongsToEngine: Bool

    public init(
        name: Name, window: Name, isPresented: Bool = false, isAlert: Bool = false,
        isSensitive: Bool = false, belongsToEngine: Bool = false
    ) {
        self.name = name
        self.window = window
        self.isPresented = isPresented
        self.isAlert = isAlert
        self.isSensitive = isSensitive
        self.belongsToEngine = belongsToEngine
    }
}
