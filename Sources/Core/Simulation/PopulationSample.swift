import Chronology
import Statistics
import TimerQueues

/// What a population is going to do, told from some of its sessions, which are run.
///
/// Means of the distributions tell it badly: a run begins with everybody in front, touches come in
/// bursts, and an absence whose mean is longer than the run hardly ends in it.
///
/// | step | sessions |
/// | --- | --- |
/// | first | a few, at equal distances, for how many events one makes |
/// | then | so many that they make about `eventBound`, all of them where they are few |
public struct PopulationSample: Sendable {
    private static let firstCount: UInt64 = 64
    /// Fewer in a window, and the greatest of many windows is what chance made of it.
    private static let windowEvents: UInt64 = 300
    private static let pieceCount: UInt64 = 64

    /// Those that were run for it.
    public private(set) var eventsRun: UInt64 = 0
    /// Of the whole population, warm-up included.
    public private(set) var eventTotal: UInt64 = 0
    /// Those behind the warm-up, which a result counts.
    public private(set) var eventsCounted: UInt64 = 0
    /// In the busiest second of model time; over several seconds where a sample is thin.
    public private(set) var peakPerSecond: UInt64 = 0

    /// To run a quarter of a million events takes about a tenth of a second.
    public init(_ plan: PopulationPlan, eventBound: UInt64 = 250_000) {
        let total = plan.sessionCount
        let wide = max(total / Self.firstCount, 1)
        self.init(plan, stride: wide, atMost: 2 * eventBound)
        let first = eventsRun
        let share = UInt128(eventTotal) / UInt128(eventBound) + 1
        let close = UInt64(clamping: max(share, UInt128(total / eventBound)))
        guard close < wide else { return }
        self.init(plan, stride: close, atMost: 2 * eventBound)
        eventsRun += first
    }

    /// Every `stride`-th session, till the end or till that takes too long.
    private init(_ plan: PopulationPlan, stride: UInt64, atMost eventBound: UInt64) {
        var shard = PopulationShard<HierarchicalWheel>(
            plan, first: min(stride / 2, plan.sessionCount / 2), stride: stride,
            tick: .milliseconds(1))
        var seconds: [UInt64] = []
        while shard.reached < plan.duration,
            shard.counters[.events] + UInt64(seconds.count) < eventBound
        {
            shard.run(until: shard.reached + plan.duration / Self.pieceCount + 1) { _, columns in
                seconds.append(columns[.events])
            }
        }
        let part = shard.partSoFar
        let events = shard.counters[.events]
        eventsRun = events
        func scaled(_ number: UInt64) -> UInt128 {
            UInt128(number) * UInt128(plan.sessionCount) / UInt128(max(part.sessions, 1))
        }
        // What is cut off goes on as it was.
        func whole(_ number: UInt64, from start: UInt64) -> UInt64 {
            let seen = UInt128(max(shard.reached, start + 1) - start)
            return UInt64(clamping: scaled(number) * UInt128(plan.duration - start) / seen)
        }
        eventTotal = whole(events, from: 0)
        eventsCounted = whole(
            part.counters[.events], from: shard.reached > plan.warmup ? plan.warmup : 0)
        let mean = max(events / UInt64(max(seconds.count, 1)), 1)
        let width = stride == 1 ? 1 : Int(Self.windowEvents / mean) + 1
        let peak = Self.greatest(seconds, width)
        peakPerSecond = UInt64(clamping: scaled(peak) / UInt128(width))
    }

    /// The greatest sum of so many in a row.
    private static func greatest(_ values: [UInt64], _ width: Int) -> UInt64 {
        var sum: UInt64 = 0
        var greatest: UInt64 = 0
        for index in values.indices {
            sum += values[index]
            if index >= width { sum -= values[index - width] }
            greatest = max(greatest, sum)
        }
        return greatest
    }
}
