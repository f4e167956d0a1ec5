/// What an auditor can object to. Raw values are the names used in scenarios and results.
public enum Rule: String, CaseIterable, Sendable {
    case contentExposed = "content-exposed"
    case snapshotLeak = "snapshot-leak"
    case inputBehindLock = "input-behind-lock"
    case lockNotTopmost = "lock-not-topmost"
    case earlyLock = "early-lock"
    case missedLock = "missed-lock"
    case unlatched
    case stuckLock = "stuck-lock"
    case promptMissed = "prompt-missed"
    case idleEarly = "idle-early"
    case idleMissed = "idle-missed"
    case idleTwice = "idle-twice"
    case contextLost = "context-lost"
    case keyWindowWrong = "key-window-wrong"
    case coverStuck = "cover-stuck"
    case doubleLock = "double-lock"
    case doublePrompt = "double-prompt"
    case promptLoop = "prompt-loop"
    case staleAuth = "stale-auth"
    case entryBypass = "entry-bypass"
    case entryLost = "entry-lost"
    case entryTwice = "entry-twice"
    case attemptsReset = "attempts-reset"
    case timerEarly = "timer-early"
    case timerLost = "timer-lost"
    case timerAfterCancel = "timer-after-cancel"

    /// The place in `allCases`.
    public var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
