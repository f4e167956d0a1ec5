import AppLock

/// What happened, counted over any number of sessions; parts of a run add up.
public struct Counters: Hashable, Sendable {
    public enum Kind: Int, CaseIterable, Sendable {
        case events, lifecycleEvents, touchEvents, keyEvents, authEvents, timerEvents, otherEvents
        case launches, backgrounds, returns, kills, reboots, sleeps, wallChanges
        case locks, unlocks, covers, prompts, idleFires, limitActions
        case entries, entriesDelivered, overlays, snapshots, leaks
        case timersFired, timersCancelled, timersRearmed

        /// As thresholds and results spell it.
        public var name: String {
            switch self {
            case .events: "events"
            case .lifecycleEvents: "events.lifecycle"
            case .touchEvents: "events.touch"
            case .keyEvents: "events.key"
            case .authEvents: "events.auth"
            case .timerEvents: "events.timer"
            case .otherEvents: "events.other"
            case .launches: "launches"
            case .backgrounds: "backgrounds"
            case .returns: "returns"
            case .kills: "kills"
            case .reboots: "reboots"
            case .sleeps: "sleeps"
            case .wallChanges: "wall_changes"
            case .locks: "locks"
            case .unlocks: "unlocks"
            case .covers: "covers"
            case .prompts: "prompts"
            case .idleFires: "idle_fires"
            case .limitActions: "limit_actions"
            case .entries: "entries"
            case .entriesDelivered: "entries_delivered"
            case .overlays: "overlays"
            case .snapshots: "snapshots"
            case .leaks: "leaks"
            case .timersFired: "timers.fired"
            case .timersCancelled: "timers.cancelled"
            case .timersRearmed: "timers.rearmed"
            }
        }
    }

    public private(set) var values = InlineArray<28, UInt64>(repeating: 0)

    public init() {}

    @inline(__always)
    public subscript(kind: Kind) -> UInt64 {
        get { values[kind.rawValue] }
        set { values[kind.rawValue] = newValue }
    }

    @inline(__always)
    public mutating func add(_ kind: Kind, _ amount: UInt64 = 1) {
        values[kind.rawValue] &+= amount
    }

    public mutating func merge(_ other: Counters) {
        for index in 0..<28 { values[index] &+= other.values[index] }
    }

    public mutating func subtract(_ other: Counters) {
        for index in 0..<28 { values[index] &-= other.values[index] }
    }

    public static func == (a: Counters, b: Counters) -> Bool {
        for index in 0..<28 where a.values[index] != b.values[index] { return false }
        return true
    }

    public func hash(into hasher: inout Hasher) {
        for index in 0..<28 { hasher.combine(values[index]) }
    }

    mutating func note(_ event: LockEvent) {
        add(.events)
        switch event {
        case .touches: add(.touchEvents)
        case .key, .scroll: add(.keyEvents)
        case .authentication: add(.authEvents)
        case .timerFired:
            add(.timerEvents)
            add(.timersFired)
        case .didFinishLaunching:
            add(.launches)
            add(.lifecycleEvents)
        case .didEnterBackground:
            add(.backgrounds)
            add(.lifecycleEvents)
        case .willEnterForeground:
            add(.returns)
            add(.lifecycleEvents)
        case .sceneWillConnect, .sceneDidDisconnect, .didBecomeActive, .willResignActive:
            add(.lifecycleEvents)
        case .entry:
            add(.entries)
            add(.otherEvents)
        case .wallClockChanged, .holdBegan, .holdEnded, .overlayRequested, .overlayDismissed,
            .windowShown,
            .windowHidden, .windowReleased, .protectedDataAvailable, .manualLock:
            add(.otherEvents)
        }
    }
}
