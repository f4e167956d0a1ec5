import Chronology

/// Timers armed for now or the past after the latest `advance`, in scheduling order: by the
/// contract the next one takes them, not this one.
struct WaitingTimers {
    private var ring = Ring()
    /// Not after any deadline here, while there are some.
    private var earliest = UInt64.max

    /// Never later than the earliest deadline here; `max` where nothing waits.
    @inline(__always)
    var earliestDeadline: UInt64 { ring.isEmpty ? .max : earliest }

    mutating func append<Node: RingNode>(
        _ slot: UInt32, _ deadline: UInt64, in nodes: borrowing NodePool<Node>
    ) {
        earliest = min(earliestDeadline, deadline)
        ring.append(slot, in: nodes)
    }

    @inline(__always)
    mutating func remove<Node: RingNode>(_ slot: UInt32, in nodes: borrowing NodePool<Node>) {
        ring.remove(slot, in: nodes)
    }

    @inline(__always)
    mutating func removeFirst<Node: RingNode>(in nodes: borrowing NodePool<Node>) -> UInt32? {
        guard let slot = ring.first(in: nodes) else { return nil }
        ring.remove(slot, in: nodes)
        return slot
    }

    /// How many there are, `deadline` telling that of each.
    func checkedCount<Node: RingNode>(
        in nodes: borrowing NodePool<Node>, at now: Instant, _ deadline: (UInt32) -> UInt64
    ) -> Int {
        ring.forEach(in: nodes) { slot in
            precondition(deadline(slot) <= now.nanoseconds && deadline(slot) >= earliest)
        }
        return ring.checkedCount(in: nodes)
    }
}
