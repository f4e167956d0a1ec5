import AppLock
public import Auditing
import Chronology
import Devices
public import Statistics

/// What came of a part of a run: some sessions, or, once all parts are merged, the whole.
///
/// Totals leave out the warm-up; the series, the digest and the violations don't.
public struct RunPart: Sendable {
    /// Columns of the series.
    public enum Column: Int, CaseIterable, Sendable {
        case events, locks, unlocks, violations, leaks, lateSends, intended
        public var name: String {
            switch self {
            case .events: "events"
            case .locks: "locks"
            case .unlocks: "unlocks"
            case .violations: "violations"
            case .leaks: "leaks"
            case .lateSends: "late_sends"
            case .intended: "intended"
            }
        }
    }

    public var sessions: UInt64 = 0
    public var sessionsLost: UInt64 = 0
    /// Sum of the sessions' hash chains, mod 2^64.
    public var digest: UInt64 = 0
    public var counters = Counters()
    public var violations = [UInt64](repeating: 0, count: Rule.allCases.count)
    /// The first of each rule.
    public var firsts: [Violation] = []
    public var meter = Meter()
    /// Times of the series.
    public enum TimedColumn: Int, CaseIterable, Sendable { case decisionLatency, generatorLag }

    /// Seconds of the run, warm-up included: a number for each of the columns above, and live a
    /// histogram for each of the times.
    public var series = SeriesRecorder(
        origin: .origin, counterCount: Column.allCases.count,
        histogramCount: TimedColumn.allCases.count)
    public var timersEarly: UInt64 = 0
    public var timersLost: UInt64 = 0
    /// Events that a full queue refused.
    public var overflows: UInt64 = 0
    /// Events sent more than a millisecond past the time they were due.
    public var lateSends: UInt64 = 0
    /// Actions of people that the device refused: a fault of the workload, none in a sound run.
    public var impossible: UInt64 = 0
    /// Bytes of session records and the timer queue.
    public var sessionBytes: UInt64 = 0

    public init() {}

    /// Warm-up included, as the series has them: what the time of a run was spent on.
    public var allEvents: UInt64 {
        let column = Column.events.rawValue
        let sum = (0..<series.secondCount).reduce(UInt64(0)) {
            $0 + series.counter(column, second: $1)
        }
        return max(sum, counters[.events])
    }

    public var violationTotal: UInt64 { violations.reduce(0, +) }

    public mutating func merge(_ other: RunPart) {
        sessions += other.sessions
        sessionsLost += other.sessionsLost
        digest &+= other.digest
        counters.merge(other.counters)
        var log = ViolationLog()
        log.merge(violations, firsts)
        log.merge(other.violations, other.firsts)
        violations = log.counts
        firsts = log.firsts
        meter.merge(other.meter)
        series.merge(other.series)
        timersEarly += other.timersEarly
        timersLost += other.timersLost
        overflows += other.overflows
        lateSends += other.lateSends
        impossible += other.impossible
        sessionBytes += other.sessionBytes
    }
}

extension RunPart {
    /// One second of the series.
    public struct Columns: Sendable {
        public var values = InlineArray<7, UInt64>(repeating: 0)

        public init(from a: Counters, to b: Counters, violations: UInt64) {
            self[.events] = b[.events] - a[.events]
            self[.locks] = b[.locks] - a[.locks]
            self[.unlocks] = b[.unlocks] - a[.unlocks]
            self[.leaks] = b[.leaks] - a[.leaks]
            self[.violations] = violations
        }

        public subscript(column: Column) -> UInt64 {
            get { values[column.rawValue] }
            set { values[column.rawValue] = newValue }
        }
    }

    /// Violations and the times that go with them.
    mutating func take(_ log: ViolationLog) {
        violations = log.counts
        firsts = log.firsts
        for span in log.exposures { meter.record(span, .exposure) }
        for span in log.lockLatencies { meter.record(span, .lockLatency) }
    }
}

extension SeriesRecorder {
    mutating func add(_ columns: RunPart.Columns, at instant: Instant) {
        for column in RunPart.Column.allCases where columns[column] > 0 {
            add(columns[column], toCounter: column.rawValue, at: instant)
        }
    }
}

extension Meter {
    /// Virtual time: every decision, and every timer, on the instant.
    mutating func recordNoTime(_ counters: Counters) {
        record(0, count: counters[.events], .decisionLatency)
        record(0, count: counters[.lifecycleEvents], .decisionLatencyLifecycle)
        record(0, count: counters[.touchEvents] + counters[.keyEvents], .decisionLatencyTouch)
        record(0, count: counters[.authEvents], .decisionLatencyAuth)
        record(0, count: counters[.timerEvents], .decisionLatencyTimer)
        record(0, count: counters[.timersFired], .timerLateness)
    }
}

/// How parts travel between the processes of one run: the same program on both ends.
extension RunPart {
    public func encode() -> [UInt8] {
        var bytes: [UInt8] = []
        for value in [
            sessions, sessionsLost, digest, timersEarly, timersLost, overflows, lateSends,
            impossible, sessionBytes,
        ] { bytes.append(littleEndian: value) }
        for kind in Counters.Kind.allCases { bytes.append(littleEndian: counters[kind]) }
        for count in violations { bytes.append(littleEndian: count) }
        bytes.append(littleEndian: UInt64(firsts.count))
        for first in firsts {
            bytes.append(littleEndian: UInt64(first.rule.index))
            bytes.append(littleEndian: UInt64(first.session))
            bytes.append(littleEndian: UInt64(first.scene.index))
            bytes.append(littleEndian: first.at)
            bytes.append(littleEndian: first.since)
        }
        meter.encode(into: &bytes)
        series.encode(into: &bytes)
        return bytes
    }

    public init(decoding whole: [UInt8]) throws(StatisticsError) {
        var bytes = whole[...]
        sessions = try bytes.takeNumber()
        sessionsLost = try bytes.takeNumber()
        digest = try bytes.takeNumber()
        timersEarly = try bytes.takeNumber()
        timersLost = try bytes.takeNumber()
        overflows = try bytes.takeNumber()
        lateSends = try bytes.takeNumber()
        impossible = try bytes.takeNumber()
        sessionBytes = try bytes.takeNumber()
        for kind in Counters.Kind.allCases { counters[kind] = try bytes.takeNumber() }
        for index in violations.indices { violations[index] = try bytes.takeNumber() }
        for _ in 0..<min(try bytes.takeNumber(), UInt64(Rule.allCases.count)) {
            let rule = Int(try bytes.takeNumber() % UInt64(Rule.allCases.count))
            let session = UInt32(truncatingIfNeeded: try bytes.takeNumber())
            let scene = SceneID(Int(try bytes.takeNumber() % UInt64(SceneID.bound)))
            let at = try bytes.takeNumber()
            let since = try bytes.takeNumber()
            firsts.append(
                Violation(
                    rule: Rule.allCases[rule], session: session, scene: scene, at: at,
                    since: since))
        }
        meter = try Meter(decoding: &bytes)
        series = try SeriesRecorder(decoding: &bytes, like: series)
    }
}

extension [UInt8] {
    mutating func append(littleEndian value: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}

extension ArraySlice<UInt8> {
    mutating func takeNumber() throws(StatisticsError) -> UInt64 {
        guard count >= 8 else { throw .truncated }
        var value: UInt64 = 0
        for index in 0..<8 { value |= UInt64(self[startIndex + index]) << UInt64(8 * index) }
        removeFirst(8)
        return value
    }
}
