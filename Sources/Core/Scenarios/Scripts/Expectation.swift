public import AppLock
public import Chronology
public import Devices

/// What a step's `expect` compares; nil is not compared, and `null` in the file is `Name.none`.
public struct Expectation: Hashable, Sendable {
    public struct Level: Hashable, Sendable {
        public var window: Name
        public var level: Int32

        public init(window: Name, level: Int32) {
            self.window = window
            self.level = level
        }
    }

    public var locked: Bool?
    public var covered: Bool?
    public var foreground: Bool?
    public var running: Bool?
    public var contentVisible: Bool?
    public var interactive: Bool?
    public var top: Name?
    public var key: Name?
    public var responder: Name?
    /// Back to front, as the two that follow.
    public var windows: [Name]?
    public var visible: [Name]?
    public var allWindows: [Name]?
    public var levels: [Level]?
    /// Root first.
    public var stack: [Name]?
    public var prompts: UInt64?
    public var promptGeneration: UInt64?
    public var locks: UInt64?
    public var unlocks: UInt64?
    public var idleFires: UInt64?
    public var attempts: UInt64?
    public var limitActions: UInt64?
    public var snapshotsTaken: UInt64?
    public var snapshotsLeaked: UInt64?
    public var entriesQueued: [Name]?
    public var entriesDelivered: [Name]?
    public var notified: [Name]?
    public var observed: [LifecycleNotification]?
    public var statusBarVisible: Bool?
    public var timersPending: UInt64?
    public var exposure: Limit<TimeSpan>?
    public var position: SourcePosition

    public init(position: SourcePosition) { self.position = position }
}
