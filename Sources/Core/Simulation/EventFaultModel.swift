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
public struct EventFaultModel: Sendable {
    // Where in 2^32 the shares end, one behind the other: one draw decides.
    let dropEnd: UInt64
    let duplicateEnd: UInt64
    let delayEnd: UInt64
    let seed: UInt64
    /// Shared rather than copied at every event.
    private let late: LateTable?
    private final class LateTable: Sendable {
        let table: DistributionTable
        init(_ table: DistributionTable) { self.table = table }
    }

    public init(_ faults: EventFaults, delay: DistributionTable?, seed: UInt64) {
        dropEnd = Ratio(faults.drop.billionths, of: 1_000_000_000).parts
        duplicateEnd = dropEnd + Ratio(faults.duplicate.billionths, of: 1_000_000_000).parts
        delayEnd = duplicateEnd + Ratio(faults.delayShare.billionths, of: 1_000_000_000).parts
        late = delay.map { LateTable($0) }
        self.seed = ChanceStream(seed: seed, session: 0, purpose: 3 << 32).state
    }
}

extension EventFaultModel {
    func drawDelay(_ chance: inout ChanceStream) -> UInt64? {
        late?.table.sample(&chance).nanoseconds
    }
}

extension Session {
    /// When the first event held back may go on; never while the process is suspended.
    ///
    /// Declared mutating, though it changes nothing: so the session is read in place.
    @inline(__always)
    mutating func nextDelayed() -> UInt64 {
        if delayed.isEmpty || device.process != .running { return .max }
        return delayed.value?.first?.due ?? .max
    }
}

extension World {
    /// True where a fault has taken charge of the event.
    mutating func hold(_ event: LockEvent, _ session: inout Session, at now: UInt64) -> Bool {
        session.chance &+= 1
        let number = UInt64(log.session) << 32 | UInt64(session.chance)
        guard let seed = faults?.seed, let dropEnd = faults?.dropEnd,
            let duplicateEnd = faults?.duplicateEnd, let delayEnd = faults?.delayEnd
        else { return false }
        var chance = ChanceStream(state: seed &+ number &* 0xD129_0B2C_3BA5_F4F7)
        let draw = chance.next() >> 32
        let isLate = draw >= duplicateEnd && draw < delayEnd
        if draw < dropEnd && event.mayBeLost { return true }
        if draw < duplicateEnd && draw >= dropEnd && event.mayComeTwice {
            repeatEvent(event, &session, at: now)
        }
        guard isLate || !session.delayed.isEmpty else { return false }
        let queue = session.delayed.value ?? []
        var due = max(now, queue.last?.due ?? 0)
        if isLate, let span = faults?.drawDelay(&chance) { due &+= span }
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
        while session.nextDelayed() <= now, var queue = session.delayed.value {
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
