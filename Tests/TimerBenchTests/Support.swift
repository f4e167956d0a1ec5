import TimerQueues

@testable import TimerBench

/// One measurement as a child would tell it.
func sample(_ nanosecondsPerOperation: UInt64, switches: UInt64 = 0, bytes: UInt64 = 24_000)
    -> Measured
{
    var measured = Measured(
        operations: 1_000_000, nanoseconds: nanosecondsPerOperation * 1_000_000)
    measured.switches = switches
    measured.byteCount = bytes
    measured.touched = 1_000_000
    return measured
}

func options(
    _ queues: [QueueKind] = [.hierarchicalWheel, .lazyWheel], sessions: [Int] = [1000],
    operations: [BenchOperation] = [.touch], repeats: Int = 5, baseline: QueueKind? = nil
) -> BenchOptions {
    BenchOptions(
        queues: queues, sessions: sessions, operations: operations, measuresAccuracy: false,
        repeats: repeats, baseline: baseline)
}

func plan(_ options: BenchOptions) -> BenchPlan { BenchPlan(options, descriptors: 20_000) }

/// What a bench makes of measurements that are made up.
func result(
    _ options: BenchOptions, _ measure: @escaping (MeasureOrder, Bool) -> MeasureOutcome
) -> BenchResult {
    Bench(options, plan(options), measure: measure).run()
}
