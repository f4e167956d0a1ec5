public import AppLock
public import Chronology
public import Devices
public import WindowStacks

/// What can be seen of one session at an instant: clocks, timers, and the windows of each scene.
public struct SessionFrame: Sendable {
    public struct ShownWindow: Sendable {
        public var id: Name
        public var level: Int32
        public var role: WindowRole
        public var frame: Frame
        public var isHidden: Bool
        public var isKey: Bool
        public var isSensitive: Bool
        /// A cover on its way up or down, which shows what is below.
        public var isTransparent: Bool
        public var belongsToEngine: Bool
        /// Root first.
        public var controllers: [Name]
        /// Locks, covers and overlays that lie inside it, in the order they came.
        public var layers: [Scene.InnerLayer]
    }

    public struct ShownScene: Sendable {
        public var id: SceneID
        public var state: Scene.State
        /// Back to front.
        public var windows: [ShownWindow]
        public var responder: Name
        public var isLocked: Bool
        public var isCovered: Bool
        /// Somebody in front of the screen could read it now.
        public var showsSensitiveContent: Bool
    }

    public var readings: ClockReadings
    public var process: Device.Process
    public var isDeviceLocked: Bool
    public var isAsleep: Bool
    public var isPromptOut: Bool
    public var promptGeneration: UInt32
    /// Those attached, in the order they connected.
    public var scenes: [ShownScene] = []
    public var timers: [DueTimer]

    public init(_ device: inout Device, at now: UInt64) {
        readings = device.readings(at: now)
        process = device.process
        isDeviceLocked = device.isLocked
        isAsleep = device.isAsleep
        isPromptOut = device.isPromptOut
        promptGeneration = device.promptGeneration
        timers = device.pendingTimers
        for index in 0..<device.sceneCount {
            let scene = device[SceneID(index)]
            if scene.isAttached { scenes.append(ShownScene(scene, SceneID(index))) }
        }
    }
}

extension SessionFrame.ShownScene {
    fileprivate init(_ looked: Scene, _ id: SceneID) {
        var scene = looked
        self.id = id
        state = scene.state
        responder = scene.responder
        isLocked = scene.isLocked
        isCovered = scene.isCovered
        showsSensitiveContent = scene.isForeground && scene.drawsSensitiveContent()
        let stack = scene.stack
        windows = stack.windows.indices.map { index in
            let window = stack.windows[index]
            let controllers = stack.controllers.indices.map { stack.controllers[$0] }
                .filter { $0.window == window.id }
            return SessionFrame.ShownWindow(
                id: window.id, level: window.level, role: window.role,
                frame: stack.frame(of: window), isHidden: window.isHidden,
                isKey: stack.key == window.id, isSensitive: window.isSensitive,
                isTransparent: window.isTransparent, belongsToEngine: window.belongsToEngine,
                controllers: controllers.filter { !$0.belongsToEngine }.map(\.name),
                layers: window.id == .main ? scene.innerLayers : [])
        }
    }
}
