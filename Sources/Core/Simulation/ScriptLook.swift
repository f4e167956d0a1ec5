import AppLock
import Auditing
import Chronology
import Devices
import Scenarios
import WindowStacks

/// Compares one `expect` with a session.
struct ScriptLook {
    struct Mismatch {
        var key: String
        var expected: String
        var actual: String
    }

    let session: Session
    let world: World
    let names: NameTable
    let sceneName: Name
    var mismatches: [Mismatch] = []
    var checked = 0

    init(session: Session, world: World, names: NameTable, sceneName: Name) {
        self.session = session
        self.world = world
        self.names = names
        self.sceneName = sceneName
    }

    private var device: Device { session.device }
    private var isRunning: Bool { device.process != .notRunning }

    mutating func compare(_ expect: Expectation) {
        let id = device.scene(named: sceneName)
        let scene = id.map { device[$0] } ?? Scene()
        compareState(expect, scene)
        compareWindows(expect, scene)
        compareCounts(expect)
        compareLists(expect)
    }

    private mutating func compareState(_ expect: Expectation, _ looked: Scene) {
        var scene = looked
        check("locked", expect.locked, scene.isLocked)
        check("covered", expect.covered, scene.isCovered)
        check("foreground", expect.foreground, scene.isForeground)
        check("running", expect.running, isRunning)
        let visible = scene.isForeground && scene.drawsSensitiveContent()
        check("content_visible", expect.contentVisible, visible)
        let target = scene.isForeground ? scene.target(of: Frame.screen.middle) : nil
        let interactive = target?.role == .content && target?.isTakenByEngine == false
        check("interactive", expect.interactive, interactive)
        check("status_bar_visible", expect.statusBarVisible, scene.showsStatusBar)
        check("timers.pending", expect.timersPending, UInt64(device.pendingTimerCount))
        guard let limit = expect.exposure else { return }
        checked += 1
        let actual = TimeSpan(nanoseconds: session.auditor.exposure)
        if !limit.holds(for: actual) {
            add(
                "exposure", limit.comparison.rawValue + " " + milliseconds(limit.value.nanoseconds),
                milliseconds(actual.nanoseconds))
        }
    }

    private mutating func compareWindows(_ expect: Expectation, _ scene: Scene) {
        check("top", expect.top.map(text), window(scene.top))
        check("key", expect.key.map(text), window(scene.stack.key))
        check("responder", expect.responder.map(text), text(scene.responder))
        let windows = scene.stack.windows.indices.map { scene.stack.windows[$0] }
        let visible = windows.filter { !$0.isHidden }
        check("windows", expect.windows.map(text), windows.map { window($0.id) })
        check("visible", expect.visible.map(text), visible.map { window($0.id) })
        check("all_windows", expect.allWindows.map(text), allWindows(scene, windows))
        if let levels = expect.levels {
            for entry in levels {
                let match = windows.last { window($0.id) == text(entry.window) }
                check(
                    "levels.\(text(entry.window))", "\(entry.level)",
                    match.map { "\($0.level)" } ?? "no such window")
            }
        }
        let stack = scene.stack.controllers.indices.map { scene.stack.controllers[$0] }
            .filter { $0.window == .main && !$0.belongsToEngine }
        check("stack", expect.stack.map(text), stack.map { text($0.name) })
    }

    /// With the system's window at the back and the keyboard by its level.
    private func allWindows(_ scene: Scene, _ shown: [Window]) -> [String] {
        guard scene.isAttached else { return [] }
        var all = [text(.systemWindow)]
        var keyboard = scene.showsKeyboard
        for entry in shown {
            if keyboard && entry.level > WindowLevel.keyboard {
                all.append(text(.keyboard))
                keyboard = false
            }
            all.append(window(entry.id))
        }
        if keyboard { all.append(text(.keyboard)) }
        return all
    }

    private mutating func compareCounts(_ expect: Expectation) {
        let counters = world.counters
        check("prompts", expect.prompts, counters[.prompts])
        check("prompt_generation", expect.promptGeneration, UInt64(device.promptGeneration))
        check("locks", expect.locks, counters[.locks])
        check("unlocks", expect.unlocks, counters[.unlocks])
        check("idle_fires", expect.idleFires, counters[.idleFires])
        check("attempts", expect.attempts, UInt64(world.record?.attempts ?? 0))
        check("limit_actions", expect.limitActions, counters[.limitActions])
        check("snapshots.taken", expect.snapshotsTaken, counters[.snapshots])
        check("snapshots.leaked", expect.snapshotsLeaked, counters[.leaks])
    }

    private mutating func compareLists(_ expect: Expectation) {
        guard let record = world.record else { return }
        check("entries.queued", expect.entriesQueued.map(text), record.entriesQueued.map(text))
        check(
            "entries.delivered", expect.entriesDelivered.map(text),
            record.entriesDelivered.map(text))
        check("notified", expect.notified.map(text), record.notified.map(text))
        check("observed", expect.observed?.map(\.rawValue), record.observed.map(\.rawValue))
    }

    // MARK: Words

    private func text(_ name: Name) -> String { name == .none ? "null" : names[name] }
    private func text(_ names: [Name]) -> [String] { names.map { text($0) } }

    /// A window's name as seen from outside its scene.
    private func window(_ name: Name) -> String {
        name == .none || sceneName == .main ? text(name) : "\(names[sceneName])/\(text(name))"
    }

    private mutating func check<Value: Equatable>(
        _ key: String, _ expected: Value?, _ actual: Value
    ) {
        guard let expected else { return }
        checked += 1
        if expected != actual { add(key, "\(expected)", "\(actual)") }
    }

    private mutating func check(_ key: String, _ expected: [String]?, _ actual: [String]) {
        guard let expected else { return }
        checked += 1
        if expected != actual {
            add(
                key, "[\(expected.joined(separator: ", "))]",
                "[\(actual.joined(separator: ", "))]")
        }
    }

    private mutating func add(_ key: String, _ expected: String, _ actual: String) {
        mismatches.append(Mismatch(key: key, expected: expected, actual: actual))
    }
}
