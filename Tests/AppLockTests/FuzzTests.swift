import AppLock
import Chronology
import Testing

/// Every event in every state has a defined result: random events, sense or no sense.
@Suite struct FuzzTests {
    private struct Chooser {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
            return word ^ (word >> 31)
        }
        mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
        mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
    }

    private static func event(_ chooser: inout Chooser, _ stored: StoredState?) -> LockEvent {
        let scene = SceneID(chooser.below(4))
        let name = Name(rawValue: chooser.pick([0, 1, 3, 5, 100, 101, 65_535]))
        switch chooser.below(26) {
        case 0:
            return .didFinishLaunching(
                stored: stored, loggedIn: chooser.pick([nil, nil, true, false]))
        case 1: return .sceneWillConnect(scene)
        case 2: return .sceneDidDisconnect(scene)
        case 3, 4: return .willEnterForeground(scene)
        case 5, 6: return .didBecomeActive(scene)
        case 7: return .willResignActive(scene)
        case 8: return .didEnterBackground(scene)
        case 9, 10:
            var touches = TouchList()
            for _ in 0..<chooser.below(11) {
                touches.append(
                    Touch(
                        finger: UInt8(truncatingIfNeeded: chooser.next()),
                        phase: chooser.pick(TouchPhase.allCases)))
            }
            return .touches(scene, touches)
        case 11: return .key(scene)
        case 12: return .scroll(scene)
        case 13: return .holdBegan(name)
        case 14: return .holdEnded(name)
        case 15, 16, 17:
            let generation = chooser.pick([0, 1, 2, 3, 4, 5, UInt32.max])
            return .authentication(
                chooser.pick(AuthenticationResult.allCases),
                chooser.pick(AuthenticationMethod.allCases), generation: generation)
        case 18: return .entry(chooser.pick(EntryKind.allCases), name)
        case 19: return .overlayRequested(chooser.pick(OverlayKind.allCases), name, scene)
        case 20: return .overlayDismissed(name, scene)
        case 21: return chooser.pick([.windowShown(scene, name), .windowHidden(scene, name)])
        case 22: return chooser.pick([.windowReleased(scene, name), .wallClockChanged])
        case 23: return .protectedDataAvailable(chooser.below(2) == 0)
        case 24: return .manualLock
        default:
            return .timerFired(
                chooser.pick(TimerKind.allCases), generation: UInt32(chooser.below(6)))
        }
    }

    private static func readings(_ chooser: inout Chooser, _ now: inout UInt64) -> ClockReadings {
        // Clocks that jump, stand still and fail are part of it.
        switch chooser.below(12) {
        case 0: now = 0
        case 1: now = chooser.pick([.max, .max / 2, UInt64(Int64.max)])
        default: now = now &+ UInt64(chooser.below(30)) * 1_000_000_000
        }
        return ClockReadings(
            continuous: Instant(nanoseconds: now), uptime: Instant(nanoseconds: now / 2),
            wallNanoseconds: chooser.pick([0, Int64.min, Int64.max, Int64(now / 4)]),
            bootID: UInt32(chooser.below(8) / 7), protectedDataAvailable: chooser.below(8) > 0,
            isReadable: chooser.below(16) > 0)
    }

    /// What must hold of the commands, whatever was heard.
    private struct Watch {
        var locked: UInt8 = 0
        /// Nil after a result that may have ended it.
        var isPromptOut: Bool? = false
        var generation: UInt32 = 0
        var covered: UInt8 = 0
        var wrong: [String] = []

        mutating func restart() {
            locked = 0
            covered = 0
            isPromptOut = false
        }

        mutating func see(_ command: LockCommand, _ preset: Preset) {
            switch command {
            case .raiseLock(let scene):
                if locked & scene.bit != 0 { wrong.append("a lock above a lock") }
                locked |= scene.bit
            case .dropLock(let scene):
                if locked & scene.bit == 0 { wrong.append("a lock dropped that was not up") }
                locked &= ~scene.bit
            case .liftLock, .replaceLock:
                if locked == 0 { wrong.append("\(command) without a lock") }
            case .prompt(let generation):
                if isPromptOut == true { wrong.append("a prompt while one is out") }
                if generation <= self.generation { wrong.append("generation \(generation) again") }
                self.generation = generation
                isPromptOut = true
            case .cancelPrompt(let generation):
                if isPromptOut == false { wrong.append("a prompt cancelled, not out") }
                if generation != self.generation { wrong.append("another prompt cancelled") }
                isPromptOut = false
            case .dropCover(let scene):
                if covered & scene.bit == 0 { wrong.append("a cover dropped that was not up") }
                covered &= ~scene.bit
            case .raiseCover(let scene): covered |= scene.bit
            case .persist:
                if preset.isFromADocument { wrong.append("a document's engine stores something") }
            default: break
            }
        }
    }

    @Test(arguments: Preset.allCases)
    func handleIsTotal(preset: Preset) {
        var locks = 0
        var prompts = 0
        for seed in UInt64(0)..<80 {
            var chooser = Chooser(state: seed &* 7_919 &+ UInt64(preset.rawValue.utf8.count))
            var policy = preset.policy
            policy.backgroundLock.after = chooser.pick([
                .never, .immediately, .after(.seconds(20)), .after(.max),
            ])
            policy.idle.after = chooser.pick([
                .never, .after(.zero), .after(.max), .after(.seconds(9)),
            ])
            policy.idle.action = chooser.pick(LockPolicy.IdleAction.allCases)
            policy.authentication.limitAction = chooser.pick(LockPolicy.LimitAction.allCases)
            var engine = LockEngine()
            var commands = CommandBuffer()
            var watch = Watch()
            var stored: StoredState?
            var now: UInt64 = 0
            for step in 0..<150 {
                let event = Self.event(&chooser, stored)
                let readings = Self.readings(&chooser, &now)
                if case .didFinishLaunching = event {
                    watch.restart()
                    if stored == nil { watch.generation = 0 }
                }
                if case .authentication(_, .biometric, watch.generation) = event,
                    watch.isPromptOut == true
                {
                    watch.isPromptOut = nil
                }
                if case .sceneDidDisconnect(let scene) = event {
                    watch.locked &= ~scene.bit
                    watch.covered &= ~scene.bit
                }
                commands.removeAll()
                engine.handle(event, at: readings, under: policy, into: &commands)
                for index in 0..<commands.count {
                    let command = commands[index]
                    if case .persist(let state) = command { stored = state }
                    if case .raiseLock = command { locks += 1 }
                    if case .prompt = command { prompts += 1 }
                    watch.see(command, preset)
                }
                #expect(watch.wrong == [], "seed \(seed), step \(step), \(event)")
                if !watch.wrong.isEmpty { return }
                #expect(commands.count < 200)
                let locked = watch.locked != 0
                #expect(!locked || engine.isLocked, "seed \(seed), step \(step)")
            }
        }
        #expect(locks > 100)
        #expect(prompts > 50)
    }
}
