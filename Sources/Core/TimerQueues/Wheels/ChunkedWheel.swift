public import Chronology

/// A wheel that only appends: a touch writes the timer's stamp and a new entry, and leaves the old
/// entry to be dropped when its time comes. Its levels are those of `WheelDigits`.
///
/// | part | bytes | holds |
/// | --- | --- | --- |
/// | `nodes` | 16 a timer | payload, generation, stamp of the entry that counts |
/// | `chains` | 16 an entry | for each slot its entries in scheduling order |
/// | `front` | 1 kB | the entries of the earliest short slots, sorted |
///
/// Entries move down the levels without a look at their timers, and as soon as no more than
/// `shortSlot` share a slot they go to the front together. When stale entries outnumber
/// pending timers by `staleSlack`, all are swept out, so memory stays bounded by pending timers.
/// Schedule, reschedule and cancel are O(1), amortised; firing moves an entry at most eight times.
/// Stable for the reason that holds in `HierarchicalWheel`.
public struct ChunkedWheel: TimerQueue, ~Copyable {
    public static let kind = QueueKind.chunkedWheel
    public static let isStable = true

    /// Made ready by `advance`, in firing order.
    static let ready = UInt32(WheelDigits.slotCount)
    /// Scheduled with a deadline before now, in scheduling order.
    static let overdue = ready + 1
    static let chainCount = WheelDigits.slotCount + 2
    /// Longer slots move down a level instead of being sorted.
    static let shortSlot = 32
    static let staleSlack = 4096

    private var nodes: StampedNodes
    private var chains: EntryChains<ChainEntry>
    private var front = SortedRun()
    private var occupied = SlotBitmap()
    private let digits: WheelDigits
    /// Every deadline on a level is at or after it.
    private var cursor: UInt64
    /// Not after any deadline in `overdue`, while there are some.
    private var earliestOverdue: UInt64 = .max
    /// Pending and stale.
    private var entryCount = 0

    public init(startingAt origin: Instant, tick: TimeSpan, capacity: Int) {
        nodes = StampedNodes(capacity: capacity)
        chains = EntryChains(chainCount: Self.chainCount, capacity: capacity)
        digits = WheelDigits(tick: tick)
        cursor = origin.nanoseconds
    }

    public var now: Instant { Instant(nanoseconds: cursor) }
    public var count: Int { nodes.count }
    public var byteCount: Int {
        nodes.byteCount + chains.byteCount + SlotBitmap.byteCount + SortedRun.byteCount
    }

    public mutating func schedule(deadline: Instant, payload: UInt32) -> TimerID {
        let id = nodes.insert(payload: payload)
        arm(id.slot, deadline.nanoseconds)
        return id
    }

    public mutating func reschedule(_ id: TimerID, deadline: Instant) -> Bool {
        guard nodes.contains(id) else { return false }
        arm(id.slot, deadline.nanoseconds)
        return true
    }

    public mutating func cancel(_ id: TimerID) -> Bool {
        guard nodes.contains(id) else { return false }
        nodes.remove(id.slot)
        sweepIfDue()
        return true
    }

    /// Earlier than the true one where a stale entry comes first.
    public var nextDeadline: Instant? {
        guard count > 0 else { return nil }
        var earliest = chains.isEmpty(Self.overdue) ? UInt64.max : earliestOverdue
        if !chains.isEmpty(Self.ready) {
            earliest = min(earliest, chains.first(of: Self.ready).deadline)
        } else {
            if !front.isEmpty { earliest = min(earliest, front[0].deadline) }
            if let (slot, level) = occupied.first() {
                earliest = min(earliest, earliestEntry(in: slot, level))
            }
        }
        return Instant(nanoseconds: earliest)
    }

    public mutating func advance(to now: Instant) {
        let target = max(now.nanoseconds, cursor)
        if !chains.isEmpty(Self.overdue) { readyOverdue() }
        while let source = earliestSource(upTo: target) {
            switch source {
            case .front: chains.append(front.removeFirst(), to: Self.ready)
            case .slot(let slot): makeReady(slot)
            }
        }
        cursor = target
    }

    public mutating func popDue() -> DueTimer? {
        while !chains.isEmpty(Self.ready) {
            if let due = takeFirst(of: Self.ready) { return due }
        }
        return nil
    }

    public mutating func popNext(upTo limit: Instant) -> DueTimer? {
        if !chains.isEmpty(Self.overdue) { readyOverdue() }
        while !chains.isEmpty(Self.ready) {
            if chains.first(of: Self.ready).deadline > limit.nanoseconds { return nil }
            if let due = takeFirst(of: Self.ready) { return due }
        }
        while let source = earliestSource(upTo: limit.nanoseconds) {
            let due: DueTimer?
            switch source {
            case .front:
                let entry = front.removeFirst()
                cursor = entry.deadline
                due = take(entry)
            case .slot(let slot):
                cursor = chains.first(of: slot).deadline
                due = takeFirst(of: slot)
                if chains.isEmpty(slot) { occupied.remove(slot) }
            }
            if let due { return due }
        }
        return nil
    }
}

extension ChunkedWheel {
    /// Where the earliest entry is: at the front, or in a slot of level 0.
    private enum Source {
        case front
        case slot(UInt32)
    }

