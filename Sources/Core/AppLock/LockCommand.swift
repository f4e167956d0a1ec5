public import Chronology

/// What an engine asks its host to do, in order. The host carries each out at once.
@frozen
public enum LockCommand: Sendable {
    /// Put a lock up in a scene. The host notes the key window and gives key to the lock; asked
    /// again while one is up, it puts a second one above it.
    case raiseLock(SceneID)
    /// Bring the lock that is up back above everything the app shows.
    case liftLock(SceneID)
    /// Put up a new lock in place of the one that is there (S000).
    case replaceLock(SceneID)
    /// Take the lock down as the policy's dismissal says.
    case dropLock(SceneID)
    /// Put the cover up or, where it is, back above the app's windows.
    case raiseCover(SceneID)
    case dropCover(SceneID)
    case showOverlay(OverlayKind, Name, SceneID)
    case hideOverlay(Name, SceneID)
    /// Offer authentication; its result carries the generation.
    case prompt(generation: UInt32)
    case cancelPrompt(generation: UInt32)
    case resignKeyboard(SceneID)
    case restoreResponder(SceneID)
    /// Give key back to the window noted when the lock went up.
    case restoreKeyWindow(SceneID)
    case returnToRoot(SceneID)
    case post(Name)
    case deliver(EntryKind, Name)
    case discardEntries
    case perform(LockPolicy.LimitAction)
    case attempts(UInt16)
    case persist(StoredState)
    case schedule(TimerKind, deadline: Instant, generation: UInt32)
    case cancel(TimerKind, generation: UInt32)
}

/// The commands of one event, in order. Emptying it costs nothing and keeps the storage.
public struct CommandBuffer: Sendable {
    private var storage: [LockCommand] = []
    public private(set) var count = 0

    public init() {}

    public init(capacity: Int) { storage.reserveCapacity(capacity) }

    public var isEmpty: Bool { count == 0 }

    public subscript(index: Int) -> LockCommand {
        precondition(index < count, "command index out of range")
        return storage[index]
    }

    public mutating func append(_ command: LockCommand) {
        if count < storage.count {
            storage[count] = command
        } else {
            storage.append(command)
        }
        count += 1
    }

    public mutating func removeAll() { count = 0 }

    /// Replaces a command or, with nil, removes it: how tests plant a bug.
    public mutating func rewrite(_ change: (LockCommand) -> LockCommand?) {
        storage = storage.prefix(count).compactMap(change)
        count = storage.count
    }
}
