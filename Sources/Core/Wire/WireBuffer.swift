public import AppLock
public import Chronology

/// Frames to be sent. The caller owns it, and it keeps its storage.
///
/// Records of one kind that follow one another share a frame; at each instant the frames held are
/// whole, so that they can be sent whenever the stream takes them: the batch is what has gathered.
public struct WireBuffer: ~Copyable {
    private var store: ByteStore
    /// Of the frame that can still grow: where it starts, counted from the front, or -1.
    private var openOffset = -1
    private var openKind = WireFormat.Kind.stop
    private var openCount: UInt16 = 0
    private var clocks = ClockOffsets()

    public init(byteCapacity: Int = 2 * WireFormat.batchByteBound) {
        store = ByteStore(capacity: byteCapacity)
    }

    /// In bytes, headers included.
    public var count: Int { store.count }
    public var isEmpty: Bool { store.count == 0 }

    public func withBytes<Result: ~Copyable, Failure>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try store.withBytes(body)
    }

    /// Drops what was sent. What is left may start inside a frame.
    public mutating func removeFirst(_ byteCount: Int) {
        store.removeFirst(byteCount)
        if byteCount > 0 { openOffset = -1 }
    }

    public mutating func removeAll() { removeFirst(count) }

    public mutating func append(_ record: borrowing EventRecord) {
        store.reserve(WireFormat.recordByteBound + WireFormat.headerByteCount)
        if openRecord(.events) { clocks = ClockOffsets() }
        store.put(record, &clocks)
        closeRecord()
    }

    /// Appends an answer with its commands, at most `WireFormat.commandBound`.
    public mutating func append(
        _ record: DecisionRecord, _ commands: borrowing CommandBuffer
    ) {
        precondition(commands.count <= WireFormat.commandBound, "an event has so many commands")
        store.reserve(
            WireFormat.headerByteCount + WireFormat.decisionHeaderByteCount
                + commands.count * WireFormat.recordByteBound)
        _ = openRecord(.decisions)
        store.put(record.session)
        store.put(record.sequence)
        store.put(record.engineNanoseconds)
        store.put(UInt16(truncatingIfNeeded: commands.count))
        for index in 0..<commands.count { store.put(commands[index]) }
        closeRecord()
    }

    public mutating func append(_ hello: Hello) {
        appendControl(.hello) { store in
            store.put(hello.role.rawValue)
            store.put(hello.index)
        }
    }

    public mutating func appendStart(at instant: Instant) {
        appendControl(.start) { $0.put(instant.nanoseconds) }
    }

    public mutating func appendStop() { appendControl(.stop) { _ in } }

    public mutating func appendHeartbeat(_ instant: Instant) {
        appendControl(.heartbeat) { $0.put(instant.nanoseconds) }
    }

    /// Appends a report of any length, in as many frames as it takes.
    public mutating func appendStatistics(_ bytes: Span<UInt8>) {
        let partByteBound = WireFormat.payloadByteBound - 1
        var offset = 0
        repeat {
            let next = min(offset + partByteBound, bytes.count)
            let part = bytes.extracting(offset..<next)
            let isLast: UInt8 = next == bytes.count ? 1 : 0
            appendControl(.statistics) { store in
                store.put(isLast)
                store.put(part)
            }
            offset = next
        } while offset < bytes.count
    }

    /// Appends words for a person, cut to a frame.
    public mutating func appendFailure(_ text: String) {
        var bytes = Array(text.utf8.prefix(WireFormat.payloadByteBound))
        // A character cut in two would not be UTF-8.
        while String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
        appendControl(.failure) { $0.put(bytes.span) }
    }

    private mutating func appendControl(
        _ kind: WireFormat.Kind, _ payload: (inout ByteStore) -> Void
    ) {
        store.reserve(WireFormat.headerByteCount + WireFormat.recordByteBound)
        openOffset = -1
        _ = openRecord(kind)
        payload(&store)
        closeRecord()
        openOffset = -1
    }

    /// Goes on with the open frame or starts one. True where it started one.
    @inline(__always)
    private mutating func openRecord(_ kind: WireFormat.Kind) -> Bool {
        if openOffset >= 0, openKind == kind, openCount < .max,
            store.count - openOffset < WireFormat.batchByteBound
        {
            return false
        }
        openOffset = store.count
        openKind = kind
        openCount = 0
        store.put(UInt32(0))
        store.put(WireFormat.version)
        store.put(kind.rawValue)
        store.put(UInt16(0))
        return true
    }

    @inline(__always)
    private mutating func closeRecord() {
        openCount += 1
        let byteCount = store.count - openOffset - WireFormat.headerByteCount
        store.overwrite(UInt32(truncatingIfNeeded: byteCount), at: openOffset)
        store.overwrite(openCount, at: openOffset + 6)
    }
}
