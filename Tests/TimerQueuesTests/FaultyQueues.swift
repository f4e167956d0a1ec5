import Chronology
import TimerQueues

enum Fault: CaseIterable {
    case early, lateByTick, losesCancel, firesInSameAdvance, wrapsFar, ignoresForward, reachesOthers
    case namesLaterDeadline, unstable
}

protocol FaultChoice { static var fault: Fault { get } }
enum Early: FaultChoice { static let fault = Fault.early }
enum LateByTick: FaultChoice { static let fault = Fault.lateByTick }
enum LosesCancel: FaultChoice { static let fault = Fault.losesCancel }
enum FiresInSameAdvance: FaultChoice { static let fault = Fault.firesInSameAdvance }
enum WrapsFar: FaultChoice { static let fault = Fault.wrapsFar }
enum IgnoresForward: FaultChoice { static let fault = Fault.ignoresForward }
enum ReachesOthers: FaultChoice { static let fault = Fault.reachesOthers }
enum NamesLaterDeadline: FaultChoice { static let fault = Fault.namesLaterDeadline }
enum Unstable: FaultChoice { static let fault = Fault.unstable }

/// A sound queue with one planted bug.
struct FaultyQueue<Base: TimerQueue & ~Copyable, Choice: FaultChoice>: TimerQueue, ~Copyable {
    static var kind: QueueKind { Base.kind }
    static var isStable: Bool { Base.isStable }

    private var base: Base
    private let tick: TimeSpan
    private var latest = TimerID.none
    private var deadlines: [TimerID: Instant] = [:]
    private var nudge: UInt64 = 0

    init(startingAt origin: Instant, tick: TimeSpan, capacity: Int) {
        base = Base(startingAt: origin, tick: tick, capacity: capacity)
        self.tick = tick
    }

    var now: Instant { base.now }
    var count: Int { base.count }
    var byteCount: Int { base.byteCount }

    var nextDeadline: Instant? {
        base.nextDeadline.map {
            Choice.fault == .namesLaterDeadline ? $0 + .nanoseconds(1) : $0
        }
    }

    private mutating func bent(_ deadline: Instant) -> Instant {
        switch Choice.fault {
        case .early: return deadline - tick
        case .lateByTick: return deadline + tick
        case .wrapsFar where deadline.since(base.now).nanoseconds >> 32 != 0:
            return base.now + .nanoseconds(deadline.since(base.now).nanoseconds & 0xFFFF_FFFF)
        case .unstable:
            nudge += 1
            return deadline - .nanoseconds(nudge & 1)
        default: return deadline
        }
    }

    mutating func schedule(deadline: Instant, payload: UInt32) -> TimerID {
        latest = base.schedule(deadline: bent(deadline), payload: payload)
        deadlines[latest] = deadline
        return latest
    }

    mutating func reschedule(_ id: TimerID, deadline: Instant) -> Bool {
        if Choice.fault == .ignoresForward, let old = deadlines[id], deadline < old { return true }
        let answer = base.reschedule(id, deadline: bent(deadline))
        if answer { deadlines[id] = deadline }
        return answer
    }

    mutating func cancel(_ id: TimerID) -> Bool {
        if Choice.fault == .losesCancel { return deadlines[id] != nil }
        if Choice.fault == .reachesOthers, base.count > 0, deadlines[id] == nil {
            return base.cancel(latest)
        }
        let answer = base.cancel(id)
        deadlines[id] = nil
        return answer
    }

    mutating func advance(to now: Instant) { base.advance(to: now) }

    mutating func popDue() -> DueTimer? {
        if Choice.fault == .firesInSameAdvance { base.advance(to: base.now) }
        guard var due = base.popDue() else { return nil }
        due.deadline = deadlines.removeValue(forKey: due.id) ?? due.deadline
        return due
    }

    func checkInvariants() { base.checkInvariants() }
}
