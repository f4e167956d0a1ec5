public import AppLock
public import Chronology

/// Events on their way to engines in another process, in the order they happened.
public struct Outbox: Sendable {
    public struct Entry: Sendable {
        public var event: LockEvent
        public var readings: ClockReadings
        /// When it was made, and when it was due: in model time.
        public var made: UInt64
        public var intended: UInt64
        /// Of the session, so that an answer to a process that is gone can be told.
        public var life: UInt16

        public init(
            event: LockEvent, readings: ClockReadings, made: UInt64, intended: UInt64, life: UInt16
        ) {
            self.event = event
            self.readings = readings
            self.made = made
            self.intended = intended
            self.life = life
        }
    }

    public var events: [Entry] = []
    /// When the event that is being made was due, in model time.
    public var intended: UInt64 = 0

    public init() { events.reserveCapacity(64) }
}
