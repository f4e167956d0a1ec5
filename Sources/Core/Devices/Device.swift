public import AppLock
public import Chronology
public import WindowStacks

/// The ground truth of one simulated app session: process, device, clocks, scenes, timers.
///
/// A pure value: time comes in as model nanoseconds since the session's start. Actions become
/// steps (`perform`), each step changes the state and yields at most one event for the engine
/// (`execute`), and the engine's commands are carried out by `apply`.
public struct Device: Sendable {
    public enum Process: UInt8, Sendable { case notRunning, running, suspended }

    // Wide fields first: no padding between.
    public internal(set) var first = Scene()
    public internal(set) var promptGeneration: UInt32 = 0

    // Clocks: wall = model + wallOffset, continuous = model - bootTime.
    var bootTime: UInt64 = 0
    /// Also when it fell asleep, where it did.
    var lockedAt: UInt64 = 0
    var sleptSinceBoot: UInt64 = 0
    var wallOffset: Int64

    // What the device does by itself, in model time; `.max` where nothing is due.
    var protectedDataEndAt = UInt64.max
    /// Pictures where some are due, suspension otherwise.
    var closingAt = UInt64.max

    var rare = Boxed<Rare>()
    /// The engine's timers; the common one in place.
    var idleTimer = HostTimer()
    public internal(set) var bootID: UInt32 = 1
    var stored = StoredState()
    /// Where the touch that began last is.
    public internal(set) var touchPoint = Frame.screen.middle
    public internal(set) var fingersDown: UInt16 = 0
    var shuffleSeed: UInt16 = 0

    public internal(set) var process = Process.notRunning
    public internal(set) var isLocked = false
    public internal(set) var isAsleep = false
    public internal(set) var isTracking = false
    public internal(set) var isPromptOut = false
    /// Something that can be seen has changed since the auditor last looked.
    public var hasChanged = true
    // Of all scenes together, one bit each; brought up to date by `refresh`.
    public internal(set) var attached: UInt8 = 0
    public internal(set) var foregroundScenes: UInt8 = 0
    public internal(set) var activeScenes: UInt8 = 0
    public internal(set) var lockedScenes: UInt8 = 0
    /// Whether anything was ever persisted.
    var hasStored = false
    var protectedDataAvailable = true
    var isInterrupted = false
    var hasGhost = false
    /// Scenes in front when the device was locked, one bit each.
    var frontBeforeLock: UInt8 = 0
    /// Scenes whose picture is due.
    var snapshotScenes: UInt8 = 0

    struct Rare: Sendable {
        var others: [Scene] = []
        var sceneNames: [Name] = [.main]
        var inbox: [LockEvent] = []
        var holds: [Name] = []
        var timers: [(kind: TimerKind, timer: HostTimer)] = []
        var ghostAt = UInt64.max
        var ghostEndAt = UInt64.max
    }

    var ghostAt: UInt64 {
        get { rare.isEmpty ? .max : rare.read({ $0.ghostAt }) ?? .max }
        set {
            if newValue == .max && rare.isEmpty { return }
            rare.update(or: Rare()) { $0.ghostAt = newValue }
        }
    }

    var ghostEndAt: UInt64 {
        get { rare.isEmpty ? .max : rare.read({ $0.ghostEndAt }) ?? .max }
        set {
            if newValue == .max && rare.isEmpty { return }
            rare.update(or: Rare()) { $0.ghostEndAt = newValue }
        }
    }

    public init(settings: DeviceSettings, seed: UInt64 = 0) {
        wallOffset = settings.wallStartNanoseconds
        if settings.fuzz.equalLevels { shuffleSeed = UInt16(truncatingIfNeeded: seed) | 1 }
    }

    // MARK: Clocks

    /// Mutates nothing; so declared that the record is read in place, not copied first.
    public mutating func readings(at now: UInt64) -> ClockReadings {
        let continuous = now > bootTime ? now - bootTime : 0
        var slept = sleptSinceBoot
        if isAsleep && now > lockedAt { slept += now - lockedAt }
        return ClockReadings(
            continuous: Instant(nanoseconds: continuous),
            uptime: Instant(nanoseconds: continuous > slept ? continuous - slept : 0),
            wallNanoseconds: Int64(clamping: now).addingClamped(wallOffset), bootID: bootID,
            protectedDataAvailable: protectedDataAvailable)
    }

    // MARK: Scenes

    public var sceneCount: Int { 1 + (rare.isEmpty ? 0 : rareSceneCount) }
    private var rareSceneCount: Int { rare.read({ $0.others })?.count ?? 0 }

    /// An unattached one where there never was such a scene.
    public subscript(scene: SceneID) -> Scene {
        @inline(__always)
        get {
            if scene.index == 0 { return first }
            guard let others = rare.read({ $0.others }), Int(scene.index) <= others.count else {
                return Scene()
            }
            return others[Int(scene.index) - 1]
        }
        _modify {
            if scene.index == 0 {
                yield &first
            } else {
                var others = rare.read({ $0.others }) ?? []
                yield &others[Int(scene.index) - 1]
                rare.update(or: Rare()) { $0.others = others }
            }
        }
    }

    /// Looks at a scene in place, where the subscript would copy it.
    public mutating func withScene<Result>(
        _ scene: SceneID, _ look: (inout Scene) -> Result
    ) -> Result {
        if scene.index == 0 { return look(&first) }
        return look(&self[scene])
    }

    /// Nil where no scene of that name is attached.
    public func scene(named name: Name) -> SceneID? {
        if name == .main { return first.isAttached ? .first : nil }
        guard let names = rare.read({ $0.sceneNames }) else { return nil }
        for index in names.indices where index > 0 && names[index] == name {
            let scene = SceneID(index)
            return self[scene].isAttached ? scene : nil
        }
        return nil
    }

    @inlinable public var isForeground: Bool { foregroundScenes != 0 }
    @inlinable public var isActive: Bool { activeScenes != 0 }
    /// A lock is up in some scene.
    @inlinable public var showsLock: Bool { lockedScenes != 0 }

    /// A cover is up in some scene.
    public var isCovered: Bool {
        first.isCovered || (rare.read({ $0.others.contains { $0.isCovered } }) ?? false)
    }

    /// Brings what is kept of all scenes up to date, after one of them changed.
    mutating func refresh() {
        hasChanged = true
        attached = 0
        foregroundScenes = 0
        activeScenes = 0
        lockedScenes = 0
        note(first.state, first.carrier, SceneID.first.bit)
        guard !rare.isEmpty, let others = rare.read({ $0.others }) else { return }
        for index in others.indices {
            note(others[index].state, others[index].carrier, 1 << UInt8(index + 1))
        }
    }

    private mutating func note(_ state: Scene.State, _ carrier: Scene.Carrier?, _ bit: UInt8) {
        if state != .unattached { attached |= bit }
        if state == .active { activeScenes |= bit }
        if state == .active || state == .inactive { foregroundScenes |= bit }
        if carrier != nil { lockedScenes |= bit }
    }
}

extension Int64 {
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : sum
    }
}
