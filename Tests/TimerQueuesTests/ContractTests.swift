import Chronology
import Testing
import TimerQueues

@Suite struct ContractTests {
    @Test(arguments: pureQueues)
    func everyQueueKeepsTheContract(kind: QueueKind) {
        #expect(kind.withQueue(AllCases())?.prefix(3) == [])
    }

    @Test(arguments: pureQueues, 0..<12 as Range<UInt64>)
    func everyQueueAgreesWithTheOracle(kind: QueueKind, seed: UInt64) {
        let origins: [UInt64] = [0, 1 << 32 - 1000, 1 << 40 - 7, .max - 1 << 41, .max - 3000]
        let ticks: [UInt64] = [1, 3, 1000, 1_000_000]
        let run = RandomRun(
            seed: seed, steps: 400, origin: origins[Int(seed) % origins.count],
            tick: ticks[Int(seed / 4) % ticks.count])
        #expect(kind.withQueue(run) == .some(nil))
    }

    /// Invariants are looked at now and then, so that there is time for sweeps.
    @Test(arguments: pureQueues)
    func longSequencesAgreeWithTheOracle(kind: QueueKind) {
        for seed in 100..<104 as Range<UInt64> {
            let run = RandomRun(
                seed: seed, steps: 20_000, origin: 0, tick: 1000, checkEvery: 997)
            #expect(kind.withQueue(run) == .some(nil))
        }
    }

    @Test(arguments: pureQueues)
    func cancelledTimersLeaveNothingBehind(kind: QueueKind) throws {
        let growth = try #require(kind.withQueue(GrowthByChurn()))
        #expect(growth <= 1 << 20)
    }

    @Test func plantedBugsAreCaught() {
        func caught<Choice: FaultChoice>(_: Choice.Type) -> Bool {
            let some = Array(starts.prefix(3))
            return !violations(
                of: FaultyQueue<HierarchicalWheel, Choice>.self, ticks: ticks, starts: some
            ).isEmpty
                && !violations(
                    of: FaultyQueue<ChunkedWheel, Choice>.self, ticks: ticks, starts: some
                ).isEmpty
                && !violations(
                    of: FaultyQueue<SortedArrayQueue, Choice>.self, ticks: ticks, starts: some
                ).isEmpty
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

    @Test(arguments: pureQueues)
    func aMillionTimersOnOneTick(kind: QueueKind) {
        #expect(kind.withQueue(OneTick(count: 1_000_000)) == true)
    }

    @Test func aLimitFiresTheRestNextTime() {
        var queue = HierarchicalWheel(startingAt: .origin, tick: .milliseconds(1), capacity: 0)
        for payload in 0..<10 as Range<UInt32> {
            _ = queue.schedule(deadline: Instant(nanoseconds: UInt64(payload)), payload: payload)
        }
        var fired: [UInt32] = []
        for _ in 0..<4 {
            queue.advance(to: Instant(nanoseconds: 9), limit: 3) { queue, due in
                fired.append(due.payload)
                queue.checkInvariants()
            }
        }
        #expect(fired == Array(0..<10))
    }

    @Test func aCallbackMayAdvanceTheQueueItself() {
        var queue = HierarchicalWheel(startingAt: .origin, tick: .milliseconds(1), capacity: 0)
        for payload in 0..<6 as Range<UInt32> {
            _ = queue.schedule(deadline: Instant(nanoseconds: UInt64(payload)), payload: payload)
        }
        var fired: [UInt32] = []
        queue.advance(to: Instant(nanoseconds: 2)) { queue, due in
            fired.append(due.payload)
            guard due.payload == 1 else { return }
            queue.advance(to: Instant(nanoseconds: 4)) { _, due in fired.append(due.payload) }
        }
        #expect(fired == [0, 1, 2, 3, 4])
        let count = queue.count
        #expect(count == 1)
    }

    @Test func theClockNeverGoesBack() {
        var queue = HierarchicalWheel(startingAt: .origin, tick: .milliseconds(1), capacity: 0)
        queue.advance(to: Instant(nanoseconds: 100))
        queue.advance(to: Instant(nanoseconds: 50))
        let now = queue.now
        #expect(now == Instant(nanoseconds: 100))
    }
}
