import AppLock
import Chronology
import Devices
import Simulation
import Testing
import WindowStacks

/// What must not change when something that does not matter does (section 4 of the model).
@Suite struct MetamorphicTests {
    /// What a person could see of a session, and what the engine counts, at one instant.
    private struct Snapshot: Equatable {
        var isLocked: Bool
        var isCovered: Bool
        var attempts: UInt16
        var generation: UInt32
        var isLoggedIn: Bool
        var timers: Int
        var scenes: [String] = []

        init(_ play: Play) {
            let device = play.session.device
            let engine = play.session.engine
            isLocked = device.showsLock
            isCovered = device.isCovered
            attempts = engine.attempts
            generation = engine.generation
            isLoggedIn = engine.isLoggedIn
            timers = device.pendingTimerCount
            for index in 0..<device.sceneCount {
                let scene = device[SceneID(index)]
                let windows = scene.stack.windows.indices.map { place in
                    let window = scene.stack.windows[place]
                    return "\(window.id.rawValue)/\(window.level)/\(window.isHidden)"
                }
                let controllers = scene.stack.controllers.indices.map { place in
                    "\(scene.stack.controllers[place].name.rawValue)"
                }
                scenes.append(
                    "\(scene.state) key \(scene.stack.key.rawValue) focus "
                        + "\(scene.responder.rawValue) \(windows) \(controllers)")
            }
        }
    }

    /// Counted without the wall changes themselves.
    private func counts(_ play: Play) -> [UInt64] {
        Counters.Kind.allCases.filter { ![.events, .otherEvents, .wallChanges].contains($0) }
            .map { play.world.counters[$0] }
    }

    private static let shifts: [Int64] = [
        -86_400, -3600, -21, -20, -1, 1, 20, 21, 3600, 86_400 * 365,
    ]

    /// Carries out an action, with the wall clock set anew just before it now and then.
    private func perform(
        _ timed: TimedAction, on play: inout Play, shiftingWall chooser: inout Chooser
    ) -> Int {
        var shifts = 0
        while chooser.chance(30) {
            let shift = chooser.pick(Self.shifts) * 1_000_000_000
            play.perform(
                TimedAction(at: timed.at, scene: nil, action: .shiftWall(nanoseconds: shift)))
            shifts += 1
        }
        play.perform(timed)
        return shifts
    }

    @Test func wallTimeMeansNothingToTheDefaultPolicy() {
        var shifted = 0
        for seed in UInt64(100_000)..<100_400 {
            let script = RandomScript(seed: seed)
            var chooser = Chooser(seed: seed &+ 1)
            var plain = Play(script.setting)
            var moved = Play(script.setting)
            for timed in script.actions {
                plain.perform(timed)
                shifted += perform(timed, on: &moved, shiftingWall: &chooser)
                let (one, two) = (Snapshot(plain), Snapshot(moved))
                #expect(one == two, "seed \(seed) at \(timed.at) ns")
                if one != two { return }
            }
            plain.finish()
            moved.finish()
            #expect(counts(plain) == counts(moved), "seed \(seed)")
            #expect(plain.world.log.total == 0 && moved.world.log.total == 0, "seed \(seed)")
        }
        #expect(shifted > 3000)
    }

    /// Every lock that is up without wall changes is up with them, for every engine that decides
    /// by a clock no person can set.
    @Test(arguments: Preset.allCases.filter { $0.policy.clock != .wall })
    func wallTimeNeverUnlocks(preset: Preset) {
        var locked = 0
        for seed in UInt64(110_000)..<110_030 {
            let script = RandomScript(seed: seed, preset: preset)
            var chooser = Chooser(seed: seed &+ 1)
            var plain = Play(script.setting)
            var moved = Play(script.setting)
            for timed in script.actions {
                plain.perform(timed)
                _ = perform(timed, on: &moved, shiftingWall: &chooser)
                let isLocked = plain.session.device.showsLock
                if isLocked { locked += 1 }
                #expect(!isLocked || moved.session.device.showsLock, "seed \(seed) \(timed.at) ns")
            }
        }
        #expect(locked > 100)
    }

