import Chronology
import Linux
import Simulation
import TimerQueues

/// A shard run in pieces of about 50 ms of wall time, so that a loop gets its turn in between.
struct VirtualRun<Queue: TimerQueue & ~Copyable>: ~Copyable {
    private var shard: PopulationShard<Queue>
    private let duration: UInt64
    private let watch: Watch?
    private var step: UInt64 = 1_000_000
    private static var pieceBound: ClosedRange<UInt64> { 20_000_000...100_000_000 }

    init(
        _ plan: PopulationPlan, first: UInt64, stride: UInt64, tick: TimeSpan, watch: Watch? = nil
    ) {
        self.watch = watch
        shard = PopulationShard(plan, first: first, stride: stride, tick: tick)
        duration = plan.duration
    }

    var isDone: Bool { shard.reached >= duration }

    mutating func runPiece() {
        let before = Clock.boottime.now()
        shard.run(until: shard.reached &+ step)
        let took = Clock.boottime.now() - before
        if took < Self.pieceBound.lowerBound {
            step = min(step * 2, 1 << 62)
        } else if took > Self.pieceBound.upperBound {
            step = max(step / 2, 1)
        }
    }

    var progress: ChildProgress {
        var progress = ChildProgress()
        progress.reached = shard.reached
        progress.events = shard.counters[.events]
        progress.locks = shard.counters[.locks]
        progress.violations = shard.violationTotal
        if let watch { progress.part = watch.cut(shard.partSoFar) }
        return progress
    }

    consuming func finish() -> (part: RunPart, reached: UInt64) {
        let reached = shard.reached
        return (shard.finish(), reached)
    }
}
