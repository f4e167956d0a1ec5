import Chronology
import TimerQueues

/// What is pending, as the contract has it, in one array sorted by deadline and order of arming:
/// the oracle of the random sequences.
///
/// It says of each firing whether it was allowed, so that it also judges queues that fire equal
/// deadlines in any order, or late by a bound. `SortedArrayQueue` is checked against it like the
/// others.
struct Books {
    struct Record {
        var payload: UInt32
        var id: TimerID
        var deadline: Instant
        /// How late it may fire.
        var bound: TimeSpan
        var order: Int
        /// The number of the `advance` after which it was armed.
        var armedIn: Int

        func isBefore(_ deadline: Instant, _ order: Int) -> Bool {
            self.deadline != deadline ? self.deadline < deadline : self.order < order
        }
    }

    let isExact: Bool
    let isStable: Bool
    private(set) var now: Instant
    private(set) var records: [Record] = []
    private var places: [UInt32: (deadline: Instant, order: Int)] = [:]
    private var armings = 0
    private var advances = 0

    init(now: Instant, isExact: Bool, isStable: Bool) {
        self.now = now
        self.isExact = isExact
        self.isStable = isStable
    }

    var earliest: Instant? { records.first?.deadline }

    /// What the queue may call the next deadline at the latest: where it isn't exact and a deadline
    /// is past with its bound, that is now.
    var latestNext: Instant? {
        isExact ? earliest : records.lazy.map { $0.deadline + $0.bound }.min().map { max($0, now) }
    }

    /// Ready since the latest `advance`, at most a few of them.
    var ready: [Record] {
        records.prefix { $0.deadline <= now }.prefix(8).filter { $0.armedIn < advances }
    }

    mutating func arm(_ payload: UInt32, _ id: TimerID, _ deadline: Instant, bound: TimeSpan) {
        let record = Record(
            payload: payload, id: id, deadline: deadline, bound: bound, order: armings,
            armedIn: advances)
        armings += 1
        places[payload] = (deadline, record.order)
        records.insert(record, at: position(deadline, record.order))
    }

    /// False where it is not pending.
    @discardableResult
    mutating func disarm(_ payload: UInt32) -> Bool {
        guard let place = places.removeValue(forKey: payload) else { return false }
        records.remove(at: position(place.deadline, place.order))
        return true
    }

    mutating func advance(to now: Instant) {
        self.now = max(self.now, now)
        advances += 1
    }

    /// What is wrong with this as the answer of `popDue`, nil if nothing.
    mutating func judge(_ due: DueTimer?) -> String? {
        let isReady = { [advances] (record: Record) in record.armedIn < advances }
        let overdue = records.lazy.prefix { [now] in $0.deadline <= now }
        guard let due else {
            let kept = overdue.first { [now] in isReady($0) && $0.deadline + $0.bound <= now }
            return kept.map { "nothing fired for \($0)" }
        }
        guard let place = places[due.payload] else { return "fired \(due), which isn't pending" }
        let record = records[position(place.deadline, place.order)]
        guard record.id == due.id, record.deadline == due.deadline else {
            return "fired \(due) for \(record)"
        }
        guard record.deadline <= now else { return "fired \(record) early, at \(now)" }
        guard isReady(record) else { return "fired \(record) in the advance it was armed in" }
        if isExact, let first = overdue.first(where: isReady), first.deadline < record.deadline {
            return "fired \(record) before \(first)"
        }
        if isStable,
            let first = overdue.first(where: { isReady($0) && $0.deadline == record.deadline }),
            first.order != record.order
        {
            return "fired \(record) before \(first), which was armed first"
        }
        disarm(due.payload)
        return nil
    }

    /// The first record that is not before the place.
    private func position(_ deadline: Instant, _ order: Int) -> Int {
        var low = 0
        var high = records.count
        while low < high {
            let middle = (low + high) / 2
            if records[middle].isBefore(deadline, order) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
