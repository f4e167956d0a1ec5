import Chronology

/// Engines by name: the one that does it right, the documents' own, and the known-bad ones,
/// each wrong in one thing.
public enum Preset: String, CaseIterable, Sendable {
    case hardened
    case s000Window = "s000-window"
    case s000Root = "s000-root"
    case s001Window = "s001-window"
    case s001Root = "s001-root"
    case s001Subview = "s001-subview"
    case s003, s004
    case wallClock = "wall-clock"
    case uptimeClock = "uptime-clock"
    case intSeconds = "int-seconds"
    case exceeds
    case coverOnBackground = "cover-on-background"
    case coverAnimated = "cover-animated"
    case coverDropAnimated = "cover-drop-animated"
    case coverDropOnForeground = "cover-drop-on-foreground"
    case anchorBackground = "anchor-background"
    case graceRenewedWhileLocked = "grace-renewed-while-locked"
    case authUngenerated = "auth-ungenerated"
    case coldStartOpen = "cold-start-open"
    case lowerLevel = "lower-level"
    case idleAnyFinger = "idle-any-finger"
    case idleDefaultMode = "idle-default-mode"
    case idleTouchesOnly = "idle-touches-only"
    case entriesOpen = "entries-open"
    case attemptsForgotten = "attempts-forgotten"
    case unlatched

    public var isFromADocument: Bool {
        switch self {
        case .s000Window, .s000Root, .s001Window, .s001Root, .s001Subview, .s003, .s004: true
        default: false
        }
    }

    public var isKnownBad: Bool { self != .hardened && !isFromADocument }

    public var policy: LockPolicy {
        var policy = LockPolicy()
        if isFromADocument { policy = .document }
        apply(to: &policy)
        return policy
    }

    /// What the owner chooses under this preset, and the auditor therefore requires: the known-bad
    /// engines differ from `hardened` in mechanism alone.
    public var ownerPolicy: LockPolicy { isKnownBad ? LockPolicy() : policy }

    private func apply(to policy: inout LockPolicy) {
        switch self {
        case .hardened, .s000Window: break
        case .s000Root:
            policy.presentation = .rootSwap
            policy.quirks.freshRoot = true
        case .s001Window, .s001Root, .s001Subview:
            policy.backgroundLock.after = .never
            policy.loginAtLaunch = true
            policy.dismissal = .hideThenRelease
            if self == .s001Root { policy.presentation = .rootSwap }
            if self == .s001Subview { policy.presentation = .subview }
            policy.quirks.overlaysFollowPresentation = self != .s001Window
        case .s003:
            policy.backgroundLock.after = .never
            policy.dismissal = .hideThenRelease
            policy.cover.when = .background
            policy.cover.presentation = .present
            policy.cover.dropWhen = .foreground
        case .s004:
            policy.backgroundLock.after = .never
            policy.dismissal = .hideThenRelease
            policy.idle.after = .after(.seconds(180))
            policy.idle.notification = .accessibilityIdleTimeout
            policy.idle.counts = .touches
            policy.idle.starts = .firstTouch
            policy.idle.touches = .anyEndArms
            policy.idle.runLoopMode = .default
            policy.clock = .uptime
        case .wallClock: policy.clock = .wall
        case .uptimeClock: policy.clock = .uptime
        case .intSeconds: policy.backgroundLock.resolution = .wholeSeconds
        case .exceeds: policy.backgroundLock.compare = .exceeds
        case .coverOnBackground: policy.cover.when = .background
        case .coverAnimated: policy.cover.animated = true
        case .coverDropAnimated:
            policy.cover.dropAnimated = true
            policy.quirks.keepsFadeOnRaise = true
        case .coverDropOnForeground: policy.cover.dropWhen = .foreground
        case .anchorBackground: policy.anchor = .background
        case .graceRenewedWhileLocked:
            policy.anchorRenewedWhileLocked = true
            policy.quirks.anchorsAnewWhileLocked = true
        case .authUngenerated: policy.authentication.generations = .ignored
        case .coldStartOpen:
            policy.coldStart = .open
            policy.quirks.opensAtEveryLaunch = true
        case .lowerLevel: policy.dismissal = .lowerLevel
        case .idleAnyFinger: policy.idle.touches = .anyEndArms
        case .idleDefaultMode: policy.idle.runLoopMode = .default
        case .idleTouchesOnly: policy.idle.counts = .touches
        case .entriesOpen: policy.entries = .open
        case .attemptsForgotten: policy.quirks.forgetsAttempts = true
        case .unlatched: policy.quirks.dropsUndueLock = true
        }
    }
}

extension LockPolicy {
    /// `s000-window`, from which the documents' other presets differ.
    static var document: LockPolicy {
        var policy = LockPolicy()
        policy.backgroundLock.compare = .exceeds
        policy.backgroundLock.resolution = .wholeSeconds
        policy.clock = .wall
        policy.anchor = .background
        policy.coldStart = .open
        policy.loginAtLaunch = false
        policy.dismissal = .lowerLevel
        policy.cover.when = .never
        policy.idle.after = .never
        policy.authentication.maxAttempts = nil
        policy.authentication.backoff = nil
        policy.authentication.limitAction = .none
        policy.authentication.generations = .ignored
        policy.entries = .open
        policy.quirks.persistsNothing = true
        policy.quirks.applicationLifeCycle = true
        policy.quirks.replacesLock = true
        policy.quirks.leavesLockWhereItWas = true
        return policy
    }
}
