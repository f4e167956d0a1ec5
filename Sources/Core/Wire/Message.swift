public import AppLock
public import Chronology

/// Who is at the other end of a stream, and which one of them.
@frozen
public struct Hello: Hashable, Sendable {
    @frozen
    public enum Role: UInt8, Hashable, Sendable, CaseIterable { case driver, worker, engine }
    public var role: Role
    public var index: UInt32

    @inlinable public init(role: Role, index: UInt32) {
        self.role = role
        self.index = index
    }
}

/// One event of one session on its way to an engine.
@frozen
public struct EventRecord: Sendable {
    public var session: UInt32
    public var sequence: UInt32
    /// When it was due; latency counts from here.
    public var intended: Instant
    public var sent: Instant
    public var readings: ClockReadings
    public var event: LockEvent

    @inlinable
    public init(
        session: UInt32, sequence: UInt32, intended: Instant, sent: Instant,
        readings: ClockReadings, event: LockEvent
    ) {
        self.session = session
        self.sequence = sequence
        self.intended = intended
        self.sent = sent
        self.readings = readings
        self.event = event
    }
}

/// The answer to one event; its commands travel in a `CommandBuffer` beside it.
@frozen
public struct DecisionRecord: Hashable, Sendable {
    public var session: UInt32
    public var sequence: UInt32
    /// Processor time in the engine; what is above 4.29 s stays there.
    public var engineNanoseconds: UInt32

    @inlinable public init(session: UInt32, sequence: UInt32, engineNanoseconds: UInt32) {
        self.session = session
        self.sequence = sequence
        self.engineNanoseconds = engineNanoseconds
    }
}

/// What `FrameReader` finds in a stream, one record at a time. What is long stays in the reader, so
/// that nothing is copied: that is most of the time of reading an event.
@frozen
public enum Message: Hashable, Sendable {
    case hello(Hello)
    /// In `FrameReader.event`.
    case event
    /// Its commands are in `FrameReader.commands`.
    case decision(DecisionRecord)
    case start(at: Instant)
    case stop
    case heartbeat(Instant)
    /// A part of a report, in `FrameReader.payload`; the parts follow one another in order.
    case statistics(isLast: Bool)
    /// In `FrameReader.payload`, valid UTF-8.
    case failure
}