    /// The engine that asks the wall clock is the one this can be seen on.
    @Test func wallTimeUnlocksTheEngineThatAsksIt() {
        var unlocked = 0
        for seed in UInt64(115_000)..<115_200 {
            let script = RandomScript(seed: seed, preset: .wallClock)
            var chooser = Chooser(seed: seed &+ 1)
            var plain = Play(script.setting)
            var moved = Play(script.setting)
            for timed in script.actions {
                plain.perform(timed)
                _ = perform(timed, on: &moved, shiftingWall: &chooser)
                if plain.session.device.showsLock && !moved.session.device.showsLock {
                    unlocked += 1
                }
            }
        }
        #expect(unlocked > 0)
    }

    /// Wherever a run is cut, the app that is started again comes up locked.
    @Test func killAndRelaunchNeverUnlocks() {
        var cuts = 0
        var lockedCuts = 0
        for seed in UInt64(120_000)..<120_250 {
            var script = RandomScript(seed: seed)
            script.setting.policy.coldStart = .locked
            script.setting.owner.coldStart = .locked
            var play = Play(script.setting)
            for timed in script.actions {
                play.perform(timed)
                var cut = play
                let wasLocked = cut.session.device.showsLock
                if cut.session.device.process != .notRunning {
                    cut.perform(TimedAction(at: cut.now, scene: nil, action: .kill))
                }
                if cut.session.device.isLocked {
                    let unlock = DeviceAction.unlockDevice(toHome: true)
                    cut.perform(TimedAction(at: cut.now, scene: nil, action: unlock))
                }
                let launch = DeviceAction.launch(background: false, loggedIn: nil)
                guard cut.perform(TimedAction(at: cut.now, scene: nil, action: launch)) else {
                    continue
                }
                cuts += 1
                if wasLocked { lockedCuts += 1 }
                let isShut = cut.session.device.showsLock || !cut.session.engine.isLoggedIn
                #expect(isShut, "seed \(seed) at \(timed.at) ns")
                #expect(!wasLocked || cut.session.device.showsLock, "seed \(seed), \(timed.at) ns")
                cut.finish()
                #expect(cut.world.log.total == 0, "seed \(seed) at \(timed.at) ns")
                if !isShut || cut.world.log.total != 0 { return }
            }
        }
        #expect(cuts > 4000)
        #expect(lockedCuts > 1000)
    }

    /// A lock that is up survives kill and relaunch under `cold_start: open` too: it is latched.
    @Test func aHeldLockSurvivesKillWhereLaunchesOpen() {
        var cuts = 0
        for seed in UInt64(130_000)..<130_250 {
            var script = RandomScript(seed: seed)
            script.setting.policy.coldStart = .open
            script.setting.owner.coldStart = .open
            var play = Play(script.setting)
            for timed in script.actions {
                play.perform(timed)
                guard play.session.device.showsLock else { continue }
                var cut = play
                cut.perform(TimedAction(at: cut.now, scene: nil, action: .kill))
                let launch = DeviceAction.launch(background: true, loggedIn: nil)
                guard cut.perform(TimedAction(at: cut.now, scene: nil, action: launch)) else {
                    continue
                }
                cuts += 1
                #expect(cut.session.device.showsLock, "seed \(seed) at \(timed.at) ns")
                cut.finish()
                #expect(cut.world.log.total == 0, "seed \(seed) at \(timed.at) ns")
                if cut.world.log.total != 0 { return }
            }
        }
        #expect(cuts > 1000)
    }

    /// Sessions are told apart by number only; two numbers give the same session.
    @Test func theNameOfASessionMeansNothing() {
        for seed in UInt64(140_000)..<140_050 {
            let script = RandomScript(seed: seed, anyMechanism: true)
            var other = Play(script.setting)
            other.world.log.session = 77
            for timed in script.actions { other.perform(timed) }
            other.finish(at: script.end)
            #expect(other.world.counters == script.play.world.counters, "seed \(seed)")
            let counts = script.play.world.log.counts
            #expect(other.world.log.counts == counts, "seed \(seed)")
        }
    }
}
