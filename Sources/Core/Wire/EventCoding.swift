internal import AppLock
internal import Chronology

/// How far the other clocks were from the continuous one in the record before.
struct ClockOffsets {
    private var uptime: UInt64 = 0
    private var wall: UInt64 = 0
    private var bootID: UInt32 = 0
    private(set) var isKnown = false

    init() {}

    @inline(__always)
    init(_ readings: ClockReadings) {
        uptime = readings.uptime.nanoseconds &- readings.continuous.nanoseconds
        wall = UInt64(bitPattern: readings.wallNanoseconds) &- readings.continuous.nanoseconds
        bootID = readings.bootID
        isKnown = true
    }

    @inline(__always)
    func agree(with other: ClockOffsets) -> Bool {
        isKnown && uptime == other.uptime && wall == other.wall && bootID == other.bootID
    }

    @inline(__always)
    func readings(at continuous: Instant, _ bits: FlagByte) -> ClockReadings {
        ClockReadings(
            continuous: continuous,
            uptime: Instant(nanoseconds: continuous.nanoseconds &+ uptime),
            wallNanoseconds: Int64(bitPattern: continuous.nanoseconds &+ wall),
            bootID: bootID, protectedDataAvailable: bits[1], isReadable: bits[2])
    }
}

extension ByteStore {
    @inline(__always)
    mutating func put(_ record: borrowing EventRecord, _ clocks: inout ClockOffsets) {
        let readings = record.readings
        let offsets = ClockOffsets(readings)
        let clocksFollow = !clocks.agree(with: offsets)
        put(record.session)
        put(record.sequence)
        put(record.intended.nanoseconds)
        put(record.sent.nanoseconds)
        put(readings.continuous.nanoseconds)
        let bits = FlagByte(clocksFollow, readings.protectedDataAvailable, readings.isReadable)
        put(bits.rawValue)
        if clocksFollow {
            put(readings.uptime.nanoseconds)
            put(readings.wallNanoseconds)
            put(readings.bootID)
            clocks = offsets
        }
        put(record.event)
    }

    @inline(__always)
    mutating func takeEvent(
        into record: inout EventRecord, _ clocks: inout ClockOffsets, _ limit: inout Int
    ) throws(WireError) {
        record.session = try take(UInt32.self, within: &limit)
        record.sequence = try take(UInt32.self, within: &limit)
        record.intended = try takeInstant(&limit)
        record.sent = try takeInstant(&limit)
        let continuous = try takeInstant(&limit)
        let bits = try FlagByte(take(UInt8.self, within: &limit), count: 3)
        if bits[0] {
            clocks = ClockOffsets(
                ClockReadings(
                    continuous: continuous, uptime: try takeInstant(&limit),
                    wallNanoseconds: try take(Int64.self, within: &limit),
                    bootID: try take(UInt32.self, within: &limit)))
        }
        guard clocks.isKnown else { throw .invalidValue(.clocks) }
        record.readings = clocks.readings(at: continuous, bits)
        try takeEvent(into: &record.event, &limit)
    }

    @inline(__always)
    private mutating func put(_ event: LockEvent) {
        let tag = EventTag(event)
        put(tag.rawValue)
        switch event {
        case .didFinishLaunching(let stored, let loggedIn):
            put(FlagByte(stored != nil, loggedIn != nil, loggedIn ?? false).rawValue)
            if let stored { put(stored) }
        case .sceneWillConnect(let scene), .sceneDidDisconnect(let scene),
            .willEnterForeground(let scene), .didBecomeActive(let scene),
            .willResignActive(let scene), .didEnterBackground(let scene), .key(let scene),
            .scroll(let scene):
            put(scene)
        case .touches(let scene, let touches):
            put(scene)
            put(touches.count)
            for index in 0..<Int(touches.count) {
                put(touches[index].finger)
                put(touches[index].phase.rawValue)
            }
        case .holdBegan(let name), .holdEnded(let name):
            put(name)
        case .authentication(let result, let method, let generation):
            put(result.rawValue)
            put(method.rawValue)
            put(generation)
        case .entry(let kind, let name):
            put(kind.rawValue)
            put(name)
        case .overlayRequested(let kind, let name, let scene):
            put(kind.rawValue)
            put(name)
            put(scene)
        case .overlayDismissed(let name, let scene):
            put(name)
            put(scene)
        case .windowShown(let scene, let name), .windowHidden(let scene, let name),
            .windowReleased(let scene, let name):
            put(scene)
            put(name)
        case .protectedDataAvailable(let isAvailable):
            put(isAvailable)
        case .wallClockChanged, .manualLock:
            break
        case .timerFired(let kind, let generation):
            put(kind.rawValue)
            put(generation)
        }
    }

