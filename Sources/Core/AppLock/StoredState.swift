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

/// When the wait after wrong codes began; how long it lasts follows from their number.
@frozen
public struct BackoffWait: Hashable, Sendable {
    /// On `continuous`; the origin after a reboot, from when the whole wait runs again.
    public var start: Instant
    public var bootID: UInt32

    public init(start: Instant, bootID: UInt32) {
        self.start = start
        self.bootID = bootID
    }
}

/// What survives background, kill and reboot. The host keeps the last one it was given.
///
/// 32 bytes without references, since it travels with events and commands.
@frozen
public struct StoredState: Hashable, Sendable {
    private var anchorReading: Int64 = 0
    private var waitStart: UInt64 = 0
    private var anchorBoot: UInt32 = 0
    private var waitBoot: UInt32 = 0
    /// Prompts never restart their count.
    public var generation: UInt32 = 0
    public var attempts: UInt16 = 0
    public var biometricFailures: UInt8 = 0
    private var flags: UInt8

    public init() { flags = Flag.loggedIn }

    private enum Flag {
        static let anchor: UInt8 = 1
        static let wait: UInt8 = 2
        static let latched: UInt8 = 4
        static let loggedIn: UInt8 = 8
        static let limitReached: UInt8 = 16
    }

    private mutating func set(_ flag: UInt8, _ value: Bool) {
        flags = value ? flags | flag : flags & ~flag
    }

    public var anchor: Anchor? {
        get {
            guard flags & Flag.anchor != 0 else { return nil }
            return Anchor(reading: anchorReading, bootID: anchorBoot)
        }
        set {
            set(Flag.anchor, newValue != nil)
            anchorReading = newValue?.reading ?? 0
            anchorBoot = newValue?.bootID ?? 0
        }
    }

    public var wait: BackoffWait? {
        get {
            guard flags & Flag.wait != 0 else { return nil }
            return BackoffWait(start: Instant(nanoseconds: waitStart), bootID: waitBoot)
        }
        set {
            set(Flag.wait, newValue != nil)
            waitStart = newValue?.start.nanoseconds ?? 0
            waitBoot = newValue?.bootID ?? 0
        }
    }

    /// A lock is held or was due: only a fresh authentication opens.
    public var isLatched: Bool {
        get { flags & Flag.latched != 0 }
        set { set(Flag.latched, newValue) }
    }

    public var isLoggedIn: Bool {
        get { flags & Flag.loggedIn != 0 }
        set { set(Flag.loggedIn, newValue) }
    }

    /// The limit action has been carried out.
    public var limitReached: Bool {
        get { flags & Flag.limitReached != 0 }
        set { set(Flag.limitReached, newValue) }
    }
}
