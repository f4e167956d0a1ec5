/// Names one scheduled timer for as long as it is pending: a slot and the slot's generation.
///
/// A slot's generation goes up each time its timer fires or is cancelled, so that an id kept too
/// long never reaches the slot's next timer.
@frozen
public struct TimerID: Hashable, Sendable {
    public var slot: UInt32
    public var generation: UInt32

    @inlinable public init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    /// Names no timer: every queue answers it with `false`.
    public static let none = TimerID(slot: .max, generation: .max)
}
