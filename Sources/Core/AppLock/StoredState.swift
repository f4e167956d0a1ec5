public import Chronology

/// When an absence began, on the clock of the policy.
@frozen
public struct Anchor: Hashable, Sendable {
    /// Nanoseconds on the policy's clock.
    public var reading: Int64
    public var bootID: UInt32

    public init(reading: Int64, bootID: UInt32) {
        self.reading = reading
        self.bootID = bootID
    }
}

/// The wait after wrong codes: `length` from `start` on, or from continuous 0 after a reboot.
@frozen
public struct BackoffWait: Hashable, Sendable {
    public var start: Instant
    public var length: TimeSpan
    public var bootID: UInt32

    public init(start: Instant, length: TimeSpan, bootID: UInt32) {
        self.start = start
        self.length = length
        self.bootID = bootID
    }
}

/// What survives background, kill and reboot. The host keeps the last one it was given.
@frozen
public struct StoredState: Hashable, Sendable {
    private var boxedWait = Boxed<BackoffWait>()
    public var anchor: Anchor?
    /// Prompts never restart their count.
    public var generation: UInt32 = 0
    public var attempts: UInt16 = 0
    public var biometricFailures: UInt8 = 0
    /// A lock is held or was due: only a fresh authentication opens.
    public var isLatched = false
    public var isLoggedIn = true
    public var limitReached = false

    public init() {}

    public var wait: BackoffWait? {
        get { boxedWait.value }
        set { boxedWait.value = newValue }
    }
}
