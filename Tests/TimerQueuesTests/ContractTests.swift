import Chronology
import Testing
import TimerQueues

@Suite struct ContractTests {
    @Test(arguments: QueueKind.allCases)
    func everyQueueKeepsTheContract(kind: QueueKind) {
        let found =
            switch kind {
            case .sortedArray: violations(of: SortedArrayQueue.self)
            case .hierarchicalWheel: violations(of: HierarchicalWheel.self)
            case .chunkedWheel: violations(of: ChunkedWheel.self)
            }
        #expect(found.prefix(3) == [])
    }

    @Test(arguments: 0..<12 as Range<UInt64>)
    func wheelsAgreeWithTheOracle(seed: UInt64) {
        let origins: [UInt64] = [0, 1 << 32 - 1000, 1 << 40 - 7, .max - 1 << 41, .max - 3000]
        let ticks: [UInt64] = [1, 3, 1000, 1_000_000]
        let origin = origins[Int(seed) % origins.count]
        let tick = ticks[Int(seed / 4) % ticks.count]
        let linked = RandomSequence<HierarchicalWheel>.run(
            seed: seed, steps: 400, origin: origin, tick: tick)
        #expect(linked == nil)
        let chunked = RandomSequence<ChunkedWheel>.run(
            seed: seed, steps: 400, origin: origin, tick: tick)
        #expect(chunked == nil)
    }

    /// Invariants are looked at now and then, so that there is time for sweeps.
    @Test func longSequencesAgreeWithTheOracle() {
        for seed in 100..<104 as Range<UInt64> {
            let difference = RandomSequence<ChunkedWheel>.run(
                seed: seed, steps: 20_000, origin: 0, tick: 1000, checkEvery: 997)
            #expect(difference == nil)
        }
    }

    @Test func cancelledTimersLeaveNothingBehind() {
        func growth<Queue: TimerQueue & ~Copyable>(_: Queue.Type) -> Int {
            var queue = Queue(startingAt: .origin, tick: .milliseconds(1), capacity: 0)
            let kept = queue.schedule(deadline: .distantFuture, payload: 1)
            let before = queue.byteCount
            for index in 0..<100_000 as Range<UInt64> {
                let deadline = queue.now + .milliseconds(index)
                queue.cancel(queue.schedule(deadline: deadline, payload: 0))
                queue.reschedule(kept, deadline: deadline + .hours(1))
            }
            queue.checkInvariants()
            return queue.byteCount - before
        }
        let growths = [
            growth(SortedArrayQueue.self), growth(HierarchicalWheel.self),
            growth(ChunkedWheel.self),
        ]
        #expect(growths.allSatisfy { $0 <= 1 << 20 }, "\(growths)")
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

    @Test func aMillionTimersOnOneTick() {
        func fires<Queue: TimerQueue & ~Copyable>(_: Queue.Type, _ count: UInt32) -> Bool {
            var queue = Queue(startingAt: .origin, tick: .milliseconds(1), capacity: 0)
            let deadline = Instant(nanoseconds: 77_777_777)
            for payload in 0..<count { _ = queue.schedule(deadline: deadline, payload: payload) }
            queue.advance(to: deadline - .nanoseconds(1))
            guard queue.popDue() == nil else { return false }
            queue.advance(to: deadline)
            for payload in 0..<count where queue.popDue()?.payload != payload { return false }
            queue.checkInvariants()
            return queue.count == 0 && queue.popDue() == nil
        }
        let linked = fires(HierarchicalWheel.self, 1_000_000)
        #expect(linked)
        let chunked = fires(ChunkedWheel.self, 1_000_000)
        #expect(chunked)
        let array = fires(SortedArrayQueue.self, 1_000_000)
        #expect(array)
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
