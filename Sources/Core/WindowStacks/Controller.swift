public import AppLock

/// One view controller: pushed onto or presented above the one before it in its window.
@frozen
public struct Controller: BitwiseCopyable, Hashable, Sendable {
    public var name: Name
    public var window: Name
    private var flags: UInt8

    public init(
        name: Name, window: Name, isPresented: Bool = false, isAlert: Bool = false,
        isSensitive: Bool = false, belongsToEngine: Bool = false
    ) {
        self.name = name
        self.window = window
        flags = (isPresented ? 1 : 0) | (isAlert ? 2 : 0) | (isSensitive ? 4 : 0)
        flags |= belongsToEngine ? 8 : 0
    }

    public var isPresented: Bool { flags & 1 != 0 }
    /// An alert takes no push and no further sheet.
    public var isAlert: Bool { flags & 2 != 0 }
    public var isSensitive: Bool { flags & 4 != 0 }
    /// The engine's own: a presented cover.
    public var belongsToEngine: Bool { flags & 8 != 0 }
}
