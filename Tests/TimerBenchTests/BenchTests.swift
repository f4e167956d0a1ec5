import Testing
import TimerQueues

@testable import TimerBench

/// A bench of measurements that are made up.
@Suite struct BenchTests {
    private final class Count {
        var value = 0
    }

    private let wheel = BenchSubject.queue("hierarchical-wheel")

    @Test func aContendedMeasurementIsRepeatedAndDoesNotCount() throws {
        let calls = Count()
        let result = result(options([.hierarchicalWheel], repeats: 3)) { order, _ in
            guard order.subject == wheel else { return .measured(sample(1)) }
            calls.value += 1
            // Every second one shares its processor, and looks slow.
            return .measured(
                calls.value % 2 == 1 ? sample(900, switches: 50) : sample(30))
        }
        let row = try #require(result.rows.first)
        #expect(calls.value == 6)
        #expect(row.discarded == 3)
        #expect(!row.isContended)
        #expect(row.cost.count == 3)
        #expect(row.cost.median == 30_000 && row.cost.high == 30_000)
    }

    @Test func whereAllAreContendedTheBestStandsAndIsMarked() throws {
        let calls = Count()
        let result = result(options([.hierarchicalWheel], repeats: 2)) { order, _ in
            guard order.subject == wheel else { return .measured(sample(1)) }
            calls.value += 1
            return .measured(sample(100 + UInt64(calls.value), switches: 50))
        }
        let row = try #require(result.rows.first)
        #expect(calls.value == 2 * (1 + Bench.extraTries))
        #expect(row.isContended)
        #expect(row.discarded == 8)
        #expect(row.cost.median == 101_000 && row.cost.count == 1)
        #expect(BenchText(style: .plain).text(result).contains("~101"))
    }

    @Test func oneCleanRepeatIsWorthMoreThanAllOthers() throws {
        let calls = Count()
        let result = result(options([.hierarchicalWheel], repeats: 2)) { order, _ in
            guard order.subject == wheel else { return .measured(sample(1)) }
            calls.value += 1
            return .measured(calls.value <= 4 ? sample(5, switches: 9) : sample(50))
        }
        let row = try #require(result.rows.first)
        #expect(!row.isContended && row.cost.median == 50_000 && row.cost.count == 1)
        #expect(row.discarded == 4)
    }

    @Test func aFewSwitchesAreTheKernelsOwn() {
        var measured = Measured(operations: 1, nanoseconds: 350_000_000)
        measured.switches = 3
        #expect(!Bench.isContended(measured))
        measured.switches = 4
        #expect(Bench.isContended(measured))
        measured.isProcessorTime = true
        #expect(!Bench.isContended(measured))
        measured = Measured(operations: 1, nanoseconds: 99_000_000)
        measured.switches = 1
        #expect(Bench.isContended(measured))
    }

    @Test func repeatsAreOutsideAndSubjectsInside() {
        var seen: [String] = []
        let options = options([.hierarchicalWheel, .lazyWheel], operations: [.arm], repeats: 4)
        _ = Bench(options, plan(options)) { order, _ in
            seen.append(order.subject.name)
            return .measured(sample(10))
        }.run()
        #expect(seen.count == 8)
        for index in stride(from: 0, to: 8, by: 2) {
            #expect(Set(seen[index..<index + 2]).count == 2)
        }
    }

    @Test func whatCantBeHadIsTriedOnceAndSaidOnce() {
        let calls = Count()
        let options = options([.dispatch, .taskSleep], sessions: [1000, 5000])
        let result = result(options) { order, isPeer in
            guard case .queue = order.subject else { return .measured(sample(1)) }
            #expect(isPeer)
            calls.value += 1
            return .impossible("not here")
        }
        #expect(calls.value == 4)
        #expect(result.rows.isEmpty)
        #expect(result.notes.contains("dispatch, task-sleep: not here"))
        #expect(result.notes.count { $0.contains("not here") } == 1)
        #expect(result.exitCode == 64)
    }

    @Test func whatDidNotDoItsWorkFailsTheBench() {
        let result = result(options()) { order, _ in
            order.subject == wheel
                ? .failed("fired 10 of 20") : .measured(sample(1))
        }
        #expect(result.exitCode == 95)
        #expect(result.failures == ["hierarchical-wheel, touch, N = 1000: fired 10 of 20"])
        #expect(BenchText(style: .plain).text(result).contains("fired 10 of 20"))
        #expect(result.json.contains("\"hierarchical-wheel, touch, N = 1000: fired 10 of 20\""))
    }

    @Test func whatWasMeasuredUntilASignalIsPrintedAsAPart() {
        let calls = Count()
        let result = result(options(repeats: 3)) { order, _ in
            calls.value += 1
            return calls.value < 13 ? .measured(sample(10)) : .interrupted(15)
        }
        // Two queues, their two stores and two records.
        #expect(calls.value == 13)
        #expect(result.exitCode == 143)
        #expect(result.rows.map(\.cost.count) == [2, 2])
        #expect(result.failures.isEmpty && result.notes.filter { !$0.contains("debugging") } == [])
        let text = BenchText(style: .plain).text(result)
        #expect(text.hasPrefix("INTERRUPTED  (partial)\n  stopped by SIGTERM"))
        #expect(text.contains("medians of 2 or fewer"))
        #expect(result.json.contains("\"partial\": true"))
        let whole = self.whole.json
        #expect(whole.contains("\"partial\": false"))
    }

    private var whole: BenchResult { result(options()) { _, _ in .measured(sample(1)) } }

    @Test func theFloorIsOfTheQueuesOwnWidth() throws {
        let result = result(options(baseline: .lazyWheel)) { order, _ in
            switch order.subject {
            case .store(8): .measured(sample(2))
            case .store(24): .measured(sample(10))
            case .queue("lazy-wheel"): .measured(sample(3))
            case .queue: .measured(sample(60))
            default: .measured(sample(17))
            }
        }
        let lazy = try #require(result.row(.lazyWheel, 1000, .touch))
        let exact = try #require(result.row(.hierarchicalWheel, 1000, .touch))
        #expect(result.ratio(lazy, to: result.floor(of: lazy))?.thousandths == 1500)
        #expect(result.ratio(exact, to: result.floor(of: exact))?.thousandths == 6000)
        #expect(result.ratio(exact, to: result.baseline(of: exact))?.thousandths == 20_000)
        #expect(result.baseline(of: lazy) == nil)
    }

    @Test func processorTimeIsNotComparedWithTheClock() throws {
        let result = result(
            options(
                [.lazyWheel, .dispatch], operations: [.expireByMilliseconds], baseline: .dispatch)
        ) { order, isPeer in
            var measured = sample(5)
            measured.isProcessorTime = isPeer
            return .measured(measured)
        }
        let row = try #require(result.row(.lazyWheel, 1000, .expireByMilliseconds))
        #expect(result.baseline(of: row) == nil)
    }
}
