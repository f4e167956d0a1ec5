public import Chronology

/// How long an absence or a pause may last before something is due.
@frozen
public enum Grace: Hashable, Sendable {
    /// At no time; not the same as zero.
    case never
    /// On the way out, before the picture for the app switcher.
    case immediately
    case after(TimeSpan)
}

/// What the owner of an app chooses about its lock. The fields carry the names they have in
/// scenario files; enumeration values are written there in snake_case.
public struct LockPolicy: Hashable, Sendable {
    public enum Comparison: Hashable, Sendable, CaseIterable { case reaches, exceeds }
    public enum Resolution: Hashable, Sendable, CaseIterable { case exact, wholeSeconds }
    public enum Clock: Hashable, Sendable, CaseIterable { case continuous, uptime, wall }
    public enum AnchorPoint: Hashable, Sendable, CaseIterable { case firstResign, background }
    public enum ColdStart: Hashable, Sendable, CaseIterable { case locked, open }
    public enum Presentation: Hashable, Sendable {
        case window(level: Int32)
        case rootSwap, subview
    }
    public enum Dismissal: Hashable, Sendable, CaseIterable {
        case hide, release, hideThenRelease, lowerLevel
    }
    public enum IdleAction: Hashable, Sendable, CaseIterable { case returnToRoot, lock, notify }
    public enum LimitAction: UInt8, Hashable, Sendable, CaseIterable { case none, logout, wipe }
    public enum Entries: Hashable, Sendable, CaseIterable { case gate, open }

    public struct BackgroundLock: Hashable, Sendable {
        public var after: Grace = .after(.seconds(20))
        public var compare: Comparison = .reaches
        public var resolution: Resolution = .exact
    }

    public struct Cover: Hashable, Sendable {
        public enum When: Hashable, Sendable, CaseIterable { case resign, background, never }
        public enum Presentation: Hashable, Sendable, CaseIterable { case window, present }
        public enum DropWhen: Hashable, Sendable, CaseIterable { case foreground, active }
        public var when: When = .resign
        public var presentation: Presentation = .window
        public var animated = false
        public var dropAnimated = false
        public var dropWhen: DropWhen = .active
    }

    public struct Idle: Hashable, Sendable {
        public enum Counts: Hashable, Sendable, CaseIterable { case input, touches }
        public enum Starts: Hashable, Sendable, CaseIterable { case active, firstTouch }
        public enum Touches: Hashable, Sendable, CaseIterable { case anyEndArms, allFingersUp }
        public enum RunLoopMode: Hashable, Sendable, CaseIterable { case `default`, common }
        /// Never `immediately`.
        public var after: Grace = .after(.seconds(180))
        public var action: IdleAction = .returnToRoot
        public var notification = Name.idleTimeout
        public var counts: Counts = .input
        public var starts: Starts = .active
        public var touches: Touches = .allFingersUp
        public var runLoopMode: RunLoopMode = .common
    }

    public struct Authentication: Hashable, Sendable {
        public enum Generations: Hashable, Sendable, CaseIterable { case checked, ignored }
        /// After the n-th wrong code, n at least `from`, base^n seconds must pass.
        public struct Backoff: Hashable, Sendable {
            public var baseThousandths: UInt32
            public var from: UInt16
            public init(baseThousandths: UInt32, from: UInt16) {
                self.baseThousandths = baseThousandths
                self.from = from
            }
        }
        public var generations: Generations = .checked
        /// Nil: as many as one likes.
        public var maxAttempts: UInt16? = 5
        public var backoff: Backoff? = Backoff(baseThousandths: 1500, from: 3)
        public var limitAction: LimitAction = .logout
    }

    /// What sets the published recipes and the known-bad engines apart and no field names.
    public struct Quirks: Hashable, Sendable {
        /// Documents' presets: nothing is stored, a stamp in the future is a negative absence.
        public var persistsNothing = false
        /// Documents' presets: cold launch without scene callbacks, as in their time.
        public var applicationLifeCycle = false
        /// S000: a late return while locked makes a second lock that replaces the first.
        public var replacesLock = false
        /// S000's first plan: success leaves a fresh root.
        public var freshRoot = false
        /// S001's older ways: overlays take the lock's presentation.
        public var overlaysFollowPresentation = false
        /// Nothing brings the lock back above what the app shows later.
        public var leavesLockWhereItWas = false
        public var opensAtEveryLaunch = false
        public var anchorsAnewWhileLocked = false
        public var forgetsAttempts = false
        public var dropsUndueLock = false
        public var keepsFadeOnRaise = false
    }

    public var backgroundLock = BackgroundLock()
    public var clock: Clock = .continuous
    public var anchor: AnchorPoint = .firstResign
    public var anchorRenewedWhileLocked = false
    public var coldStart: ColdStart = .locked
    public var loginAtLaunch = true
    public var presentation: Presentation = .window(level: WindowLevel.alert + 1)
    public var dismissal: Dismissal = .hideThenRelease
    public var cover = Cover()
    public var idle = Idle()
    public var authentication = Authentication()
    public var entries: Entries = .gate
    public var quirks = Quirks()

    public init() {}
}

/// Named window levels (S000); any other number is legal, negative ones too.
public enum WindowLevel {
    public static let normal: Int32 = 0
    public static let statusBar: Int32 = 1000
    public static let alert: Int32 = 2000
    public static let keyboard: Int32 = 10_000_000
}
