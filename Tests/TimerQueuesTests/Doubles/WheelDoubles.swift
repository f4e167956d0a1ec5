/// Sixteen slots of a tick each, whole deadlines in them.
struct HashedWheelDouble: DoubleStore {
    enum Bug: CaseIterable {
        case forgetsRounds, stopsAtLastSlot, jumpsModuloRevolution, firesInSlotOrder
        case removesFromNewSlot, dropsLaterRounds
    }

    private let bug: Bug?
    private let tick: UInt64
    private var closedTick: UInt64
    private var slots: [[DoubleEntry]] = Array(repeating: [], count: 16)
    private var front: [DoubleEntry] = []

    init(now: UInt64, tick: UInt64, bug: Bug?) {
        self.bug = bug
        self.tick = tick * 2
        closedTick = now / self.tick
    }

    var lowerBound: UInt64 { (slots.joined() + front).map(\.deadline).min() ?? .max }

    mutating func insert(_ entry: DoubleEntry) {
        let number = entry.deadline / tick
        if number < closedTick {
            front.append(entry)
        } else {
            slots[Int(number % 16)].append(entry)
        }
    }

    mutating func remove(_ entry: DoubleEntry) {
        front.removeAll { $0 == entry }
        slots[Int(entry.deadline / tick % 16)].removeAll { $0 == entry }
    }

    mutating func replace(_ old: DoubleEntry, with new: DoubleEntry) {
        if bug == .removesFromNewSlot {
            slots[Int(new.deadline / tick % 16)].removeAll { $0 == old }
        } else {
            remove(old)
        }
        insert(new)
    }

    mutating func move(to now: UInt64) {
        let target = now / tick
        guard target >= closedTick else { return }
        var passed = min(target - closedTick + 1, 16)
        if bug == .jumpsModuloRevolution { passed = (target - closedTick) % 16 + 1 }
        let begin = closedTick
        closedTick = target + 1
        for number in begin..<(begin + passed) {
            if bug == .stopsAtLastSlot, number % 16 < begin % 16 { break }
            let slot = slots[Int(number % 16)]
            let isOpen = { [bug, tick] (entry: DoubleEntry) in
                bug == .forgetsRounds || entry.deadline / tick <= target
            }
            front += slot.filter(isOpen)
            slots[Int(number % 16)] =
                bug == .dropsLaterRounds && slot.count > 2 ? [] : slot.filter { !isOpen($0) }
        }
    }

    mutating func takeDue(now: UInt64) -> DoubleEntry? {
        let due = front.indices.filter {
            front[$0].deadline <= now || front[$0].deadline / tick >= closedTick
        }
        let first =
            bug == .firesInSlotOrder
            ? due.first : due.min { front[$1].isAfter(front[$0]) }
        return first.map { front.remove(at: $0) }
    }
}

/// Levels of four bits, a timer on the level of the highest digit in which it differs from now.
struct HierarchicalWheelDouble: DoubleStore {
    enum Bug: CaseIterable {
        case cascadeSkipsLevel, levelByDelay, farWrapsSilently, cascadeReverses, clearsBitTooSoon
        case cascadeForgetsBit
    }

    private let bug: Bug?
    private var cursor: UInt64
    private var slots: [[DoubleEntry]] = Array(repeating: [], count: 256)
    private var occupied: Set<Int> = []
    private var ready: [DoubleEntry] = []

    init(now: UInt64, tick: UInt64, bug: Bug?) {
        self.bug = bug
        cursor = now
    }

    var lowerBound: UInt64 {
        (slots.joined() + ready).map(\.deadline).min() ?? .max
    }

    mutating func insert(_ entry: DoubleEntry) {
        if entry.deadline < cursor {
            ready.append(entry)
        } else {
            put(entry, in: slot(of: entry.deadline))
        }
    }

    mutating func remove(_ entry: DoubleEntry) {
        ready.removeAll { $0 == entry }
        for slot in slots.indices where slots[slot].contains(entry) {
            slots[slot].removeAll { $0 == entry }
            if slots[slot].isEmpty || bug == .clearsBitTooSoon { occupied.remove(slot) }
        }
    }

    mutating func move(to now: UInt64) {
        while let slot = occupied.min(), let first = slots[slot].first {
            let shift = UInt64(slot / 16 * 4)
            let start = (first.deadline >> shift) << shift
            if start > now { break }
            let entries = slots[slot]
            slots[slot] = []
            occupied.remove(slot)
            cursor = max(cursor, start)
            for entry in bug == .cascadeReverses ? entries.reversed() : entries {
                if slot < 16 || entry.deadline < cursor {
                    ready.append(entry)
                } else if bug == .cascadeSkipsLevel, slot >= 32 {
                    put(entry, in: Int(entry.deadline & 15))
                } else if bug == .cascadeForgetsBit {
                    slots[self.slot(of: entry.deadline)].append(entry)
                } else {
                    put(entry, in: self.slot(of: entry.deadline))
                }
            }
        }
        cursor = now
        let order = { (a: DoubleEntry, b: DoubleEntry) in a.deadline < b.deadline }
        ready.sort(by: order)
    }

    mutating func takeDue(now: UInt64) -> DoubleEntry? {
        ready.isEmpty ? nil : ready.removeFirst()
    }

    private mutating func put(_ entry: DoubleEntry, in slot: Int) {
        slots[slot].append(entry)
        occupied.insert(slot)
    }

    private func slot(of deadline: UInt64) -> Int {
        var deadline = deadline
        if bug == .farWrapsSilently, deadline - cursor >> 32 != 0 {
            deadline = cursor + (deadline - cursor) & 0xFFFF_FFFF
        }
        let difference = bug == .levelByDelay ? deadline - cursor : deadline ^ cursor
        let level = (63 - (difference | 1).leadingZeroBitCount) / 4
        return level * 16 + Int(deadline >> UInt64(level * 4) & 15)
    }
}
