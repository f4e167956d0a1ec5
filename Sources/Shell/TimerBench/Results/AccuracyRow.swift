import Chronology
import Statistics
import TimerQueues
import TimerSubjects

/// How late timers fired that were to fire in real time, in nanoseconds.
public struct AccuracyRow: Hashable, Sendable {
    public var queue: String
    /// What woke the process: `uv`, `timerfd`, `spin`, or a library's own way.
    public var wake: String
    /// Beside a process that takes all of the same processor it is given.
    public var isBusy: Bool
    public var timers: UInt64
    public var p50: UInt64
    public var p99: UInt64
    public var p999: UInt64
    public var max: UInt64
    /// Fired before their deadline, and not at all.
    public var early: UInt64
    public var lost: UInt64
    /// Of the time, on the processor, in billionths.
    public var processorBillionths: UInt64
    /// Of the processor time, spent waiting with open eyes, in billionths.
    public var spinBillionths: UInt64
    /// Times the processor was taken away. Beside a busy process that is what is measured.
    public var involuntarySwitches: UInt64
    /// Somebody else wanted the processor more than ten times a second.
    public var isContended: Bool

    public init(
        queue: String, wake: String, isBusy: Bool, timers: UInt64, p50: UInt64, p99: UInt64,
        p999: UInt64, max: UInt64, early: UInt64, lost: UInt64, processorBillionths: UInt64,
        spinBillionths: UInt64, involuntarySwitches: UInt64 = 0, isContended: Bool = false
    ) {
        self.queue = queue
        self.wake = wake
        self.isBusy = isBusy
        self.timers = timers
        self.p50 = p50
        self.p99 = p99
        self.p999 = p999
        self.max = max
        self.early = early
        self.lost = lost
        self.processorBillionths = processorBillionths
        self.spinBillionths = spinBillionths
        self.involuntarySwitches = involuntarySwitches
        self.isContended = isContended
    }
}

extension AccuracyRow {
    init(_ cell: AccuracyCell, _ accuracy: Accuracy) {
        let lateness = accuracy.lateness
        func value(_ percentile: Percentile) -> UInt64 { lateness.value(at: percentile) ?? 0 }
        let wall = Swift.max(accuracy.wall.nanoseconds, 1)
        self.init(
            queue: cell.kind.rawValue, wake: cell.wake?.rawValue ?? "own", isBusy: cell.isBusy,
            timers: accuracy.fired + accuracy.lost, p50: value(.p50), p99: value(.p99),
            p999: value(.p999), max: lateness.max ?? 0, early: accuracy.early,
            lost: accuracy.lost,
            processorBillionths: UInt64(
                clamping: UInt128(accuracy.cpu.nanoseconds) * 1_000_000_000 / UInt128(wall)),
            spinBillionths: UInt64(Swift.min(accuracy.spinShare, 1) * 1_000_000_000),
            involuntarySwitches: accuracy.involuntarySwitches,
            isContended: !cell.isBusy && accuracy.involuntarySwitches > wall / 100_000_000)
    }
}
