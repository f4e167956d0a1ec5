/// One armed entry a timer, which moves itself on when it comes due before its timer.
struct LazyWheelDouble: DoubleStore {
    enum Bug: CaseIterable {
        case ignoresBringingForward, firesWhenEntryIsDue, dropsEntryThatIsTooEarly
        case cancelKeepsTimer
    }

    private let bug: Bug?
    private var current: [Int: DoubleEntry] = [:]
    /// When each slot is looked at next; entries of cancelled timers stay until then.
    private var looks: [Int: UInt64] = [:]

    init(now: UInt64, tick: UInt64, bug: Bug?) { self.bug = bug }

    var lowerBound: UInt64 { looks.values.min() ?? .max }

    mutating func insert(_ entry: DoubleEntry) {
        current[entry.slot] = entry
        let look = looks[entry.slot] ?? .max
        if bug == .ignoresBringingForward, look != .max { return }
        looks[entry.slot] = min(look, entry.deadline)
    }

    mutating func remove(_ entry: DoubleEntry) {
        if bug != .cancelKeepsTimer { current[entry.slot] = nil }
    }

    mutating func takeDue(now: UInt64) -> DoubleEntry? {
        for (slot, look) in looks.sorted(by: { $0.key < $1.key }) where look <= now {
            guard let entry = current[slot] else {
                looks[slot] = nil
                continue
            }
            if entry.deadline > now, bug != .firesWhenEntryIsDue {
                looks[slot] = bug == .dropsEntryThatIsTooEarly ? nil : entry.deadline
            }
        }
        let due = looks.filter { $0.value <= now }.keys.compactMap { current[$0] }
        guard let first = due.min(by: { $1.isAfter($0) }) else { return nil }
        current[first.slot] = nil
        looks[first.slot] = nil
        return first
    }
}

/// Appends only: an entry is stale unless it is its timer's latest.
struct ChunkedWheelDouble: DoubleStore {
    enum Bug: CaseIterable {
        case staleEntryFires, staleEntryOfSlotFires, sweepDropsLast, sweepReverses
    }

    private let bug: Bug?
    private var current: [Int: DoubleEntry] = [:]
    private var entries: [DoubleEntry] = []

    init(now: UInt64, tick: UInt64, bug: Bug?) { self.bug = bug }

    var lowerBound: UInt64 { entries.map(\.deadline).min() ?? .max }

    mutating func insert(_ entry: DoubleEntry) {
        current[entry.slot] = entry
        entries.append(entry)
        if entries.count > current.count + 4 { sweep() }
    }

    mutating func remove(_ entry: DoubleEntry) {
        if bug != .staleEntryFires { current[entry.slot] = nil }
    }

    /// The first appended of the earliest: in scheduling order as long as sweeps keep it.
    mutating func takeDue(now: UInt64) -> DoubleEntry? {
        while let first = entries.min(by: { $0.deadline < $1.deadline }), first.deadline <= now {
            entries.removeAll { $0 == first }
            let latest = current[first.slot]
            if latest == first || bug == .staleEntryOfSlotFires && latest != nil {
                current[first.slot] = nil
                return first
            }
            if bug == .staleEntryFires { return first }
        }
        return nil
    }

    private mutating func sweep() {
        entries = entries.filter { current[$0.slot] == $0 }
        if bug == .sweepDropsLast { entries.removeLast() }
        if bug == .sweepReverses { entries.reverse() }
    }
}

/// No cascade: the slot is as wide as an eighth of the delay, and fires at its end.
struct CoarseWheelDouble: DoubleStore {
    enum Bug: CaseIterable {
        case roundsDown, roundsUpOnceMore, farIsClamped, losesOnRemove
    }

    private let bug: Bug?
    private let tick: UInt64
    private var now: UInt64
    private var entries: [(at: UInt64, entry: DoubleEntry)] = []

    init(now: UInt64, tick: UInt64, bug: Bug?) {
        self.bug = bug
        self.tick = tick
        self.now = now
    }

    static var isStable: Bool { false }

    func latenessBound(delay: UInt64) -> UInt64 { Self.width(delay, tick) - 1 }

    var lowerBound: UInt64 { entries.map(\.at).min() ?? .max }

    mutating func insert(_ entry: DoubleEntry) {
        let delay = entry.deadline > now ? entry.deadline - now : 0
        let width = Self.width(delay, tick)
        let begin = entry.deadline / width * width
        var (at, overflow) =
            begin == entry.deadline ? (begin, false) : begin.addingReportingOverflow(width)
        if bug == .roundsDown { at = begin }
        if bug == .roundsUpOnceMore { (at, overflow) = at.addingReportingOverflow(width) }
        if bug == .farIsClamped, delay > 1 << 40 { at = now + 1 << 40 }
        entries.append((overflow ? .max : at, entry))
    }

    mutating func remove(_ entry: DoubleEntry) {
        entries.removeAll { $0.entry == entry }
        if bug == .losesOnRemove, entries.count > 4 { entries.removeLast() }
    }

    mutating func move(to now: UInt64) { self.now = now }

    mutating func takeDue(now: UInt64) -> DoubleEntry? {
        let place = entries.indices.filter { entries[$0].at <= now }
            .min { entries[$0].at < entries[$1].at }
        return place.map { entries.remove(at: $0).entry }
    }

    private static func width(_ delay: UInt64, _ tick: UInt64) -> UInt64 {
        max(tick, 1, delay / 8)
    }
}
