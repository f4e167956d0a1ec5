public import AppLock
public import Chronology
public import Devices

/// The host's timer queue and its contract: every timer fires once, not before its deadline, not
/// after it was cancelled, and as soon as the process can run it. Scheduling again is a new
/// deadline. Kept from the engine's commands alone, beside the host's own queue.
extension Auditor {
    /// The earliest deadline on the books, `.max` where there is none. O(1) but for more than one
    /// timer of a kind.
    var earliestDeadline: UInt64 {
        var earliest = idleDeadline
        guard !rare.isEmpty, let others = rare.read({ $0.timers }) else { return earliest }
        for other in others { earliest = min(earliest, other.timer.deadline) }
        return earliest
    }

    private var idleTimer: BookedTimer {
        get { BookedTimer(deadline: idleDeadline, generation: idleGeneration) }
        set { (idleDeadline, idleGeneration) = (newValue.deadline, newValue.generation) }
    }

    mutating func seeSchedule(
        _ kind: TimerKind, _ deadline: UInt64, _ generation: UInt32
    ) {
        let timer = BookedTimer(deadline: deadline, generation: generation)
        switch kind {
        case .idle where idleTimer.isBooked && idleTimer.generation == generation:
            idleTimer = timer
        case .idle where !idleTimer.isBooked:
            idleTimer = timer
            guard !rare.isEmpty else { return }
            // It may have been one of several before.
            rare.value?.timers.removeAll { $0.kind == kind && $0.timer.generation == generation }
        case .idle, .backoff:
            rare.update(or: Rare()) { rare in
                rare.timers.removeAll { $0.kind == kind && $0.timer.generation == generation }
                rare.timers.append((kind, timer))
            }
        }
    }

    /// Takes a timer off the books; nil where it was not on them.
    @discardableResult
    mutating func strike(_ kind: TimerKind, _ generation: UInt32) -> UInt64? {
        switch kind {
        case .idle where idleTimer.isBooked && idleTimer.generation == generation:
            defer { idleTimer = BookedTimer() }
            return idleTimer.deadline
        case .idle, .backoff:
            guard !rare.isEmpty,
                let place = rare.read({ $0.timers })?.firstIndex(where: {
                    $0.kind == kind && $0.timer.generation == generation
                })
            else { return nil }
            return rare.change({ $0.timers.remove(at: place) })?.timer.deadline
        }
    }

    mutating func forgetTimers() {
        idleTimer = BookedTimer()
        if !rare.isEmpty { rare.change { $0.timers = [] } }
    }

    /// A timer of the host fires; before the engine hears of it.
    public mutating func seeTimer(
        _ kind: TimerKind, _ generation: UInt32, at now: UInt64, _ log: inout ViolationLog
    ) {
        guard let deadline = strike(kind, generation) else {
            log.report(.timerAfterCancel, at: now)
            return
        }
        if now < deadline { log.report(.timerEarly, at: now, since: deadline) }
    }

    /// Looks on the way to `now` for timers that should have fired before: due, the process
    /// running, and the run loop in a mode they fire in, for longer than `slack`. `policy` is the
    /// engine's, for its run-loop mode.
    public mutating func lookForLostTimers(
        before now: UInt64, _ device: inout Device, _ policy: LockPolicy, slack: TimeSpan,
        _ log: inout ViolationLog
    ) {
        guard earliestDeadline < now else { return }
        // The state was the same since the last event; it changes only after this look.
        guard device.process == .running else {
            stoodUntil = now
            return
        }
        judgeOverdue(.idle, before: now, &device, policy, slack, &log)
        judgeOverdue(.backoff, before: now, &device, policy, slack, &log)
    }

    private mutating func judgeOverdue(
        _ kind: TimerKind, before now: UInt64, _ device: inout Device, _ policy: LockPolicy,
        _ slack: TimeSpan, _ log: inout ViolationLog
    ) {
        if device.isSilent(kind, policy) {
            stoodUntil = now
            return
        }
        while let timer = overdue(kind, before: now, slack) {
            log.report(.timerLost, at: now, since: timer.deadline)
            strike(kind, timer.generation)
        }
    }

    private func overdue(
        _ kind: TimerKind, before now: UInt64, _ slack: TimeSpan
    ) -> BookedTimer? {
        func isOverdue(_ timer: BookedTimer) -> Bool {
            guard timer.deadline < now else { return false }
            let (limit, overflow) = max(timer.deadline, stoodUntil)
                .addingReportingOverflow(slack.nanoseconds)
            return !overflow && limit < now
        }
        if kind == .idle && isOverdue(idleTimer) { return idleTimer }
        guard !rare.isEmpty else { return nil }
        return rare.read({ $0.timers })?.first { $0.kind == kind && isOverdue($0.timer) }?.timer
    }
}

/// One timer the host owes, in model time.
struct BookedTimer: Sendable {
    var deadline = UInt64.max
    var generation: UInt32 = 0
    var isBooked: Bool { deadline != .max }
}
