import AppLock
import WindowStacks

/// What the app does with its own windows and controllers.
extension Device {
    mutating func changeApp(
        _ action: DeviceAction, in scene: SceneID, _ policy: LockPolicy,
        _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        try requireRunning()
        guard attached & scene.bit != 0 else { throw .unknownScene(.main) }
        hasChanged = true
        switch action {
        case .push(let name, let isSensitive, let window):
            let window = try existing(window ?? .main, in: scene)
            push(name, isSensitive, onto: window, in: scene)
        case .present(let name, let isSensitive, let window):
            try present(name, isSensitive, isAlert: false, window ?? .main, in: scene, &steps)
        case .presentAlert(let name, let window):
            try present(name, false, isAlert: true, window ?? .main, in: scene, &steps)
        case .pop(let window):
            let window = try existing(window ?? .main, in: scene)
            guard self[scene].stack.pop(in: window) else { throw .nothingToPop }
            self[scene].settleInsets(from: .max)
            dropNotedResponder(of: window, in: scene)
        case .dismiss(let window):
            let window = try existing(window ?? .main, in: scene)
            guard self[scene].stack.dismiss(in: window) else { throw .nothingToDismiss }
            self[scene].settleInsets(from: .max)
            dropNotedResponder(of: window, in: scene)
        case .focus(let field, let window):
            focus(field, try existing(window ?? .main, in: scene), in: scene)
        default: try changeWindow(action, in: scene, policy, &steps)
        }
    }

    private func existing(
        _ window: Name, in scene: SceneID
    ) throws(ImpossibleAction) -> Name {
        guard self[scene].stack.index(of: window) != nil else { throw .unknownWindow(window) }
        return window
    }

    /// A controller that already presents, an alert and a presented cover refuse it.
    private func refuses(_ top: Controller?) -> Bool {
        guard let top else { return true }
        return top.isAlert || top.belongsToEngine
    }

    private mutating func push(
        _ name: Name, _ isSensitive: Bool?, onto window: Name, in scene: SceneID
    ) {
        let top = self[scene].stack.topController(of: window)
        guard !refuses(top) else { return }
        let depth = self[scene].stack.depth(of: .main)
        self[scene].stack.append(
            Controller(
                name: name, window: window, isSensitive: isSensitive ?? inherited(window, in: scene)
            ))
        self[scene].settleInsets(from: depth)
    }

    /// What is pushed or presented in a window is as sensitive as that window.
    private func inherited(_ window: Name, in scene: SceneID) -> Bool {
        self[scene].stack.window(window)?.isSensitive ?? false
    }

    private mutating func present(
        _ name: Name, _ isSensitive: Bool?, isAlert: Bool, _ window: Name, in scene: SceneID,
        _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        let window = try existing(window, in: scene)
        let top = self[scene].stack.topController(of: window)
        guard !refuses(top) else { return }
        self[scene].stack.append(
            Controller(
                name: name, window: window, isPresented: true, isAlert: isAlert,
                isSensitive: isSensitive ?? inherited(window, in: scene)))
        steps.append(.event(.windowShown(scene, window)))
    }

    private mutating func focus(_ field: Name, _ window: Name, in scene: SceneID) {
        let depth = self[scene].stack.depth(of: window) - 1
        if lockedScenes & scene.bit != 0 {
            self[scene].notedResponder = Scene.NotedResponder(
                window: window, field: field, depth: UInt8(clamping: depth))
        } else {
            self[scene].stack.setResponder(field, of: window, depth: depth)
        }
    }

    private mutating func dropNotedResponder(of window: Name, in scene: SceneID) {
        let noted = self[scene].notedResponder
        guard noted.window == window, Int(noted.depth) >= self[scene].stack.depth(of: window)
        else { return }
        self[scene].notedResponder = Scene.NotedResponder()
    }

    private mutating func changeWindow(
        _ action: DeviceAction, in scene: SceneID, _ policy: LockPolicy,
        _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        switch action {
        case .createWindow(let description):
            guard self[scene].stack.index(of: description.id) == nil else {
                throw .windowExists(description.id)
            }
            self[scene].stack.create(description)
        case .show(let id):
            let place = try place(of: id, in: scene)
            guard self[scene].stack.windows[place].isHidden else { return }
            self[scene].stack.show(place)
            steps.append(.event(.windowShown(scene, id)))
        case .hide(let id):
            self[scene].stack.hide(try place(of: id, in: scene))
            steps.append(.event(.windowHidden(scene, id)))
        case .makeKey(let id):
            _ = try place(of: id, in: scene)
            makeKey(id, in: scene, policy)
        case .makeKeyAndVisible(let id):
            let place = try place(of: id, in: scene)
            if self[scene].stack.windows[place].isHidden {
                self[scene].stack.show(place)
            } else {
                self[scene].stack.orderFront(place)
            }
            makeKey(id, in: scene, policy)
            steps.append(.event(.windowShown(scene, id)))
        case .releaseWindow(let id):
            self[scene].stack.release(try place(of: id, in: scene))
            steps.append(.event(.windowReleased(scene, id)))
        case .setLevel(let id, let level):
            let place = try place(of: id, in: scene)
            self[scene].stack.setLevel(place, level)
            if self[scene].stack.isShown(id) { steps.append(.event(.windowShown(scene, id))) }
        default: preconditionFailure("every action has been dealt with")
        }
    }

    private func place(of id: Name, in scene: SceneID) throws(ImpossibleAction) -> Int {
        guard let place = self[scene].stack.index(of: id) else { throw .unknownWindow(id) }
        return place
    }

    /// A window made key while locked does not become key; it is noted. The documents' apps
    /// know nothing of that.
    private mutating func makeKey(_ id: Name, in scene: SceneID, _ policy: LockPolicy) {
        guard self[scene].stack.window(id)?.canBecomeKey == true else { return }
        let isGuarded = !policy.quirks.leavesLockWhereItWas
        if lockedScenes & scene.bit != 0 && isGuarded && id != .lock {
            self[scene].notedKey = id
        } else {
            self[scene].stack.setKey(id)
        }
    }
}
