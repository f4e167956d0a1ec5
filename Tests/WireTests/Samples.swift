import AppLock
import Chronology

@testable import Wire

/// Splitmix64: the same values for a seed everywhere.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension SeededGenerator {
    mutating func any<Value: FixedWidthInteger>(_: Value.Type = Value.self) -> Value {
        Value(truncatingIfNeeded: next())
    }
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func flag() -> Bool { next() & 1 == 1 }
    mutating func oneOf<Value: CaseIterable>(_: Value.Type = Value.self) -> Value {
        let all = Array(Value.allCases)
        return all[below(all.count)]
    }
    mutating func instant() -> Instant { Instant(nanoseconds: any()) }
    mutating func scene() -> SceneID { SceneID(below(SceneID.bound)) }
    mutating func name() -> Name { Name(rawValue: any()) }

    mutating func readings() -> ClockReadings {
        ClockReadings(
            continuous: instant(), uptime: instant(), wallNanoseconds: any(), bootID: any(),
            protectedDataAvailable: flag(), isReadable: flag())
    }

    mutating func storedState() -> StoredState {
        var state = StoredState()
        if flag() { state.anchor = Anchor(reading: any(), bootID: any()) }
        if flag() {
            state.wait = BackoffWait(start: instant(), bootID: any())
        }
        state.generation = any()
        state.attempts = any()
        state.biometricFailures = any()
        state.isLatched = flag()
        state.isLoggedIn = flag()
        state.limitReached = flag()
        return state
    }

    mutating func touches() -> TouchList {
        var touches = TouchList()
        for _ in 0..<below(Touch.fingerBound + 1) {
            touches.append(Touch(finger: any(), phase: oneOf()))
        }
        return touches
    }

    mutating func event(_ tag: EventTag) -> LockEvent {
        switch tag {
        case .didFinishLaunching:
            .didFinishLaunching(
                stored: flag() ? storedState() : nil, loggedIn: flag() ? flag() : nil)
        case .sceneWillConnect: .sceneWillConnect(scene())
        case .sceneDidDisconnect: .sceneDidDisconnect(scene())
        case .willEnterForeground: .willEnterForeground(scene())
        case .didBecomeActive: .didBecomeActive(scene())
        case .willResignActive: .willResignActive(scene())
        case .didEnterBackground: .didEnterBackground(scene())
        case .touches: .touches(scene(), touches())
        case .key: .key(scene())
        case .scroll: .scroll(scene())
        case .holdBegan: .holdBegan(name())
        case .holdEnded: .holdEnded(name())
        case .authentication: .authentication(oneOf(), oneOf(), generation: any())
        case .entry: .entry(oneOf(), name())
        case .overlayRequested: .overlayRequested(oneOf(), name(), scene())
        case .overlayDismissed: .overlayDismissed(name(), scene())
        case .windowShown: .windowShown(scene(), name())
        case .windowHidden: .windowHidden(scene(), name())
        case .windowReleased: .windowReleased(scene(), name())
        case .wallClockChanged: .wallClockChanged
        case .protectedDataAvailable: .protectedDataAvailable(flag())
        case .manualLock: .manualLock
        case .timerFired: .timerFired(oneOf(), generation: any())
        }
    }

    mutating func command(_ tag: CommandTag) -> LockCommand {
        switch tag {
        case .raiseLock: .raiseLock(scene())
        case .liftLock: .liftLock(scene())
        case .replaceLock: .replaceLock(scene())
        case .dropLock: .dropLock(scene())
        case .raiseCover: .raiseCover(scene())
        case .dropCover: .dropCover(scene())
        case .showOverlay: .showOverlay(oneOf(), name(), scene())
        case .hideOverlay: .hideOverlay(name(), scene())
        case .prompt: .prompt(generation: any())
        case .cancelPrompt: .cancelPrompt(generation: any())
        case .resignKeyboard: .resignKeyboard(scene())
        case .restoreResponder: .restoreResponder(scene())
        case .restoreKeyWindow: .restoreKeyWindow(scene())
        case .returnToRoot: .returnToRoot(scene())
        case .post: .post(name())
        case .deliver: .deliver(oneOf(), name())
        case .discardEntries: .discardEntries
        case .perform: .perform(oneOf())
        case .attempts: .attempts(any())
        case .persist: .persist(storedState())
        case .schedule: .schedule(oneOf(), deadline: instant(), generation: any())
        case .cancel: .cancel(oneOf(), generation: any())
        }
    }

    mutating func record(_ tag: EventTag) -> EventRecord {
        EventRecord(
            session: any(), sequence: any(), intended: instant(), sent: instant(),
            readings: readings(), event: event(tag))
    }

    mutating func decision(_ commands: inout CommandBuffer) -> DecisionRecord {
        commands.removeAll()
        for _ in 0..<below(12) { commands.append(command(oneOf())) }
        return DecisionRecord(session: any(), sequence: any(), engineNanoseconds: any())
    }

    /// Frames of every kind, and what they say in words.
    mutating func frames(_ count: Int) -> (bytes: [UInt8], words: [String]) {
        var buffer = WireBuffer()
        var commands = CommandBuffer()
        var words: [String] = []
        for _ in 0..<count {
            let message: Sent
            switch below(12) {
            case 0: message = .hello(Hello(role: oneOf(), index: any()))
            case 1: message = .start(at: instant())
            case 2: message = .stop
            case 3: message = .heartbeat(instant())
            case 4:
                message = .statistics((0..<below(64)).map { _ in any() })
            case 5: message = .failure(String(repeating: "é ends", count: below(9)))
            case 6, 7, 8: message = .decision(decision(&commands))
            default: message = .event(record(oneOf()))
            }
            buffer.append(message, commands)
            words.append(describe(message, commands))
        }
        return (buffer.bytes, words)
    }
}

