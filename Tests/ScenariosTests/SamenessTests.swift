import Chronology
import Scenarios
import Simulation
import Testing
import TimerQueues

/// A result depends on scenario and seed, and on nothing else.
@Suite struct SamenessTests {
    private let plan: PopulationPlan
    private let expected: RunPart

    init() throws {
        plan = try Rush(sessions: 90).plan(seed: 7)
        expected = run(plan, on: SortedArrayQueue.self)
    }

    private func isSame(_ part: RunPart) -> Bool {
        part.digest == expected.digest && part.counters == expected.counters
            && part.sessions == expected.sessions && part.violations == expected.violations
    }

    private let virtualQueues = QueueKind.allCases.filter { $0.modes == .both }

    private struct Run: QueueVisitor {
        var plan: PopulationPlan
        var shards: [UInt64] = [0]
        var tick = TimeSpan.milliseconds(1)

        func visit<Queue: TimerQueue & ~Copyable>(_ queue: Queue.Type) -> RunPart {
            run(plan, on: queue, shards: shards, tick: tick)
        }
    }

    @Test func theRunIsNotEmpty() {
        #expect(expected.sessions == 135)
        #expect(expected.counters[.events] > 5_000)
        #expect(expected.counters[.locks] > 100)
    }

    @Test func everyQueueAndTickGivesTheSameDigest() {
        let ticks = [
            TimeSpan.microseconds(1), .microseconds(10), .microseconds(100), .milliseconds(1),
        ]
        for tick in ticks {
            for kind in virtualQueues {
                let part = kind.withQueue(Run(plan: plan, tick: tick))
                #expect(part.map(isSame) == true, "\(kind), \(tick)")
            }
        }
    }

    @Test func everySplitGivesTheSameDigest() {
        for shards in [[0], [0, 1], [0, 1, 2]] as [[UInt64]] {
            for kind in virtualQueues {
                let part = kind.withQueue(Run(plan: plan, shards: shards))
                #expect(part.map(isSame) == true, "\(kind), \(shards)")
            }
        }
    }

    @Test func theOrderOfSessionsDoesNotShow() {
        for shards in [[1, 0], [2, 0, 1], [3, 1, 4, 0, 2]] as [[UInt64]] {
            #expect(isSame(run(plan, on: HierarchicalWheel.self, shards: shards)), "\(shards)")
        }
    }

    @Test func anotherSeedIsAnotherRun() throws {
        let other = run(try Rush(sessions: 90).plan(seed: 8), on: SortedArrayQueue.self)
        #expect(other.digest != expected.digest)
    }
}
