public import AppLock
public import Chronology

/// Events on their way to engines in another process, in the order they happened.
public struct Outbox: Sendable {
    public struct Entry: Sendable {
        public var event: LockEvent
        public var readings: ClockReadings
    }

    public var events: [Entry] = []
    /// When the event that is being made was due, in model time.
    public var intended: UInt64 = 0

    public init() { events.reserveCapacity(64) }
}
