public import AppLock

/// Why an action can't be carried out now.
public enum ImpossibleAction: Error, Hashable, Sendable {
    case alreadyRunning, notRunning, suspended
    case alreadyInFront, notInFront, notInBackground
    case deviceLocked, deviceNotLocked
    case notInterrupted
    case unknownWindow(Name), unknownScene(Name), unknownHold(Name)
    case windowExists(Name), sceneExists(Name), tooManyScenes
    case nothingToPop, nothingToDismiss
    case fingerNotDown(UInt8), fingerDown(UInt8)
    case powerOff

    /// What to tell the author of a script; names come from `text`.
    public func description(_ text: (Name) -> String) -> String {
        switch self {
        case .alreadyRunning: "the app is running already"
        case .notRunning: "the app is not running"
        case .suspended: "the app is suspended"
        case .alreadyInFront: "the app is in front already"
        case .notInFront: "the app is not in front"
        case .notInBackground: "the app is not in the background"
        case .deviceLocked: "the device is locked"
        case .deviceNotLocked: "the device is not locked"
        case .notInterrupted: "nothing to return from"
        case .unknownWindow(let name): "there is no window “\(text(name))”"
        case .unknownScene(let name): "there is no scene “\(text(name))”"
        case .unknownHold(let name): "no hold “\(text(name))” is taken"
        case .windowExists(let name): "there is a window “\(text(name))” already"
        case .sceneExists(let name): "there is a scene “\(text(name))” already"
        case .tooManyScenes: "a session has at most \(SceneID.bound) scenes"
        case .nothingToPop: "nothing was pushed that could be popped"
        case .nothingToDismiss: "nothing is presented that could be dismissed"
        case .fingerNotDown(let finger): "finger \(finger) is not down"
        case .fingerDown(let finger): "finger \(finger) is down already"
        case .powerOff: "the device is off"
        }
    }
}
