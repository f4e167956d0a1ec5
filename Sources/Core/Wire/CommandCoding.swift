internal import AppLock
internal import Chronology

extension ByteStore {
    @inline(__always)
    mutating func takeDecision(
        _ commands: inout CommandBuffer, _ limit: inout Int
    ) throws(WireError) -> DecisionRecord {
        let record = DecisionRecord(
            session: try take(UInt32.self, within: &limit),
            sequence: try take(UInt32.self, within: &limit),
            engineNanoseconds: try take(UInt32.self, within: &limit))
        let count = try take(UInt16.self, within: &limit)
        guard count <= WireFormat.commandBound else { throw .invalidValue(.commands) }
        commands.removeAll()
        for _ in 0..<count { commands.append(try takeCommand(&limit)) }
        return record
    }

    mutating func put(_ command: LockCommand) {
        put(CommandTag(command).rawValue)
        switch command {
        case .raiseLock(let scene), .liftLock(let scene), .replaceLock(let scene),
            .dropLock(let scene), .raiseCover(let scene), .dropCover(let scene),
            .resignKeyboard(let scene),
            .restoreResponder(let scene), .restoreKeyWindow(let scene), .returnToRoot(let scene):
            put(scene)
        case .showOverlay(let kind, let name, let scene):
            put(kind.rawValue)
            put(name)
            put(scene)
        case .hideOverlay(let name, let scene):
            put(name)
            put(scene)
        case .prompt(let generation), .cancelPrompt(let generation):
            put(generation)
        case .post(let name):
            put(name)
        case .deliver(let kind, let name):
            put(kind.rawValue)
            put(name)
        case .discardEntries:
            break
        case .perform(let action):
            put(action.rawValue)
        case .attempts(let count):
            put(count)
        case .persist(let state):
            put(state)
        case .schedule(let kind, let deadline, let generation):
            put(kind.rawValue)
            put(deadline.nanoseconds)
            put(generation)
        case .cancel(let kind, let generation):
            put(kind.rawValue)
            put(generation)
        }
    }

    private mutating func takeCommand(_ limit: inout Int) throws(WireError) -> LockCommand {
        let tag: CommandTag = try takeCase(.command, &limit)
        switch tag {
        case .raiseLock: return .raiseLock(try takeScene(&limit))
        case .liftLock: return .liftLock(try takeScene(&limit))
        case .replaceLock: return .replaceLock(try takeScene(&limit))
        case .dropLock: return .dropLock(try takeScene(&limit))
        case .raiseCover: return .raiseCover(try takeScene(&limit))
        case .dropCover: return .dropCover(try takeScene(&limit))
        case .showOverlay:
            return .showOverlay(
                try takeCase(.overlay, &limit), try takeName(&limit), try takeScene(&limit))
        case .hideOverlay: return .hideOverlay(try takeName(&limit), try takeScene(&limit))
        case .prompt: return .prompt(generation: try take(UInt32.self, within: &limit))
        case .cancelPrompt: return .cancelPrompt(generation: try take(UInt32.self, within: &limit))
        case .resignKeyboard: return .resignKeyboard(try takeScene(&limit))
        case .restoreResponder: return .restoreResponder(try takeScene(&limit))
        case .restoreKeyWindow: return .restoreKeyWindow(try takeScene(&limit))
        case .returnToRoot: return .returnToRoot(try takeScene(&limit))
        case .post: return .post(try takeName(&limit))
        case .deliver: return .deliver(try takeCase(.entry, &limit), try takeName(&limit))
        case .discardEntries: return .discardEntries
        case .perform: return .perform(try takeCase(.action, &limit))
        case .attempts: return .attempts(try take(UInt16.self, within: &limit))
        case .persist: return .persist(try takeState(&limit))
        case .schedule:
            return .schedule(
                try takeCase(.timer, &limit), deadline: try takeInstant(&limit),
                generation: try take(UInt32.self, within: &limit))
        case .cancel:
            return .cancel(
                try takeCase(.timer, &limit), generation: try take(UInt32.self, within: &limit))
        }
    }
}

/// The commands as bytes, in the order they are declared.
enum CommandTag: UInt8, CaseIterable {
    case raiseLock, liftLock, replaceLock, dropLock, raiseCover, dropCover, showOverlay, hideOverlay
    case prompt, cancelPrompt, resignKeyboard, restoreResponder, restoreKeyWindow, returnToRoot,
        post
    case deliver, discardEntries, perform, attempts, persist, schedule, cancel

    @inline(__always)
    init(_ command: LockCommand) {
        self =
            switch command {
            case .raiseLock: .raiseLock
            case .liftLock: .liftLock
            case .replaceLock: .replaceLock
            case .dropLock: .dropLock
            case .raiseCover: .raiseCover
            case .dropCover: .dropCover
            case .showOverlay: .showOverlay
            case .hideOverlay: .hideOverlay
            case .prompt: .prompt
            case .cancelPrompt: .cancelPrompt
            case .resignKeyboard: .resignKeyboard
            case .restoreResponder: .restoreResponder
            case .restoreKeyWindow: .restoreKeyWindow
            case .returnToRoot: .returnToRoot
            case .post: .post
            case .deliver: .deliver
            case .discardEntries: .discardEntries
            case .perform: .perform
            case .attempts: .attempts
            case .persist: .persist
            case .schedule: .schedule
            case .cancel: .cancel
            }
    }
}
