import Chronology
import Testing
import TimerQueues

/// The suite is worth what it catches.
@Suite struct PlantedBugTests {
    /// Bugs of the contract, in sound queues.
    @Test func bugsOfTheContractAreCaught() {
        func caught<Choice: FaultChoice>(_: Choice.Type) -> Bool {
            !violations(of: FaultyQueue<HierarchicalWheel, Choice>.self, startLimit: 3).isEmpty
                && !violations(of: FaultyQueue<ChunkedWheel, Choice>.self, startLimit: 3).isEmpty
                && !violations(of: FaultyQueue<SortedArrayQueue, Choice>.self, startLimit: 3)
                    .isEmpty
        }
        #expect(caught(Early.self))
        #expect(caught(LateByTick.self))
        #expect(caught(LosesCancel.self))
        #expect(caught(FiresInSameAdvance.self))
        #expect(caught(WrapsFar.self))
        #expect(caught(IgnoresForward.self))
        #expect(caught(ReachesOthers.self))
        #expect(caught(NamesLaterDeadline.self))
        #expect(caught(Unstable.self))
    }

    @Test func bugsOfArraysAreCaught() { expectAllCaught(ArrayDouble.self) }
    @Test func bugsOfHeapsAreCaught() { expectAllCaught(HeapDouble.self) }
    @Test func bugsOfTreesAreCaught() { expectAllCaught(TreeDouble.self) }
    @Test func bugsOfHashedWheelsAreCaught() { expectAllCaught(HashedWheelDouble.self) }
    @Test func bugsOfHierarchicalWheelsAreCaught() { expectAllCaught(HierarchicalWheelDouble.self) }
    @Test func bugsOfLazyWheelsAreCaught() { expectAllCaught(LazyWheelDouble.self) }
    @Test func bugsOfChunkedWheelsAreCaught() { expectAllCaught(ChunkedWheelDouble.self) }
    @Test func bugsOfCoarseWheelsAreCaught() { expectAllCaught(CoarseWheelDouble.self) }
}

/// The sound double passes what each of its bugs fails.
private func expectAllCaught<Store: DoubleStore>(_: Store.Type) {
    #expect(firstDifference(Store.self, bug: nil) == nil)
    for bug in Store.Bug.allCases {
        #expect(firstDifference(Store.self, bug: bug) != nil, "\(bug) is not caught")
    }
}

/// As the sequences that all queues run.
private func firstDifference<Store: DoubleStore>(_: Store.Type, bug: Store.Bug?) -> String? {
    for seed in 0..<60 as Range<UInt64> {
        let plan = SequencePlan.short(seed: seed)
        let queue = DoubleQueue<Store>(
            startingAt: plan.start, tick: .nanoseconds(plan.tick), bug: bug)
        if let difference = RandomSequence.run(plan, on: queue) { return difference }
    }
    return nil
}
