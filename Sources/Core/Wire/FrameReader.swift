public import AppLock
internal import Chronology

/// Finds records in a stream that arrives in pieces.
///
/// Total: every sequence of bytes gives messages and then, maybe, a `WireError`; after one the
/// reader gives the same error for ever, and what it has read last means nothing. It keeps at most
/// a frame and the last piece appended.
public struct FrameReader: ~Copyable {
    /// The last event; until there is one, nothing that was sent.
    public private(set) var event = EventRecord(
        session: 0, sequence: 0, intended: .origin, sent: .origin,
        readings: ClockReadings(
            continuous: .origin, uptime: .origin, wallNanoseconds: 0, bootID: 0),
        event: .manualLock)
    /// Those of the last decision.
    public private(set) var commands = CommandBuffer()
    /// The bytes of the last `statistics` or `failure`.
    public private(set) var payload: [UInt8] = []

    private var store: ByteStore
    private var kind = WireFormat.Kind.stop
    private var recordsLeft: UInt16 = 0
    /// Of the frame being read.
    private var bytesLeft = 0
    private var clocks = ClockOffsets()
    private var failure: WireError?

    public init(byteCapacity: Int = 2 * WireFormat.batchByteBound) {
        store = ByteStore(capacity: byteCapacity)
    }

    /// Takes what was received. Read with `next` until it gives nil before appending more.
    public mutating func append(_ bytes: Span<UInt8>) { store.put(bytes) }

    /// True where the stream could end: not within a frame.
    public var isAtFrameBoundary: Bool { store.count == 0 && recordsLeft == 0 }

    /// The next record, or nil until more bytes come.
    public mutating func next() throws(WireError) -> Message? {
        if let failure { throw failure }
        do throws(WireError) {
            if recordsLeft == 0 {
                guard try openFrame() else { return nil }
            }
            let message = try readRecord()
            recordsLeft -= 1
            if recordsLeft == 0 {
                guard bytesLeft == 0 else { throw WireError.bytesLeftOver(count: bytesLeft) }
                store.removeFirst(0)
            }
            return message
        } catch {
            failure = error
            throw error
        }
    }

    /// Reads the header once the whole frame is there.
    private mutating func openFrame() throws(WireError) -> Bool {
        guard store.count >= WireFormat.headerByteCount else { return false }
        let byteCount = store.peek(UInt32.self, at: 0)
        let version = store.peek(UInt8.self, at: 4)
        let kindByte = store.peek(UInt8.self, at: 5)
        let records = store.peek(UInt16.self, at: 6)
        guard version == WireFormat.version else { throw .unsupportedVersion(version) }
        guard let kind = WireFormat.Kind(rawValue: kindByte) else { throw .unknownKind(kindByte) }
        guard byteCount <= WireFormat.payloadByteBound else {
            throw .frameTooLong(byteCount: byteCount)
        }
        guard records >= 1, records == 1 || !kind.holdsOneRecord else {
            throw .recordCount(records)
        }
        guard store.count >= WireFormat.headerByteCount + Int(byteCount) else { return false }
        store.removeFirst(WireFormat.headerByteCount)
        self.kind = kind
        recordsLeft = records
        bytesLeft = Int(byteCount)
        clocks = ClockOffsets()
        return true
    }

    @inline(__always)
    private mutating func readRecord() throws(WireError) -> Message {
        switch kind {
        case .events:
            try store.takeEvent(into: &event, &clocks, &bytesLeft)
            return .event
        case .decisions:
            return .decision(try store.takeDecision(&commands, &bytesLeft))
        case .hello:
            let byte = try store.take(UInt8.self, within: &bytesLeft)
            guard let role = Hello.Role(rawValue: byte) else { throw .invalidValue(.role) }
            return .hello(
                Hello(role: role, index: try store.take(UInt32.self, within: &bytesLeft)))
        case .start:
            return .start(at: try store.takeInstant(&bytesLeft))
        case .stop:
            return .stop
        case .heartbeat:
            return .heartbeat(try store.takeInstant(&bytesLeft))
        case .statistics:
            let isLast = try store.takeFlag(&bytesLeft)
            payload = takeRest()
            return .statistics(isLast: isLast)
        case .failure:
            payload = takeRest()
            guard String(validating: payload, as: UTF8.self) != nil else {
                throw .invalidValue(.text)
            }
            return .failure
        }
    }

    private mutating func takeRest() -> [UInt8] {
        let bytes = store.takeArray(bytesLeft)
        bytesLeft = 0
        return bytes
    }
}
