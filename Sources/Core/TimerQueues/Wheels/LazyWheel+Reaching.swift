/// Entries that time reaches.
extension LazyWheel {
    /// Where the earliest entry is: at the front, or in a slot of level 0.
    enum Source {
        case front
        case slot(UInt32)
    }

    @usableFromInline
    mutating func reach(_ target: UInt64) {
        if !overdue.isEmpty { readyOverdue() }
        while let source = earliestSource(upTo: target) {
            switch source {
            case .front:
                let entry = front.removeFirst()
                cursor = entry.deadline
                if settles(entry.slot) { makeReady(entry.slot) }
            case .slot(let slot):
                cursor = digits.start(ofSlot: slot, from: cursor)
                var chain = chains.detach(slot)
                occupied.remove(slot)
                while !chain.isEmpty {
                    let timer = chains.removeFirst(of: &chain)
                    if settles(timer) { makeReady(timer) }
                }
            }
        }
        cursor = target
    }

    @usableFromInline
    mutating func popReady() -> DueTimer? {
        while !ready.isEmpty {
            let record = ready.removeFirst(in: &timers)
            if record.slot != .max { return take(record.slot, record.deadline) }
        }
        return nil
    }

    /// Nil where no entry is due by `limit`. Sorts and moves down what has to be for that, so that
    /// no slot of level 1 or more starts at or before the entry it finds.
    @inline(__always)
    mutating func earliestSource(upTo limit: UInt64) -> Source? {
        while let (slot, level) = occupied.first() {
            let start = digits.start(ofSlot: slot, from: cursor)
            if !front.isEmpty, front[0].deadline < start || level == 0 && front[0].deadline == start
            {
                break
            }
            if start > limit {
                quietUntil = start
                return nil
            }
            if level == 0 { return .slot(slot) }
            if front.room >= Self.shortSlot, chains.holds(atMost: Self.shortSlot, slot) {
                moveToFront(slot, before: digits.end(ofSlotAt: start, level: level))
            } else {
                moveDown(slot, to: start)
            }
        }
        if front.isEmpty {
            quietUntil = .max
            return nil
        }
        quietUntil = front[0].deadline
        return quietUntil <= limit ? .front : nil
    }

    /// True of a timer whose deadline the cursor has reached, which then has left its entry. A
    /// timer put off is filed anew.
    @inline(__always)
    mutating func settles(_ timer: UInt32) -> Bool {
        guard let deadline = deadline(of: timer) else {
            entryCount -= 1
            return false
        }
        if deadline == cursor {
            entryCount -= 1
            let word = timers[timer]
            if !LazyTimers.isFiled(word) { leaveRecord(word) }
            return true
        }
        refile(timer, deadline)
        return false
    }

    /// Files an entry once more; a far timer that has come near gets its word.
    @inline(__always)
    private mutating func refile(_ timer: UInt32, _ deadline: UInt64) {
        let word = timers[timer]
        if !LazyTimers.isFiled(word), deadline &- cursor <= LazyTimers.deadlineMask {
            leaveRecord(word)
            note(timer, LazyTimers.generation(word), deadline)
        }
        file(timer, deadline)
    }

    private mutating func moveToFront(_ slot: UInt32, before end: UInt64) {
        var chain = chains.detach(slot)
        occupied.remove(slot)
        while !chain.isEmpty {
            let timer = chains.removeFirst(of: &chain)
            guard let deadline = deadline(of: timer) else {
                entryCount -= 1
                continue
            }
            if deadline < end || end == .max {
                front.insert(ChainEntry(deadline: deadline, slot: timer, stamp: 0))
            } else {
                refile(timer, deadline)
            }
        }
    }

    /// Empties a slot that now enters, its entries going to where their timers want them.
    private mutating func moveDown(_ slot: UInt32, to now: UInt64) {
        var chain = chains.detach(slot)
        occupied.remove(slot)
        cursor = now
        while !chain.isEmpty {
            let timer = chains.removeFirst(of: &chain)
            if let deadline = deadline(of: timer) {
                refile(timer, deadline)
            } else {
                entryCount -= 1
            }
        }
    }

    /// At the cursor, and out of its entry.
    @inline(__always)
    private mutating func makeReady(_ timer: UInt32) {
        let record = timers.addRecord(cursor, timer)
        ready.append(record, in: &timers)
        let generation = LazyTimers.generation(timers[timer])
        timers.setApart(timer, generation: generation, .ready, record)
    }

    /// Puts what was scheduled into the past among the ready, in deadline order.
    mutating func readyOverdue() {
        var records: [(order: Int, record: LazyTimers.Record)] = []
        for isReady in [true, false] {
            while isReady ? !ready.isEmpty : !overdue.isEmpty {
                let record =
                    isReady
                    ? ready.removeFirst(in: &timers) : overdue.removeFirst(in: &timers)
                if record.slot != .max { records.append((records.count, record)) }
            }
        }
        records.sort { ($0.record.deadline, $0.order) < ($1.record.deadline, $1.order) }
        for (_, old) in records {
            let record = timers.addRecord(old.deadline, old.slot)
            ready.append(record, in: &timers)
            let generation = LazyTimers.generation(timers[old.slot])
            timers.setApart(old.slot, generation: generation, .ready, record)
        }
    }

    /// Not after any deadline in the wheel. Timers put off beyond the slot hide nobody: the others
    /// stand behind its end.
    func earliestDeadline(in slot: UInt32, _ level: Int) -> UInt64 {
        let start = digits.start(ofSlot: slot, from: cursor)
        if level == 0 { return start }
        var earliest = UInt64.max
        let sawAll = chains.forEach(in: slot, limit: Self.shortSlot) {
            earliest = min(earliest, deadline(of: $0) ?? .max)
        }
        return sawAll ? min(earliest, digits.end(ofSlotAt: start, level: level)) : start
    }
}
