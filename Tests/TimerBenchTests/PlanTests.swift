import Testing
import TimerQueues

@testable import TimerBench

@Suite struct PlanTests {
    @Test func aRepeatIsAllCellsInAnOrderOfItsOwn() {
        let plan = plan(
            options(sessions: [1000, 5000], operations: [.touch, .arm, .mixed], repeats: 5))
        let orders = (0..<5).map { plan.order(ofRepeat: $0) }
        for order in orders {
            #expect(order.count == plan.cells.count)
            #expect(Set(order) == Set(plan.cells))
        }
        #expect(Set(orders).count == 5)
        #expect(plan.order(ofRepeat: 3) == orders[3])
    }

    @Test func theSeedDecidesTheOrder() {
        var other = options(operations: BenchOperation.allCases)
        let first = plan(other).order(ofRepeat: 0)
        other.seed = 2
        #expect(plan(other).order(ofRepeat: 0) != first)
    }

    @Test func eachWidthOfATouchHasItsFloorOnce() {
        let cells = plan(options([.hierarchicalWheel, .lazyWheel, .coarseWheel])).cells
        let stores = cells.filter { $0.subject.isFloor }.map(\.subject)
        #expect(Set(stores) == [.store(width: 24), .store(width: 8), .record, .prefetchedRecord])
        #expect(stores.count == 4)
    }

    @Test func armAndExpireHaveNoFloor() {
        let cells = plan(options(operations: [.arm, .expireByMilliseconds])).cells
        #expect(!cells.contains { $0.subject.isFloor })
    }

    @Test func aBaselineIsMeasuredThoughNotNamed() {
        let options = options([.lazyWheel], baseline: .chunkedWheel)
        #expect(options.queues == [.lazyWheel, .chunkedWheel])
        #expect(BenchOptions(queues: [.lazyWheel, .lazyWheel]).queues == [.lazyWheel])
    }

    @Test func whatCantBeMeasuredWithSoManyIsMeasuredWithFewerAndSaid() {
        let plan = plan(options([.sortedArray, .timerfd], sessions: [1000, 100_000, 1_000_000]))
        let sizes = plan.cells.filter { $0.subject == .queue("sorted-array") }.map(\.sessions)
        #expect(sizes == [1000, 20_000])
        let timerfd = plan.cells.filter { $0.subject == .queue("timerfd") }.map(\.sessions)
        #expect(timerfd == [1000, 19_900])
        #expect(
            plan.notes.contains(
                "timerfd: N = 1000000 is over the descriptor limit of 20000; measured at 19900"))
        #expect(plan.notes.contains { $0.hasPrefix("sorted-array: measured at N = 20000") })
    }

    @Test func whatDoesNotFitIntoMemoryIsToldWithNumbers() {
        let options = options([.lazyWheel], sessions: [10_000_000])
        #expect(BenchPlan.shortage(options, available: 16 << 30) == nil)
        #expect(BenchPlan.shortage(options, available: nil) == nil)
        #expect(
            BenchPlan.shortage(options, available: 1 << 30)
                == "N = 10000000 takes about 1525 MiB for lazy-wheel (160 bytes a session), "
                + "and 1024 MiB are available")
        #expect(
            BenchPlan.shortage(options, available: 16 << 30, limit: (1 << 30, "ulimit -v"))?
                .hasSuffix("and 1024 MiB are allowed (ulimit -v)") == true)
        #expect(
            BenchPlan.shortage(options, available: 1 << 30, limit: (16 << 30, "ulimit -v"))?
                .hasSuffix("and 1024 MiB are available") == true)
    }

    @Test func ordersAreReadAsTheyAreWritten() throws {
        let subjects: [BenchSubject] = [
            .queue("lazy-wheel"), .store(width: 24), .record, .prefetchedRecord, .events,
        ]
        for subject in subjects {
            for operation in BenchOperation.allCases {
                let order = MeasureOrder(
                    subject: subject, sessions: 77, operation: operation, seed: .max,
                    tickNanoseconds: 5)
                #expect(MeasureOrder(words: order.words) == order)
            }
        }
        #expect(MeasureOrder(words: []) == nil)
        #expect(MeasureOrder(words: ["queue:x", "0", "touch", "1", "1"]) == nil)
    }

    @Test func linesAreReadAsTheyAreWritten() {
        var measured = sample(12, switches: 3)
        measured.ownByteCount = 17
        measured.memory = .kernel
        measured.isProcessorTime = true
        measured.modelNanoseconds = 9
        #expect(Measured(line: Substring(measured.line)) == measured)
        measured.ownByteCount = nil
        #expect(Measured(line: Substring(measured.line)) == measured)
        for text in ["", "measured", "measured 0 1 wall 0 0 0 0 allocated - 0", "hello"] {
            #expect(Measured(line: Substring(text)) == nil)
        }
    }
}
