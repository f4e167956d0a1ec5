public import AppLock
import Chronology
import WindowStacks

/// From what people and the system do to the steps that follow from it.
extension Device {
    /// Appends the steps of an action. `scene` nil: every scene for leaving and returning, the
    /// first for the rest. Where it throws, nothing has changed.
    public mutating func perform(
        _ action: DeviceAction, in scene: SceneID?, at now: UInt64, _ settings: DeviceSettings,
        _ policy: LockPolicy, into steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        switch action {
        case .tap(let window, let point): try tap(window, point, in: scene ?? .first, &steps)
        case .touch(let touches): try touch(touches, in: scene ?? .first, &steps)
        case .scroll:
            try requireRunning()
            steps.append(.event(.scroll(scene ?? .first)))
        case .key:
            try requireRunning()
            steps.append(.event(.key(scene ?? .first)))
        case .launch(let background, let loggedIn):
            guard process == .notRunning else { throw .alreadyRunning }
            guard !isLocked || background else { throw .deviceLocked }
            try launch(background: background, loggedIn, at: now, policy, &steps)
        case .home:
            guard foregroundScenes & only(scene) != 0 else { throw .notInFront }
            leave(only(scene), &steps)
        case .open: try open(scene, at: now, settings, policy, &steps)
        case .interrupt: try interrupt(only(scene), &steps)
        case .returnFromInterruption: try returnFromInterruption(only(scene), &steps)
        case .lockDevice(let asleep, let alwaysOn):
            try lockDevice(asleep, alwaysOn, at: now, settings, &steps)
        case .unlockDevice(let toHome): try unlockDevice(toHome, at: now, settings, &steps)
        case .swipeAbort:
            guard process != .notRunning else { throw .notRunning }
            guard !isForeground else { throw .notInBackground }
            guard !isLocked else { throw .deviceLocked }
            returnToApp(attached, aborts: true, settings, &steps)
        case .kill:
            guard process != .notRunning else { throw .notRunning }
            endProcess()
        case .reboot(let down): reboot(at: now, down)
        case .shiftWall(let shift): setWallOffset(wallOffset.addingClamped(shift), &steps)
        case .setWall(let wall):
            setWallOffset(wall.addingClamped(-Int64(clamping: now)), &steps)
        case .snapshot:
            guard process != .notRunning else { throw .notRunning }
            steps.append(.picture(scene ?? .first))
        case .tracking(let isOn):
            try requireRunning()
            isTracking = isOn
        case .hold(let name):
            guard process != .notRunning else { throw .notRunning }
            rare.update(or: Rare()) { $0.holds.append(name) }
            request(.holdBegan(name), &steps)
        case .releaseHold(let name): try releaseHold(name, &steps)
        case .overlay(let kind, let name):
            try requestOfApp(.overlayRequested(kind, name, scene ?? .first), &steps)
        case .dismissOverlay(let name):
            try requestOfApp(.overlayDismissed(name, scene ?? .first), &steps)
        case .manualLock: try requestOfApp(.manualLock, &steps)
        case .entry(let kind, let name): try requestOfApp(.entry(kind, name), &steps)
        case .authenticate(let result, let method, let generation):
            try authenticate(result, method, generation, &steps)
        case .connectScene(let name): try connect(name, policy, &steps)
        case .disconnectScene(let name):
            guard process != .notRunning else { throw .notRunning }
            guard let scene = self.scene(named: name) else { throw .unknownScene(name) }
            steps.append(.disconnect(scene))
        case .dismissGesture: try requireRunning()
        case .advance: break
        default: try changeApp(action, in: scene ?? .first, policy, &steps)
        }
    }

    func only(_ scene: SceneID?) -> UInt8 { scene?.bit ?? attached }

    /// Declared mutating, though it changes nothing: so the record is read in place.
    mutating func requireRunning() throws(ImpossibleAction) {
        switch process {
        case .notRunning: throw .notRunning
        case .suspended: throw .suspended
        case .running: break
        }
    }

    private mutating func requestOfApp(
        _ event: LockEvent, _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        guard process != .notRunning else { throw .notRunning }
        request(event, &steps)
    }

    /// What reaches a suspended process only when it is resumed.
    private mutating func request(_ event: LockEvent, _ steps: inout StepBuffer) {
        if process == .suspended {
            rare.update(or: Rare()) { $0.inbox.append(event) }
        } else {
            steps.append(.event(event))
        }
    }

    private mutating func authenticate(
        _ result: AuthenticationResult, _ method: AuthenticationMethod?, _ generation: UInt32?,
        _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        let method = method ?? (isPromptOut ? .biometric : .passcode)
        let claimed = generation ?? promptGeneration
        try requestOfApp(.authentication(result, method, generation: claimed), &steps)
        if isPromptOut && claimed == promptGeneration && method == .biometric {
            isPromptOut = false
        }
    }

    private mutating func releaseHold(
        _ name: Name, _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        guard let place = rare.read({ $0.holds })?.firstIndex(of: name) else {
            throw .unknownHold(name)
        }
        rare.change({ $0.holds.remove(at: place) })
        request(.holdEnded(name), &steps)
    }

    private mutating func setWallOffset(_ offset: Int64, _ steps: inout StepBuffer) {
        wallOffset = offset
        if process == .running { steps.append(.event(.wallClockChanged)) }
    }

    // MARK: Input

    private mutating func tap(
        _ window: Name?, _ point: Point?, in scene: SceneID, _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        try requireForeground()
        if let window, self[scene].stack.index(of: window) == nil { throw .unknownWindow(window) }
        let frame = window.flatMap { self[scene].stack.window($0) }.map {
            self[scene].stack.frame(of: $0)
        }
        touchPoint = point ?? (frame ?? .screen).middle
        var finger: UInt8 = 1
        while fingersDown & (1 << UInt16(finger)) != 0 { finger += 1 }
        steps.append(.event(.touches(scene, TouchList(Touch(finger: finger, phase: .began)))))
        steps.append(.event(.touches(scene, TouchList(Touch(finger: finger, phase: .ended)))))
    }

    private mutating func requireForeground() throws(ImpossibleAction) {
        try requireRunning()
        guard foregroundScenes != 0 else { throw .notInFront }
    }

    private mutating func touch(
        _ touches: TouchList, in scene: SceneID, _ steps: inout StepBuffer
    ) throws(ImpossibleAction) {
        try touch(touches)
        steps.append(.event(.touches(scene, touches)))
    }

    /// The short way for input that is one event: what `perform` would make a step of. Nil where
    /// the action is something else, and nothing has happened.
    @inline(__always)
    public mutating func input(
        _ action: DeviceAction, in scene: SceneID?
    ) throws(ImpossibleAction) -> LockEvent? {
        switch action {
        case .touch(let touches):
            try touch(touches)
            return .touches(scene ?? .first, touches)
        case .key:
            try requireRunning()
            return .key(scene ?? .first)
        default: return nil
        }
    }

    mutating func touch(_ touches: TouchList) throws(ImpossibleAction) {
        try requireForeground()
        var down = fingersDown
        for index in 0..<Int(touches.count) {
            let touch = touches[index]
            let bit = UInt16(1) << UInt16(touch.finger & 15)
            if touch.phase == .began {
                guard down & bit == 0 else { throw .fingerDown(touch.finger) }
                down |= bit
            } else {
                guard down & bit != 0 else { throw .fingerNotDown(touch.finger) }
                if touch.phase == .ended || touch.phase == .cancelled { down &= ~bit }
            }
        }
        fingersDown = down
        touchPoint = Frame.screen.middle
    }
}
