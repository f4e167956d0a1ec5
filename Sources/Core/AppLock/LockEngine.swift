public import Chronology

/// The lock of one app session: hears events, answers with commands, and does nothing else.
///
/// `handle` is total: every event in every state has a defined result. The policy is handed in
/// with each call, since all sessions of an app share it. A value of about 200 bytes; what few
/// sessions need (holds, waiting entries and overlays) lies in a box.
///
/// Rules by number are those of the hardened engine, see README.
public struct LockEngine: Sendable {
    // Wide fields first: no padding between.
    var rare = Boxed<Rare>()
    /// On the policy's clock.
    var lastActivity: Int64 = 0
    var anchor: Anchor?

    // Scenes, one bit each.
    var connected: UInt8 = 0
    var foreground: UInt8 = 0
    var active: UInt8 = 0
    /// Scenes whose next didBecomeActive is a ghost unless a willEnterForeground comes first.
    var backgrounded: UInt8 = 0
    var ghosts: UInt8 = 0
    var covered: UInt8 = 0

    public internal(set) var isLocked = false
    public internal(set) var isLoggedIn = true
    var isLaunching = false
    var absenceReachedBackground = false
    /// What an event must answer with `persist`.
    var hasChanged = false

    // Prompts (rule 7).
    var isPromptOut = false
    /// Offer one at the next didBecomeActive.
    var owesPrompt = false
    /// The same, after the system cancelled one.
    var owesPromptAgain = false
    /// The backoff's wait holds one back.
    var isPromptHeldBack = false

    // Idle (rule 3).
    var isIdleCounting = false
    var isIdleScheduled = false
    var fingersDown: UInt16 = 0
    var idleGeneration: UInt32 = 0

    public internal(set) var generation: UInt32 = 0
    public internal(set) var attempts: UInt16 = 0
    var biometricFailures: UInt8 = 0
    var limitReached = false
    /// How often the wall clock was set; nothing hangs on it.
    public internal(set) var wallDivergences: UInt16 = 0

    /// What few sessions need.
    struct Rare: Sendable {
        var holds: [Name] = []
        var entries: [(kind: EntryKind, name: Name)] = []
        var waitingOverlays: [WaitingOverlay] = []
        var loginOverlays: [WaitingOverlay] = []
        var idleRequests: [IdleRequest] = []
        var wait: BackoffWait?
        var backoffGeneration: UInt32 = 0
    }

    struct WaitingOverlay: Sendable {
        var kind: OverlayKind
        var name: Name
        var scene: SceneID
    }

    /// One delayed call of S004's code, on the policy's clock.
    struct IdleRequest: Sendable {
        var generation: UInt32
        var start: Int64
    }

    public init() {}

    /// Takes one event and appends what is to be done to `commands`, in order. O(1) but for
    /// waiting entries, which are delivered all at once.
    public mutating func handle(
        _ event: LockEvent, at now: ClockReadings, under policy: LockPolicy,
        into commands: inout CommandBuffer
    ) {
        switch event {
        case .touches(let scene, let touches):
            handleTouches(touches, in: scene, now, policy, &commands)
        case .key, .scroll:
            if policy.idle.counts == .input { noteInput(now, policy, &commands) }
        case .timerFired(.idle, let generation):
            idleTimerFired(generation, now, policy, &commands)
        case .timerFired(.backoff, let generation):
            backoffTimerFired(generation, now, policy, &commands)
        case .didFinishLaunching(let stored, let loggedIn):
            finishLaunching(stored, loggedIn, now, policy, &commands)
        case .sceneWillConnect(let scene): connect(scene, policy, &commands)
        case .sceneDidDisconnect(let scene): disconnect(scene, now, policy, &commands)
        case .willEnterForeground(let scene): enterForeground(scene, now, policy, &commands)
        case .didBecomeActive(let scene): becomeActive(scene, now, policy, &commands)
        case .willResignActive(let scene): resignActive(scene, now, policy, &commands)
        case .didEnterBackground(let scene): enterBackground(scene, now, policy, &commands)
        case .holdBegan(let name): beginHold(name, &commands)
        case .holdEnded(let name): endHold(name, now, policy, &commands)
        case .authentication(let result, let method, let generation):
            authenticate(result, method, generation, now, policy, &commands)
        case .entry(let kind, let name): receive(kind, name, policy, &commands)
        case .overlayRequested(let kind, let name, let scene):
            requestOverlay(WaitingOverlay(kind: kind, name: name, scene: scene), &commands)
        case .overlayDismissed(let name, let scene):
            dismissOverlay(name, scene, now, policy, &commands)
        case .windowShown(let scene, _): keepOnTop(scene, policy, &commands)
        case .windowHidden(let scene, let name), .windowReleased(let scene, let name):
            if name == .main { keepOnTop(scene, policy, &commands) }
        case .protectedDataAvailable: break
        case .wallClockChanged: wallClockChanged(now, policy, &commands)
        case .manualLock: if isLoggedIn { lock(now, policy, &commands) }
        }
        if hasChanged { persist(policy, &commands) }
    }

    var isActive: Bool { active != 0 }
    var isForeground: Bool { foreground != 0 }

    /// What must outlive the process, where it changed in this event (rule 10).
    private mutating func persist(_ policy: LockPolicy, _ commands: inout CommandBuffer) {
        hasChanged = false
        guard !policy.quirks.persistsNothing else { return }
        var stored = StoredState()
        stored.anchor = anchor
        stored.isLatched = isLocked
        stored.isLoggedIn = isLoggedIn
        stored.generation = generation
        if !policy.quirks.forgetsAttempts {
            stored.attempts = attempts
            stored.biometricFailures = biometricFailures
            stored.wait = wait
            stored.limitReached = limitReached
        }
        commands.append(.persist(stored))
    }

    /// The policy's clock, in nanoseconds.
    func reading(_ now: ClockReadings, _ policy: LockPolicy) -> Int64 {
        switch policy.clock {
        case .continuous: Int64(clamping: now.continuous.nanoseconds)
        case .uptime: Int64(clamping: now.uptime.nanoseconds)
        case .wall: now.wallNanoseconds
        }
    }

    /// The wait after wrong codes, over or not.
    var wait: BackoffWait? {
        get { rare.read({ $0.wait }) ?? nil }
        set {
            if newValue != nil || !rare.isEmpty { rare.update(or: Rare()) { $0.wait = newValue } }
        }
    }

    var backoffGeneration: UInt32 { rare.isEmpty ? 0 : rare.read({ $0.backoffGeneration }) ?? 0 }

    /// Calls `body` for each scene of a set of bits, in order.
    func forEachScene(of bits: UInt8, _ body: (SceneID) -> Void) {
        for index in 0..<SceneID.bound where bits & (1 << UInt8(index)) != 0 {
            body(SceneID(index))
        }
    }
}

extension SceneID {
    @inlinable public var bit: UInt8 { 1 << index }
}