    @inline(__always)
    private mutating func takeEvent(
        into event: inout LockEvent, _ limit: inout Int
    ) throws(WireError) {
        let tag: EventTag = try takeCase(.event, &limit)
        if tag == .touches {
            event = .touches(try takeScene(&limit), try takeTouches(&limit))
        } else {
            event = try takeOther(tag, &limit)
        }
    }

    private mutating func takeOther(
        _ tag: EventTag, _ limit: inout Int
    ) throws(WireError) -> LockEvent {
        switch tag {
        case .touches:
            return .touches(try takeScene(&limit), try takeTouches(&limit))
        case .didFinishLaunching: return try takeLaunch(&limit)
        case .sceneWillConnect: return .sceneWillConnect(try takeScene(&limit))
        case .sceneDidDisconnect: return .sceneDidDisconnect(try takeScene(&limit))
        case .willEnterForeground: return .willEnterForeground(try takeScene(&limit))
        case .didBecomeActive: return .didBecomeActive(try takeScene(&limit))
        case .willResignActive: return .willResignActive(try takeScene(&limit))
        case .didEnterBackground: return .didEnterBackground(try takeScene(&limit))
        case .key: return .key(try takeScene(&limit))
        case .scroll: return .scroll(try takeScene(&limit))
        case .holdBegan: return .holdBegan(try takeName(&limit))
        case .holdEnded: return .holdEnded(try takeName(&limit))
        case .authentication:
            return .authentication(
                try takeCase(.result, &limit), try takeCase(.method, &limit),
                generation: try take(UInt32.self, within: &limit))
        case .entry: return .entry(try takeCase(.entry, &limit), try takeName(&limit))
        case .overlayRequested:
            return .overlayRequested(
                try takeCase(.overlay, &limit), try takeName(&limit), try takeScene(&limit))
        case .overlayDismissed:
            return .overlayDismissed(try takeName(&limit), try takeScene(&limit))
        case .windowShown: return .windowShown(try takeScene(&limit), try takeName(&limit))
        case .windowHidden: return .windowHidden(try takeScene(&limit), try takeName(&limit))
        case .windowReleased: return .windowReleased(try takeScene(&limit), try takeName(&limit))
        case .wallClockChanged: return .wallClockChanged
        case .protectedDataAvailable: return .protectedDataAvailable(try takeFlag(&limit))
        case .manualLock: return .manualLock
        case .timerFired:
            return .timerFired(
                try takeCase(.timer, &limit), generation: try take(UInt32.self, within: &limit))
        }
    }

    @inline(__always)
    private mutating func takeTouches(_ limit: inout Int) throws(WireError) -> TouchList {
        let count = try take(UInt8.self, within: &limit)
        guard count <= Touch.fingerBound else { throw .invalidValue(.fingers) }
        var touches = TouchList()
        for _ in 0..<count {
            touches.append(
                Touch(
                    finger: try take(UInt8.self, within: &limit),
                    phase: try takeCase(.phase, &limit)))
        }
        return touches
    }

    private mutating func takeLaunch(_ limit: inout Int) throws(WireError) -> LockEvent {
        let bits = try FlagByte(take(UInt8.self, within: &limit), count: 3)
        guard bits[1] || !bits[2] else { throw .invalidValue(.flag) }
        return .didFinishLaunching(
            stored: bits[0] ? try takeState(&limit) : nil, loggedIn: bits[1] ? bits[2] : nil)
    }
}

/// The events as bytes, in the order they are declared.
enum EventTag: UInt8, CaseIterable {
    case didFinishLaunching, sceneWillConnect, sceneDidDisconnect, willEnterForeground
    case didBecomeActive, willResignActive, didEnterBackground, touches, key, scroll, holdBegan
    case holdEnded, authentication, entry, overlayRequested, overlayDismissed, windowShown
    case windowHidden, windowReleased, wallClockChanged, protectedDataAvailable, manualLock
    case timerFired

    @inline(__always)
    init(_ event: LockEvent) {
        self =
            switch event {
            case .didFinishLaunching: .didFinishLaunching
            case .sceneWillConnect: .sceneWillConnect
            case .sceneDidDisconnect: .sceneDidDisconnect
            case .willEnterForeground: .willEnterForeground
            case .didBecomeActive: .didBecomeActive
            case .willResignActive: .willResignActive
            case .didEnterBackground: .didEnterBackground
            case .touches: .touches
            case .key: .key
            case .scroll: .scroll
            case .holdBegan: .holdBegan
            case .holdEnded: .holdEnded
            case .authentication: .authentication
            case .entry: .entry
            case .overlayRequested: .overlayRequested
            case .overlayDismissed: .overlayDismissed
            case .windowShown: .windowShown
            case .windowHidden: .windowHidden
            case .windowReleased: .windowReleased
            case .wallClockChanged: .wallClockChanged
            case .protectedDataAvailable: .protectedDataAvailable
            case .manualLock: .manualLock
            case .timerFired: .timerFired
            }
    }
}
