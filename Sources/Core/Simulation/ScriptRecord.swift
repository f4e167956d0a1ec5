public import AppLock
public import Devices

/// What a script's expectations look at and no counter holds.
public struct ScriptRecord: Sendable {
    public struct TrailEntry: Sendable {
        public var at: UInt64
        public var event: LockEvent
        /// What the engine answered, the first ones.
        public var commands: [LockCommand] = []
        /// How many commands came besides.
        public var leftOut = 0
    }

    /// How many of the last events a failure shows.
    public static let trailBound = 24
    /// How many commands of an event are kept.
    public static let commandBound = 8

    public var trail: [TrailEntry] = []
    public var entriesQueued: [Name] = []
    public var entriesDelivered: [Name] = []
    public var notified: [Name] = []
    public var observed: [LifecycleNotification] = []
    public var attempts: UInt16 = 0
    /// Nil: nobody will look at it.
    public var film: SessionFilm?

    public init() {}

    mutating func note(_ notification: LifecycleNotification?) {
        if let notification { observed.append(notification) }
    }

    mutating func note(_ event: LockEvent, at now: UInt64) {
        if trail.count >= 2 * Self.trailBound { trail.removeFirst(Self.trailBound) }
        trail.append(TrailEntry(at: now, event: event))
        if case .entry(_, let name) = event { entriesQueued.append(name) }
    }

    /// `unanswered` events came after the one it answers.
    mutating func note(_ command: LockCommand, unanswered: Int) {
        let place = trail.count - 1 - unanswered
        if place >= 0 {
            if trail[place].commands.count < Self.commandBound {
                trail[place].commands.append(command)
            } else {
                trail[place].leftOut += 1
            }
        }
        switch command {
        case .post(let name): notified.append(name)
        case .attempts(let count): attempts = count
        case .discardEntries: entriesQueued = []
        case .deliver(_, let name):
            entriesDelivered.append(name)
            if let place = entriesQueued.firstIndex(of: name) { entriesQueued.remove(at: place) }
        default: break
        }
    }
}
