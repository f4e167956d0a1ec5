public import AppLock
public import Chronology

/// One timer the engine asked for, in model time.
struct HostTimer: Sendable {
    var deadline = UInt64.max
    var generation: UInt32 = 0
    var isSet: Bool { deadline != .max }
}

/// A timer that has come due.
public struct DueTimer: Sendable {
    public var kind: TimerKind
    public var generation: UInt32
    /// In model time.
    public var deadline: UInt64
}

/// The host's side of the engine's timers: they run on `continuous`, stand still with the
/// process, and those of the default run-loop mode are silent while a scroll view tracks.
extension Device {
    /// When the `continuous` clock of this boot shows an instant; never `.max`.
    public func modelTime(of instant: Instant) -> UInt64 {
        let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(bootTime)
        return overflow ? .max - 1 : min(sum, .max - 1)
    }

    mutating func schedule(_ kind: TimerKind, _ deadline: Instant, _ generation: UInt32) {
        let timer = HostTimer(deadline: modelTime(of: deadline), generation: generation)
        switch kind {
        case .idle where idleTimer.isSet && idleTimer.generation == generation:
            idleTimer = timer
        case .idle where !idleTimer.isSet:
            idleTimer = timer
            guard rare.read({ $0.timers.isEmpty }) == false else { return }
            // It may have been one of several before.
            rare.change {
                $0.timers.removeAll { $0.kind == kind && $0.timer.generation == generation }
            }
        case .idle, .backoff:
            rare.update(or: Rare()) { rare in
                rare.timers.removeAll { $0.kind == kind && $0.timer.generation == generation }
                rare.timers.append((kind, timer))
            }
        }
    }

    /// False where no such timer was pending.
    @discardableResult
    mutating func cancel(_ kind: TimerKind, _ generation: UInt32) -> Bool {
        switch kind {
        case .idle where idleTimer.isSet && idleTimer.generation == generation:
            idleTimer = HostTimer()
            return true
        case .idle, .backoff:
            guard let timers = rare.read({ $0.timers }), !timers.isEmpty else { return false }
            let place = timers.firstIndex {
                $0.kind == kind && $0.timer.generation == generation
            }
            guard let place else { return false }
            rare.change({ $0.timers.remove(at: place) })
            return true
        }
    }

    mutating func forgetTimers() {
        idleTimer = HostTimer()
        if !rare.isEmpty { rare.change { $0.timers = [] } }
    }

    public var pendingTimerCount: Int {
        (idleTimer.isSet ? 1 : 0) + (rare.read({ $0.timers })?.count ?? 0)
    }

    /// By deadline.
    public var pendingTimers: [DueTimer] {
        var timers = (rare.read({ $0.timers }) ?? []).map { entry in
            DueTimer(
                kind: entry.kind, generation: entry.timer.generation,
                deadline: entry.timer.deadline)
        }
        if idleTimer.isSet {
            timers.append(
                DueTimer(
                    kind: .idle, generation: idleTimer.generation, deadline: idleTimer.deadline))
        }
        return timers.sorted { $0.deadline < $1.deadline }
    }

    /// A scroll view tracks, and timers of that kind wait for its end.
    public func isSilent(_ kind: TimerKind, _ policy: LockPolicy) -> Bool {
        isTracking && kind == .idle && policy.idle.runLoopMode == .default
    }

    /// The earliest deadline of a timer that may fire, `.max` where there is none.
    public mutating func nextTimerDeadline(_ policy: LockPolicy) -> UInt64 {
        guard process == .running else { return .max }
        let common = isSilent(.idle, policy) ? .max : idleTimer.deadline
        return rare.isEmpty ? common : min(common, nextRareDeadline(policy))
    }

    private func nextRareDeadline(_ policy: LockPolicy) -> UInt64 {
        guard let timers = rare.read({ $0.timers }) else { return .max }
        var next = UInt64.max
        for entry in timers where !isSilent(entry.kind, policy) {
            next = min(next, entry.timer.deadline)
        }
        return next
    }

    /// Takes the first timer due at `now` or before: by deadline, then kind, then generation.
    public mutating func takeDueTimer(at now: UInt64, _ policy: LockPolicy) -> DueTimer? {
        guard process == .running else { return nil }
        var best: DueTimer?
        func consider(_ kind: TimerKind, _ timer: HostTimer) {
            guard timer.deadline <= now, !isSilent(kind, policy) else { return }
            if let best,
                (best.deadline, best.kind.rawValue, best.generation)
                    < (timer.deadline, kind.rawValue, timer.generation)
            {
                return
            }
            best = DueTimer(kind: kind, generation: timer.generation, deadline: timer.deadline)
        }
        consider(.idle, idleTimer)
        if !rare.isEmpty, let timers = rare.read({ $0.timers }) {
            for entry in timers { consider(entry.kind, entry.timer) }
        }
        if let best { cancel(best.kind, best.generation) }
        return best
    }
}
