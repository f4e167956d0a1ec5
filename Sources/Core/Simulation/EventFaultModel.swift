import AppLock
import Auditing
public import Chance
import Chronology
import Devices
public import Scenarios

/// An event that a fault holds back.
struct DelayedEvent: Sendable {
    var due: UInt64
    var event: LockEvent
}

/// What becomes of events on their way to the engine: input and entries may be lost, anything but
/// entries may come twice, and a share is late. A late event holds up those behind it, so that
/// order is kept.
public final class EventFaultModel: Sendable {
    let drop: Ratio
    let duplicate: Ratio
    let delayShare: Ratio
    let delay: DistributionTable?
    let seed: UInt64

    public init(_ faults: EventFaults, delay: DistributionTable?, seed: UInt64) {
        drop = Ratio(faults.drop.billionths, of: 1_000_000_000)
        duplicate = Ratio(faults.duplicate.billionths, of: 1_000_000_000)
        delayShare = Ratio(faults.delayShare.billionths, of: 1_000_000_000)
        self.delay = delay
        self.seed = seed
    }
}

extension Session {
    /// When the first event held back may go on; never while the process is suspended.
    @inline(__always)
    var nextDelayed: UInt64 {
        if delayed.isEmpty { return .max }
        return delayedDue
    }

    private var delayedDue: UInt64 {
        guard device.process == .running else { return .max }
        return delayed.value?.first?.due ?? .max
    }
}

extension World {
    /// True where a fault has taken charge of the event.
    mutating func hold(_ event: LockEvent, _ session: inout Session, at now: UInt64) -> Bool {
        guard let faults else { return false }
        session.chance &+= 1
        var chance = ChanceStream(
            seed: faults.seed, session: UInt64(log.session),
            purpose: 3 << 32 | UInt64(session.chance))
        if event.mayBeLost && faults.drop.happens(&chance) { return true }
        if event.mayComeTwice && faults.duplicate.happens(&chance) {
            repeatEvent(event, &session, at: now)
        }
        let queue = session.delayed.value ?? []
        let isLate = faults.delayShare.happens(&chance)
        guard isLate || !queue.isEmpty else { return false }
        var due = max(now, queue.last?.due ?? 0)
        if isLate, let delay = faults.delay { due &+= delay.sample(&chance).nanoseconds }
        session.delayed.value = queue + [DelayedEvent(due: due, event: event)]
        return true
    }

    /// The copy goes behind the event, at the same instant.
    private mutating func repeatEvent(
        _ event: LockEvent, _ session: inout Session, at now: UInt64
    ) {
        let queue = session.delayed.value ?? []
        let due = max(now, queue.last?.due ?? 0)
        session.delayed.value = queue + [DelayedEvent(due: due, event: event)]
    }

    mutating func deliverDelayed(_ session: inout Session, at now: UInt64) {
        while session.nextDelayed <= now, var queue = session.delayed.value {
            let event = queue.removeFirst().event
            session.delayed.value = queue.isEmpty ? nil : queue
            hand(event, &session, at: now)
        }
    }
}

extension LockEvent {
    var mayBeLost: Bool {
        switch self {
        case .touches, .key, .scroll, .entry: true
        default: false
        }
    }

    /// Life cycle, authentication and touches; what counts by number does not.
    var mayComeTwice: Bool {
        switch self {
        case .sceneWillConnect, .willEnterForeground, .didBecomeActive, .willResignActive,
            .didEnterBackground, .authentication, .touches, .key, .scroll:
            true
        default: false
        }
    }
}
