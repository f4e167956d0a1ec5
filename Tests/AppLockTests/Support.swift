import AppLock
import Chronology
import Testing

/// An engine alone, fed with a script of one event a line, `time verb arguments -> commands`.
/// Commands are compared where a line has an arrow; `persist` is left out, see `stored`.
struct EngineScript {
    var policy: LockPolicy
    var engine = LockEngine()
    /// What the last `persist` held.
    var stored: StoredState?
    private var commands = CommandBuffer()
    private var said: [String] = []
    private var now: UInt64 = 0
    private var boot: UInt64 = 0
    private var bootID: UInt32 = 1
    private var wallShift: Int64 = 0
    private var slept: UInt64 = 0
    private var hasProtectedData = true
    private var lastTimers: [TimerKind: UInt32] = [:]
    private var names: [String] = []

    init(_ policy: LockPolicy = LockPolicy()) { self.policy = policy }

    /// The lines whose commands were not the expected ones.
    mutating func run(_ text: String) -> [String] {
        var wrong: [String] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "->", omittingEmptySubsequences: false)
            let words = parts[0].split(separator: " ").map(String.init)
            guard words.count >= 2, let seconds = Double(words[0]) else { continue }
            now = UInt64((seconds * 1e9).rounded())
            said = []
            perform(words[1], Array(words.dropFirst(2)))
            guard parts.count == 2 else { continue }
            let expected = parts[1].split(separator: " ").joined(separator: " ")
            let actual = said.joined(separator: " ")
            if actual != expected { wrong.append("\(line) — but got: \(actual)") }
        }
        return wrong
    }

    var readings: ClockReadings {
        let continuous = now - boot
        return ClockReadings(
            continuous: Instant(nanoseconds: continuous),
            uptime: Instant(nanoseconds: continuous - min(slept, continuous)),
            wallNanoseconds: 1_767_254_400_000_000_000 + Int64(now) + wallShift, bootID: bootID,
            protectedDataAvailable: hasProtectedData)
    }

    private mutating func hear(_ event: LockEvent) {
        commands.removeAll()
        engine.handle(event, at: readings, under: policy, into: &commands)
        for index in 0..<commands.count { note(commands[index]) }
    }

    private mutating func perform(_ verb: String, _ words: [String]) {
        let number = words.compactMap { Double($0) }.first
        let scene = SceneID(Int(number ?? 0) & 3)
        switch verb {
        case "launch", "start":
            let loggedIn: Bool? = words.contains("out") ? false : nil
            hear(.didFinishLaunching(stored: stored, loggedIn: loggedIn))
            if verb == "start" {
                hear(.didEnterBackground(scene))
            } else {
                hear(.sceneWillConnect(scene))
                perform("open", [])
            }
        case "open", "home", "abort":
            if verb == "home" { hear(.willResignActive(scene)) }
            if verb != "home" { hear(.willEnterForeground(scene)) }
            hear(verb == "open" ? .didBecomeActive(scene) : .didEnterBackground(scene))
        case "resign": hear(.willResignActive(scene))
        case "active": hear(.didBecomeActive(scene))
        case "foreground": hear(.willEnterForeground(scene))
        case "background": hear(.didEnterBackground(scene))
        case "connect": hear(.sceneWillConnect(scene))
        case "disconnect": hear(.sceneDidDisconnect(scene))
        case "down", "up", "moved":
            let phase: TouchPhase = verb == "down" ? .began : verb == "up" ? .ended : .moved
            touch([(UInt8(number ?? 1), phase)])
        case "tap":
            touch([(1, .began)])
            touch([(1, .ended)])
        case "key": hear(.key(.first))
        case "scroll": hear(.scroll(.first))
        case "hold": hear(.holdBegan(name(words[0])))
        case "release": hear(.holdEnded(name(words[0])))
        case "entry": hear(.entry(.url, name(words[0])))
        case "ask":
            hear(.overlayRequested(words[0] == "login" ? .login : .alert, name(words[1]), .first))
        case "dismiss": hear(.overlayDismissed(name(words[0]), .first))
        case "shown": hear(.windowShown(.first, name(words[0])))
        case "manual": hear(.manualLock)
        case "wall":
            wallShift += Int64((number ?? 0) * 1e9)
            hear(.wallClockChanged)
        case "slept": slept += UInt64((number ?? 0) * 1e9)
        case "data":
            hasProtectedData = words == ["on"]
            hear(.protectedDataAvailable(hasProtectedData))
        case "timer":
            let kind: TimerKind = words[0] == "idle" ? .idle : .backoff
            let generation = lastTimers[kind] ?? 0
            hear(.timerFired(kind, generation: generation &- (words.contains("stale") ? 1 : 0)))
        case "kill": engine = LockEngine()
        case "reboot":
            engine = LockEngine()
            boot = now
            slept = 0
            bootID += 1
        default: authenticate(verb, words, number)
        }
    }

    private mutating func authenticate(_ verb: String, _ words: [String], _ number: Double?) {
        let results: [String: AuthenticationResult] = [
            "success": .success, "failure": .failure, "cancel": .cancel,
            "system-cancel": .systemCancel,
        ]
        guard let result = results[verb] else {
            said.append("no such verb: \(verb)")
            return
        }
        let method: AuthenticationMethod = words.contains("code") ? .passcode : .biometric
        let generation = number.map { UInt32($0) } ?? engine.generation
        hear(.authentication(result, method, generation: generation))
    }

    private mutating func touch(_ fingers: [(UInt8, TouchPhase)]) {
        var touches = TouchList()
        for (finger, phase) in fingers { touches.append(Touch(finger: finger, phase: phase)) }
        hear(.touches(.first, touches))
    }

    mutating func name(_ text: String) -> Name {
        if let number = Name.predefined.firstIndex(of: text) {
            return Name(rawValue: UInt16(number))
        }
        if !names.contains(text) { names.append(text) }
        return Name(rawValue: UInt16(100 + (names.firstIndex(of: text) ?? 0)))
    }

    private func text(_ name: Name) -> String {
        let number = Int(name.rawValue)
        return number < 100 ? Name.predefined[number] : names[number - 100]
    }

    private mutating func note(_ command: LockCommand) {
        switch command {
        case .raiseLock(let scene): said.append("lock\(scene.index)")
        case .liftLock(let scene): said.append("lift\(scene.index)")
        case .replaceLock(let scene): said.append("replace\(scene.index)")
        case .dropLock(let scene): said.append("unlock\(scene.index)")
        case .raiseCover(let scene): said.append("cover\(scene.index)")
        case .dropCover(let scene): said.append("uncover\(scene.index)")
        case .showOverlay(let kind, let name, _): said.append("show-\(kind):\(text(name))")
        case .hideOverlay(let name, _): said.append("hide:\(text(name))")
        case .prompt(let generation): said.append("prompt\(generation)")
        case .cancelPrompt(let generation): said.append("unprompt\(generation)")
        case .resignKeyboard(let scene): said.append("resign\(scene.index)")
        case .restoreResponder(let scene): said.append("focus\(scene.index)")
        case .restoreKeyWindow(let scene): said.append("key\(scene.index)")
        case .returnToRoot(let scene): said.append("root\(scene.index)")
        case .post(let name): said.append("post:\(text(name))")
        case .deliver(_, let name): said.append("deliver:\(text(name))")
        case .discardEntries: said.append("discard")
        case .perform(let action): said.append("\(action)")
        case .attempts(let count): said.append("attempts\(count)")
        case .persist(let state): stored = state
        case .schedule(let kind, let deadline, let generation):
            lastTimers[kind] = generation
            let seconds = Double(deadline.nanoseconds) / 1e9
            let whole = seconds == seconds.rounded()
            said.append("\(kind)@\(whole ? "\(Int(seconds))" : "\(seconds)")")
        case .cancel(let kind, _): said.append("cancel-\(kind)")
        }
    }
}
