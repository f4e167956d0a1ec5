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
    /// Of the time, on the processor, in billionths: what a spin costs.
    public var processorBillionths: UInt64

    public init(
        queue: String, wake: String, isBusy: Bool, timers: UInt64, p50: UInt64, p99: UInt64,
        p999: UInt64, max: UInt64, early: UInt64, lost: UInt64, processorBillionths: UInt64
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
    }
}