extension WireBuffer {
    var bytes: [UInt8] {
        withBytes { span in span.withUnsafeBytes { Array($0) } }
    }

    mutating func append(_ message: Sent, _ commands: CommandBuffer) {
        switch message {
        case .hello(let hello): append(hello)
        case .event(let record): append(record)
        case .decision(let record): append(record, commands)
        case .start(let instant): appendStart(at: instant)
        case .stop: appendStop()
        case .heartbeat(let instant): appendHeartbeat(instant)
        case .statistics(let bytes): appendStatistics(bytes.span)
        case .failure(let text): appendFailure(text)
        }
    }
}

/// A message with all it carries.
enum Sent {
    case hello(Hello)
    case event(EventRecord)
    case decision(DecisionRecord)
    case start(at: Instant)
    case stop
    case heartbeat(Instant)
    case statistics([UInt8])
    case failure(String)
}

/// Events and commands have no equality; their words show every field.
func describe(_ message: Sent, _ commands: CommandBuffer) -> String {
    guard case .decision(let record) = message else { return "\(message)" }
    return "\(record) " + (0..<commands.count).map { "\(commands[$0])" }.joined(separator: "; ")
}

func describe(_ message: Message, in reader: borrowing FrameReader) -> String {
    let sent: Sent =
        switch message {
        case .hello(let hello): .hello(hello)
        case .event: .event(reader.event)
        case .decision(let record): .decision(record)
        case .start(let instant): .start(at: instant)
        case .stop: .stop
        case .heartbeat(let instant): .heartbeat(instant)
        case .statistics: .statistics(reader.payload)
        case .failure: .failure(String(decoding: reader.payload, as: UTF8.self))
        }
    return describe(sent, reader.commands)
}

/// Reads bytes that come in pieces; gives what was understood before they ended or went wrong.
func read(
    _ bytes: [UInt8], pieces: [Int] = []
) -> (words: [String], error: WireError?, atBoundary: Bool) {
    var reader = FrameReader()
    var words: [String] = []
    var error: WireError?
    var from = 0
    for to in pieces + [bytes.count] where error == nil {
        reader.append(bytes.span.extracting(from..<to))
        from = to
        do throws(WireError) {
            while let message = try reader.next() {
                words.append(describe(message, in: reader))
            }
        } catch let caught {
            error = caught
        }
    }
    return (words, error, reader.isAtFrameBoundary)
}
