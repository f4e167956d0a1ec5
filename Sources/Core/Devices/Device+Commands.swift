public import AppLock
import Chronology

/// What came of a command, for counters.
public enum CommandEffect: Sendable {
    case none, lockRaised, lockDropped
    /// The engine cancelled a timer the host no longer had, or never had.
    case cancelledNothing
}

extension Device {
    /// Carries out one command of the engine.
    @discardableResult
    public mutating func apply(
        _ command: LockCommand, at now: UInt64, _ settings: DeviceSettings, _ policy: LockPolicy
    ) -> CommandEffect {
        switch command {
        case .schedule(let kind, let deadline, let generation):
            schedule(kind, deadline, generation)
            return .none
        case .cancel(let kind, let generation):
            return cancel(kind, generation) ? .none : .cancelledNothing
        case .persist(let state):
            stored = state
            hasStored = true
            return .none
        case .prompt(let generation):
            isPromptOut = true
            promptGeneration = generation
            return .none
        case .cancelPrompt:
            isPromptOut = false
            return .none
        case .post, .deliver, .discardEntries, .attempts, .perform: return .none
        case .raiseLock(let scene):
            guard attached & scene.bit != 0 else { return .none }
            let wasUp = showsLock
            self[scene].raiseLock(policy)
            refresh()
            return wasUp ? .none : .lockRaised
        case .dropLock(let scene):
            guard attached & scene.bit != 0 else { return .none }
            let wasUp = showsLock
            self[scene].dropLock(policy)
            refresh()
            return wasUp && !showsLock ? .lockDropped : .none
        default:
            present(command, at: now, settings, policy)
            return .none
        }
    }

    private mutating func present(
        _ command: LockCommand, at now: UInt64, _ settings: DeviceSettings, _ policy: LockPolicy
    ) {
        guard let scene = command.scene, attached & scene.bit != 0 else { return }
        defer { refresh() }
        switch command {
        case .liftLock: self[scene].liftLock()
        case .replaceLock: self[scene].replaceLock(policy)
        case .raiseCover:
            let end = policy.cover.animated ? now &+ settings.coverAnimation.nanoseconds : nil
            self[scene].raiseCover(policy, fadeEnd: end)
        case .dropCover:
            let end = policy.cover.dropAnimated ? now &+ settings.coverAnimation.nanoseconds : nil
            self[scene].dropCover(policy, fadeEnd: end)
        case .showOverlay(let kind, let id, _): self[scene].showOverlay(kind, id, policy)
        case .hideOverlay(let id, _): self[scene].hideOverlay(id)
        case .resignKeyboard: self[scene].resignKeyboard()
        case .restoreResponder: self[scene].restoreResponder()
        case .restoreKeyWindow: self[scene].restoreKeyWindow()
        case .returnToRoot: self[scene].returnToRoot()
        default: break
        }
    }
}

extension LockCommand {
    /// The scene a command is for, nil where it is for the app.
    public var scene: SceneID? {
        switch self {
        case .raiseLock(let scene), .liftLock(let scene), .replaceLock(let scene),
            .dropLock(let scene), .raiseCover(let scene), .dropCover(let scene),
            .showOverlay(_, _, let scene), .hideOverlay(_, let scene), .resignKeyboard(let scene),
            .restoreResponder(let scene), .restoreKeyWindow(let scene), .returnToRoot(let scene):
            scene
        case .prompt, .cancelPrompt, .post, .deliver, .discardEntries, .perform, .attempts,
            .persist, .schedule, .cancel:
            nil
        }
    }
}
