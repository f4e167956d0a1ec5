import Chronology
import Testing
import TimerQueues

@Suite struct ContractTests {
    @Test(arguments: pureQueues)
    func everyQueueKeepsTheContract(kind: QueueKind) {
        #expect(kind.withQueue(AllCases())?.prefix(3) == [])
    }

    /// Over all ticks and, for each, all starts of the clock.
    @Test(arguments: pureQueues)
    func everyQueueAgreesWithTheBooks(kind: QueueKind) {
        for seed in 0..<40 as Range<UInt64> {
            let difference = kind.withQueue(RandomRun(plan: .short(seed: seed)))
            #expect(difference == .some(nil))
        }
    }

    /// Invariants are looked at now and then, so that there is time for sweeps.
    @Test(arguments: pureQueues)
    func longSequencesAgreeWithTheBooks(kind: QueueKind) {
        for seed in 100..<104 as Range<UInt64> {
            let plan = SequencePlan(
                seed: seed, steps: 20_000, origin: 0, tick: 1000, checkEvery: 997)
            #expect(kind.withQueue(RandomRun(plan: plan)) == .some(nil))
        }
    }

    /// So many that every queue grows a few times.
    @Test(arguments: pureQueues)
    func growingQueuesAgreeWithTheBooks(kind: QueueKind) {
        for seed in 200..<204 as Range<UInt64> {
            let plan = SequencePlan(
                seed: seed, steps: 1000, origin: 0, tick: 1000, checkEvery: 199, armedBefore: 3000)
            #expect(kind.withQueue(RandomRun(plan: plan)) == .some(nil))
        }
    }

    @Test(arguments: pureQueues)
    func cancelledTimersLeaveNothingBehind(kind: QueueKind) throws {
        let growth = try #require(kind.withQueue(GrowthByChurn()))
        #expect(growth <= 1 << 20)
    }

    @Test(arguments: pureQueues)
    func aMillionTimersOnOneTick(kind: QueueKind) {
        #expect(kind.withQueue(OneTick(count: 1_000_000)) == true)
    }

    @Test(arguments: pureQueues)
    func aLimitFiresTheRestNextTime(kind: QueueKind) throws {
        let batches = try #require(kind.withQueue(AdvancesWithLimit()))
        #expect(batches.map(\.count) == [3, 3, 3, 1])
        let isInOrder = batches.flatMap(\.self) == Array(0..<10)
        #expect(isInOrder || kind.modes == .live)
    }

    @Test(arguments: exactQueues)
    func aCallbackMayAdvanceTheQueueItself(kind: QueueKind) {
        #expect(kind.withQueue(AdvanceInsideCallback()) == [0, 1, 2, 3, 4, 1])
    }

    /// Turn by turn it would take a wheel of nanoseconds for ever.
    @Test(.timeLimit(.minutes(1)), arguments: exactQueues, [true, false])
    func decadesCostByTimersNotByEmptySlots(kind: QueueKind, isOneJump: Bool) {
        #expect(kind.withQueue(FarTimers(isOneJump: isOneJump)) == Array(0..<200))
    }

    @Test(arguments: pureQueues)
    func theClockNeverGoesBack(kind: QueueKind) {
        #expect(kind.withQueue(AdvanceBack()) == 100)
    }
}
