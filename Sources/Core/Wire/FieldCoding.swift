internal import AppLock
internal import Chronology

/// The fields events and commands have in common.
extension ByteStore {
    @inline(__always)
    mutating func put(_ scene: SceneID) { put(scene.index) }

    @inline(__always)
    mutating func put(_ name: Name) { put(name.rawValue) }

    @inline(__always)
    mutating func put(_ flag: Bool) { put(flag ? 1 : 0 as UInt8) }

    mutating func put(_ state: StoredState) {
        let bits = FlagByte(
            state.anchor != nil, state.wait != nil, state.isLatched, state.isLoggedIn,
            state.limitReached)
        put(bits.rawValue)
        put(state.generation)
        put(state.attempts)
        put(state.biometricFailures)
        if let anchor = state.anchor {
            put(anchor.reading)
            put(anchor.bootID)
        }
        if let wait = state.wait {
            put(wait.start.nanoseconds)
            put(wait.bootID)
        }
    }

    @inline(__always)
    mutating func takeFlag(_ limit: inout Int) throws(WireError) -> Bool {
        let byte = try take(UInt8.self, within: &limit)
        guard byte <= 1 else { throw .invalidValue(.flag) }
        return byte == 1
    }

    @inline(__always)
    mutating func takeInstant(_ limit: inout Int) throws(WireError) -> Instant {
        Instant(nanoseconds: try take(UInt64.self, within: &limit))
    }

    @inline(__always)
    mutating func takeScene(_ limit: inout Int) throws(WireError) -> SceneID {
        let index = Int(try take(UInt8.self, within: &limit))
        guard index < SceneID.bound else { throw .invalidValue(.scene) }
        return SceneID(index)
    }

    @inline(__always)
    mutating func takeName(_ limit: inout Int) throws(WireError) -> Name {
        Name(rawValue: try take(UInt16.self, within: &limit))
    }

    @inline(__always)
    mutating func takeCase<Value: RawRepresentable<UInt8>>(
        _ field: WireField, _ limit: inout Int
    ) throws(WireError) -> Value {
        guard let value = Value(rawValue: try take(UInt8.self, within: &limit)) else {
            throw .invalidValue(field)
        }
        return value
    }

    mutating func takeState(_ limit: inout Int) throws(WireError) -> StoredState {
        let bits = try FlagByte(take(UInt8.self, within: &limit), count: 5)
        var state = StoredState()
        state.isLatched = bits[2]
        state.isLoggedIn = bits[3]
        state.limitReached = bits[4]
        state.generation = try take(UInt32.self, within: &limit)
        state.attempts = try take(UInt16.self, within: &limit)
        state.biometricFailures = try take(UInt8.self, within: &limit)
        if bits[0] {
            state.anchor = Anchor(
                reading: try take(Int64.self, within: &limit),
                bootID: try take(UInt32.self, within: &limit))
        }
        if bits[1] {
            state.wait = BackoffWait(
                start: try takeInstant(&limit),
                bootID: try take(UInt32.self, within: &limit))
        }
        return state
    }
}

/// Up to eight Booleans; bits that mean nothing are 0.
struct FlagByte {
    let rawValue: UInt8

    @inline(__always)
    init(
        _ first: Bool, _ second: Bool, _ third: Bool, _ fourth: Bool = false, _ fifth: Bool = false
    ) {
        rawValue =
            (first ? 1 : 0) | (second ? 2 : 0) | (third ? 4 : 0) | (fourth ? 8 : 0)
            | (fifth ? 16 : 0)
    }

    @inline(__always)
    init(_ byte: UInt8, count: Int) throws(WireError) {
        guard byte >> UInt8(count) == 0 else { throw .invalidValue(.flag) }
        rawValue = byte
    }

    @inline(__always)
    subscript(bit: Int) -> Bool { rawValue & (1 << UInt8(bit)) != 0 }
}
