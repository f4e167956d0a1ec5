import AppLock

/// The yes-or-no part of an auditor, one bit each.
extension Auditor {
    struct Flags: Sendable {
        /// Somebody is logged in until told otherwise.
        var rawValue: UInt32 = 1
    }

    @inline(__always)
    private func flag(_ bit: UInt32) -> Bool { flags.rawValue & 1 << bit != 0 }

    @inline(__always)
    private mutating func set(_ bit: UInt32, _ value: Bool) {
        flags.rawValue = flags.rawValue & ~(1 << bit) | (value ? 1 << bit : 0)
    }

    /// As the engine's commands and the person's login have it, wherever the engine is.
    public internal(set) var isLoggedIn: Bool {
        get { flag(0) }
        set { set(0, newValue) }
    }
    var isRunning: Bool {
        get { flag(1) }
        set { set(1, newValue) }
    }
    var isLaunching: Bool {
        get { flag(2) }
        set { set(2, newValue) }
    }
    /// The absence reached the background.
    var reachedBackground: Bool {
        get { flag(3) }
        set { set(3, newValue) }
    }
    var rebooted: Bool {
        get { flag(4) }
        set { set(4, newValue) }
    }
    /// A lock is due or held; only a valid authentication or a limit action ends that.
    public internal(set) var mustLock: Bool {
        get { flag(5) }
        set { set(5, newValue) }
    }
    /// It was seen up since it is due.
    var lockWasUp: Bool {
        get { flag(6) }
        set { set(6, newValue) }
    }
    /// It went away without anybody having proved anything.
    var hasVanished: Bool {
        get { flag(7) }
        set { set(7, newValue) }
    }
    var lockWasUpBefore: Bool {
        get { flag(8) }
        set { set(8, newValue) }
    }
    /// This event is a valid authentication.
    var isAuthorised: Bool {
        get { flag(9) }
        set { set(9, newValue) }
    }
    var sawIdle: Bool {
        get { flag(10) }
        set { set(10, newValue) }
    }
    var sawPrompt: Bool {
        get { flag(11) }
        set { set(11, newValue) }
    }
    var heardSuccess: Bool {
        get { flag(12) }
        set { set(12, newValue) }
    }
    var awaitsFirstFrame: Bool {
        get { flag(13) }
        set { set(13, newValue) }
    }
    /// Sensitive content shows past due.
    var isExposed: Bool {
        get { flag(14) }
        set { set(14, newValue) }
    }
    var saidExposed: Bool {
        get { flag(15) }
        set { set(15, newValue) }
    }
    var promptOut: Bool {
        get { flag(16) }
        set { set(16, newValue) }
    }
    var owesPrompt: Bool {
        get { flag(17) }
        set { set(17, newValue) }
    }
    var owesPromptAgain: Bool {
        get { flag(18) }
        set { set(18, newValue) }
    }
    var promptDue: Bool {
        get { flag(19) }
        set { set(19, newValue) }
    }
    /// The wait after wrong codes holds one back.
    var promptHeld: Bool {
        get { flag(20) }
        set { set(20, newValue) }
    }
    var idleHasFired: Bool {
        get { flag(21) }
        set { set(21, newValue) }
    }
    var idleSaidMissed: Bool {
        get { flag(22) }
        set { set(22, newValue) }
    }
    /// Due while away: it fires now, and counts anew from becoming active.
    var restartsIdle: Bool {
        get { flag(23) }
        set { set(23, newValue) }
    }

    // MARK: Rare times

    /// How long sensitive content has shown past due, in nanoseconds.
    public var exposure: UInt64 { rare.read({ $0.exposure }) ?? 0 }
    var exposedSince: UInt64 { rare.read({ $0.exposedSince }) ?? .max }

    /// The wait after wrong codes, and its end; `.max`: from the next boot on.
    var waitLength: UInt64 {
        get { rare.isEmpty ? 0 : rare.read({ $0.waitLength }) ?? 0 }
        set {
            if newValue != 0 || !rare.isEmpty {
                rare.update(or: Rare()) { $0.waitLength = newValue }
            }
        }
    }
    var waitEnd: UInt64 {
        get { rare.isEmpty ? 0 : rare.read({ $0.waitEnd }) ?? 0 }
        set {
            if newValue != 0 || !rare.isEmpty { rare.update(or: Rare()) { $0.waitEnd = newValue } }
        }
    }
}
