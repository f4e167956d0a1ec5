/// What bounds the entries, and what must hold.
extension LazyWheel {
    @inline(__always)
    mutating func sweepIfDue() {
        if entryCount > 2 * count + Self.sparedEntries + Int(timers.used) / 8 { sweep() }
    }

    /// Files all timers anew, one entry each.
    @inline(never)
    private mutating func sweep() {
        chains.removeAll()
        occupied.removeAll()
        while !front.isEmpty { _ = front.removeFirst() }
        entryCount = 0
        for slot in 0..<timers.used {
            guard let deadline = deadline(of: slot) else { continue }
            entryCount += 1
            file(slot, deadline)
        }
    }

    public func checkInvariants() {
        var filed = Array(repeating: UInt64.max, count: Int(timers.used))
        var entries = 0
        for slot in 0..<UInt32(WheelDigits.slotCount) {
            precondition(occupied.contains(slot) == !chains.isEmpty(slot))
            if chains.isEmpty(slot) { continue }
            let start = digits.start(ofSlot: slot, from: cursor)
            precondition(start >= cursor && quietUntil <= start)
            _ = chains.forEach(in: slot) { timer in
                entries += 1
                filed[Int(timer)] = min(filed[Int(timer)], start)
            }
        }
        for index in 0..<front.count {
            entries += 1
            let entry = front[index]
            precondition(entry.deadline >= cursor && quietUntil <= entry.deadline)
            precondition(index == 0 || front[index - 1].deadline <= entry.deadline)
            filed[Int(entry.slot)] = min(filed[Int(entry.slot)], entry.deadline)
        }
        precondition(entries == entryCount)
        precondition(entries <= 2 * count + Self.sparedEntries + Int(timers.used) / 8 + 1)
        var pending = 0
        for slot in 0..<timers.used {
            let word = timers[slot]
            if let deadline = deadline(of: slot) {
                precondition(deadline >= cursor && filed[Int(slot)] <= deadline)
                pending += 1
            } else if LazyTimers.place(word) != .free {
                let record = timers.recordAt(LazyTimers.record(word))
                precondition(record.slot == slot && record.deadline <= cursor)
                pending += 1
            }
        }
        precondition(pending == count && (overdue.isEmpty || quietUntil == 0))
    }
}
