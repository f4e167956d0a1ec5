import Simulation

/// One event that was sent and not yet answered.
struct SentEvent {
    var entry: Outbox.Entry
    /// The session's place in its worker.
    var place: UInt32
    var sequence: UInt32
    /// By the clock.
    var due: UInt64
    var sent: UInt64
}

/// Events under way on one stream, oldest first; answers come in the same order.
///
/// A ring that doubles; who fills it keeps it bounded.
struct InFlight: ~Copyable {
    private var ring: [SentEvent?]
    private var first = 0
    private(set) var count = 0

    init(capacity: Int) {
        precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a power of two")
        ring = Array(repeating: nil, count: capacity)
    }

    mutating func append(_ event: SentEvent) {
        if count == ring.count { grow() }
        ring[(first + count) & (ring.count - 1)] = event
        count += 1
    }

    mutating func removeFirst() -> SentEvent? {
        guard count > 0, let event = ring[first] else { return nil }
        ring[first] = nil
        first = (first + 1) & (ring.count - 1)
        count -= 1
        return event
    }

    private mutating func grow() {
        var larger: [SentEvent?] = []
        larger.reserveCapacity(ring.count * 2)
        for index in 0..<count { larger.append(ring[(first + index) & (ring.count - 1)]) }
        larger += Array(repeating: nil, count: ring.count * 2 - count)
        ring = larger
        first = 0
    }
}
