import Comparing
import Foundation

@testable import History

/// A folder that goes with the test.
final class Folder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("locksim-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    func write(_ name: String, _ text: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}

/// A live run with one metric and two counters; the times are a day apart.
func newRun(
    _ number: Int, lateness: Double = 100_000, scenario: String = "rush", hash: String = "5eed",
    kernel: String = "6.18", isEvidence: Bool = true
) -> NewRun {
    var result = RunResult(
        path: "a", scenario: scenario, hash: hash, seed: .max, isVirtual: false,
        digest: "00000000000000aa")
    result.isEvidence = isEvidence
    result.host = [.init(name: "kernel", value: kernel)]
    result.values = [
        .init(name: "timer_lateness.p90", value: lateness), .init(name: "cpu.max", value: 0.25),
    ]
    result.counters = [
        .init(name: "locks", value: 7), .init(name: "violations.total", value: 1),
        .init(name: "violations.by_rule.missed-lock", value: 1),
    ]
    var run = NewRun(result, finishedMilliseconds: UInt64(number) * 86_400_000)
    run.commit = String(repeating: "c", count: 40)
    return run
}

/// Up and down by some percent around a level, the same each time.
func noisy(_ level: Double, _ number: Int) -> Double {
    level * (1 + Double((number * 7919) % 13 - 6) / 400)
}

/// A store that `#expect` can hold.
final class OpenHistory {
    private let store: HistoryStore

    init(making path: String) throws { store = try HistoryStore(making: path) }
    init(existing path: String) throws { store = try HistoryStore(existing: path) }
    init(reading path: String) throws { store = try HistoryStore(reading: path) }

    @discardableResult
    func record(_ runs: [NewRun]) throws -> [Int64] { try store.record(runs) }
    func runs(of scenario: String? = nil, atMost bound: Int) throws -> [StoredRun] {
        try store.runs(of: scenario, atMost: bound)
    }
    func run(_ id: Int64) throws -> StoredRun { try store.run(id) }
    func values(of id: Int64) throws -> [StoredValue] { try store.values(of: id) }
    func runSet(_ text: String) throws -> RunSet { try store.runSet(text) }
    func prune(
        _ pruning: HistoryStore.Pruning, of scenario: String? = nil, isRehearsal: Bool = false
    ) throws -> Int {
        try store.prune(pruning, of: scenario, isRehearsal: isRehearsal)
    }
    func trend(
        of metric: String, scenario: String? = nil, allowed: Set<Trend.Difference> = [],
        bound: Int = HistoryStore.trendBound
    ) throws -> Trend {
        try store.trend(of: metric, scenario: scenario, allowed: allowed, bound: bound)
    }
}