    /// Nil where no entry is due by `limit`. Sorts and moves down what has to be for that, so that
    /// no slot of level 1 or more starts at or before the entry it finds.
    @inline(__always)
    private mutating func earliestSource(upTo limit: UInt64) -> Source? {
        while let (slot, level) = occupied.first() {
            var start = chains.first(of: slot).deadline
            if level == 0 {
                if !front.isEmpty, front[0].deadline <= start { break }
                return start <= limit ? .slot(slot) : nil
            }
            start = digits.start(ofSlotWith: start, level: level)
            if !front.isEmpty, front[0].deadline < start { break }
            if start > limit { return nil }
            if front.room >= Self.shortSlot, chains.holds(atMost: Self.shortSlot, slot) {
                moveToFront(slot)
            } else {
                moveDown(slot, to: start)
            }
        }
        return !front.isEmpty && front[0].deadline <= limit ? .front : nil
    }

    /// Looking at all nodes here lets their cache misses overlap.
    private mutating func moveToFront(_ slot: UInt32) {
        var chain = chains.detach(slot)
        occupied.remove(slot)
        while !chain.isEmpty {
            let entry = chains.removeFirst(of: &chain)
            if nodes.isCurrent(entry) { front.insert(entry) } else { entryCount -= 1 }
        }
    }

    private mutating func arm(_ slot: UInt32, _ deadline: UInt64) {
        let stamp = nodes.restamp(slot)
        entryCount += 1
        place(ChainEntry(deadline: deadline, slot: slot, stamp: stamp))
        sweepIfDue()
    }

    @inline(__always)
    private mutating func place(_ entry: ChainEntry) {
        if entry.deadline < cursor {
            let isFirst = chains.isEmpty(Self.overdue)
            earliestOverdue = isFirst ? entry.deadline : min(earliestOverdue, entry.deadline)
            chains.append(entry, to: Self.overdue)
            return
        }
        let slot = digits.slot(of: entry.deadline, from: cursor)
        if chains.append(entry, to: slot) { occupied.insert(slot) }
    }

    /// The earliest deadline in a slot, or the slot's start where it holds too many to look at.
    private func earliestEntry(in slot: UInt32, _ level: Int) -> UInt64 {
        var earliest = chains.first(of: slot).deadline
        if level == 0 { return earliest }
        let sawAll = chains.forEach(in: slot, limit: Self.shortSlot) {
            earliest = min(earliest, $0.deadline)
        }
        return sawAll ? earliest : digits.start(ofSlotWith: earliest, level: level)
    }

    /// Empties a slot that now enters, its entries going to lower levels in their order.
    private mutating func moveDown(_ slot: UInt32, to now: UInt64) {
        var chain = chains.detach(slot)
        occupied.remove(slot)
        cursor = now
        while !chain.isEmpty { place(chains.removeFirst(of: &chain)) }
    }

    private mutating func makeReady(_ slot: UInt32) {
        var chain = chains.detach(slot)
        occupied.remove(slot)
        if chains.isEmpty(Self.ready) {
            chains.attach(chain, to: Self.ready)
        } else {
            while !chain.isEmpty { chains.append(chains.removeFirst(of: &chain), to: Self.ready) }
        }
    }

    /// Nil where the entry was stale.
    @inline(__always)
    private mutating func takeFirst(of chain: UInt32) -> DueTimer? {
        take(chains.removeFirst(of: chain))
    }

    @inline(__always)
    private mutating func take(_ entry: ChainEntry) -> DueTimer? {
        entryCount -= 1
        guard let due = nodes.take(entry) else { return nil }
        return due
    }

    /// Puts what was scheduled into the past among the ready, in deadline order.
    private mutating func readyOverdue() {
        var entries: [(order: Int, entry: ChainEntry)] = []
        for index in [Self.ready, Self.overdue] {
            while !chains.isEmpty(index) {
                entries.append((entries.count, chains.removeFirst(of: index)))
            }
        }
        entries.sort { ($0.entry.deadline, $0.order) < ($1.entry.deadline, $1.order) }
        for (_, entry) in entries { chains.append(entry, to: Self.ready) }
    }

    @inline(__always)
    private mutating func sweepIfDue() {
        if entryCount - count > count + Self.staleSlack { sweep() }
    }

    /// Drops all stale entries, keeping the order of the others.
    private mutating func sweep() {
        var kept: [ChainEntry] = []
        for index in 0..<UInt32(Self.chainCount) where !chains.isEmpty(index) {
            var chain = chains.detach(index)
            while !chain.isEmpty {
                let entry = chains.removeFirst(of: &chain)
                if nodes.isCurrent(entry) { chains.append(entry, to: index) }
            }
            if chains.isEmpty(index), index < Self.ready { occupied.remove(index) }
        }
        for _ in 0..<front.count {
            let entry = front.removeFirst()
            if nodes.isCurrent(entry) { kept.append(entry) }
        }
        for entry in kept { front.insert(entry) }
        entryCount = count
    }

    public func checkInvariants() {
        var entries = 0
        var current = 0
        for index in 0..<UInt32(Self.chainCount) {
            var previous: UInt64 = 0
            _ = chains.forEach(in: index) { entry in
                entries += 1
                if nodes.isCurrent(entry) { current += 1 }
                if index < Self.ready {
                    precondition(entry.deadline >= cursor)
                    precondition(digits.slot(of: entry.deadline, from: cursor) == index)
                } else {
                    precondition(entry.deadline <= cursor)
                    precondition(index == Self.ready || entry.deadline >= earliestOverdue)
                    precondition(index == Self.overdue || entry.deadline >= previous)
                }
                previous = entry.deadline
            }
            precondition(index >= Self.ready || occupied.contains(index) == !chains.isEmpty(index))
        }
        for index in 0..<front.count {
            entries += 1
            if nodes.isCurrent(front[index]) { current += 1 }
            precondition(front[index].deadline >= cursor)
            precondition(index == 0 || front[index - 1].deadline <= front[index].deadline)
        }
        precondition(entries == entryCount && current == count)
        precondition(entryCount - count <= count + Self.staleSlack)
    }
}
