import AppLock
import Chronology
import Devices
import Foundation
import Simulation
import WindowStacks

/// SplitMix64: all a test needs of chance.
struct Chooser {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0xD134_2543_DE82_EF95 &+ 1 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

    /// A place in a list of weights.
    mutating func weighted(_ weights: [Int]) -> Int {
        var rest = below(weights.reduce(0, +))
        for (place, weight) in weights.enumerated() {
            if rest < weight { return place }
            rest -= weight
        }
        return 0
    }
}

struct TimedAction {
    var at: UInt64
    /// Nil: every scene for leaving and returning.
    var scene: SceneID?
    var action: DeviceAction
}

/// What one session is run with.
struct Setting {
    var policy: LockPolicy
    var owner: LockPolicy
    var device: DeviceSettings
    var seed: UInt64
}

/// Carries out timed actions as a script would: what comes at one instant is one step.
struct Play {
    var world: World
    var session: Session
    private(set) var now: UInt64 = 0

    init(_ setting: Setting) {
        world = World(policy: setting.policy, owner: setting.owner, settings: setting.device)
        session = Session(settings: setting.device, seed: setting.seed)
        world.advance(&session, to: 0)
    }

    /// False where the action is impossible now; then nothing has changed.
    @discardableResult
    mutating func perform(_ timed: TimedAction) -> Bool {
        move(to: timed.at)
        do {
            try world.perform(timed.action, in: timed.scene, on: &session, at: now)
            return true
        } catch {
            return false
        }
    }

    mutating func move(to instant: UInt64) {
        guard instant > now else { return }
        world.close(&session, at: now)
        now = instant
        world.advance(&session, to: now)
    }

    /// Closes the last step and judges what is still owed a second later, or at `end`.
    mutating func finish(at end: UInt64? = nil) {
        move(to: end ?? now + TimeSpan.seconds(1).nanoseconds)
        world.close(&session, at: now)
        world.finish(&session, at: now)
    }
}

/// A drawn session: legal actions only, since each is tried on a device while it is drawn.
struct RandomScript {
    var setting: Setting
    var actions: [TimedAction] = []
    /// The run it was drawn with, finished.
    var play: Play

    init(seed: UInt64, length: Int = 40, preset: Preset? = nil, anyMechanism: Bool = false) {
        var draw = Draw(seed: seed)
        setting = draw.setting(preset, anyMechanism: anyMechanism)
        play = Play(setting)
        for _ in 0..<length {
            let timed = draw.action(for: play)
            if play.perform(timed) { actions.append(timed) }
        }
        play.finish()
    }

    var end: UInt64 { play.now }

    /// The same actions on a fresh session, those that became impossible left out.
    func replay(_ actions: [TimedAction]) -> Play {
        var play = Play(setting)
        for timed in actions { play.perform(timed) }
        play.finish(at: end)
        return play
    }

    /// The fewest of its actions that still do what `fails` looks for, for a person to read.
    func shrunk(while fails: (Play) -> Bool) -> String {
        var kept = actions
        var index = kept.count - 1
        while index >= 0 {
            var fewer = kept
            fewer.remove(at: index)
            if fails(replay(fewer)) { kept = fewer }
            index = min(index, kept.count) - 1
        }
        let lines = kept.map {
            "  \(Double($0.at) / 1e9) s, scene \($0.scene.map { "\($0.index)" } ?? "all"): "
                + describe($0.action)
        }
        let changed = differences(setting.policy, LockPolicy())
            + differences(setting.device, DeviceSettings())
        return (lines + ["  " + changed.joined(separator: ", ")]).joined(separator: "\n")
    }

    private func describe(_ action: DeviceAction) -> String {
        if case .touch(let touches) = action {
            let all = (0..<Int(touches.count)).map { touches[$0] }
            return "touch " + all.map { "\($0.finger) \($0.phase)" }.joined(separator: ", ")
        }
        return "\(action)".replacingOccurrences(of: "AppLock.", with: "")
    }

    /// What sets a value apart from another of its type, field by field.
    private func differences(_ value: Any, _ plain: Any) -> [String] {
        let fields = zip(Mirror(reflecting: value).children, Mirror(reflecting: plain).children)
        return fields.compactMap { mine, other in
            let (text, usual) = ("\(mine.value)", "\(other.value)")
            return text == usual ? nil : "\(mine.label ?? "")=\(text)"
        }
    }
}
