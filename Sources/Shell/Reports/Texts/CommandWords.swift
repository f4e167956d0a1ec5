import AppLock
import Chronology

/// An engine's commands as a person reads them.
extension EventWords {
    func words(_ command: LockCommand) -> String {
        switch command {
        case .raiseLock(let scene): return "raise lock" + place(scene)
        case .liftLock(let scene): return "lift lock" + place(scene)
        case .replaceLock(let scene): return "replace lock" + place(scene)
        case .dropLock(let scene): return "drop lock" + place(scene)
        case .raiseCover(let scene): return "raise cover" + place(scene)
        case .dropCover(let scene): return "drop cover" + place(scene)
        case .showOverlay(let kind, let name, let scene):
            return "show overlay \(text(name)) (\(kind))" + place(scene)
        case .hideOverlay(let name, let scene):
            return "hide overlay \(text(name))" + place(scene)
        case .prompt(let generation): return "prompt \(generation)"
        case .cancelPrompt(let generation): return "cancel prompt \(generation)"
        case .resignKeyboard(let scene): return "resign keyboard" + place(scene)
        case .restoreResponder(let scene): return "restore responder" + place(scene)
        case .restoreKeyWindow(let scene): return "restore key window" + place(scene)
        case .returnToRoot(let scene): return "return to root" + place(scene)
        case .post(let name): return "post \(text(name))"
        case .deliver(let kind, let name): return "deliver \(text(name)) (\(kind))"
        case .discardEntries: return "discard entries"
        case .perform(let action): return "limit action \(action)"
        case .attempts(let count): return "\(count) attempt\(count == 1 ? "" : "s")"
        case .persist: return "store state"
        case .schedule(let kind, let deadline, let generation):
            let time = exactTime(deadline.nanoseconds)
            return "set \(kind) timer for \(time), generation \(generation)"
        case .cancel(let kind, let generation):
            return "cancel \(kind) timer, generation \(generation)"
        }
    }
}
