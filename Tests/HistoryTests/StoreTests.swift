import Testing

@testable import History

@Suite struct StoreTests {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.path("state/locksim/history.sqlite")
    }

    @Test func whatIsRecordedComesBack() throws {
        let store = try OpenHistory(making: path)
        let ids = try store.record([newRun(1), newRun(2, scenario: "other")])
        #expect(ids == [1, 2])
        let runs = try store.runs(atMost: 10)
        #expect(runs.map(\.id) == [2, 1])
        #expect(runs.map(\.scenario) == ["other", "rush"])
        let run = runs[1]
        #expect((run.seed, run.mode, run.hash) == (.max, "live", "5eed"))
        #expect(run.finishedMilliseconds == 86_400_000)
        #expect(run.commit == String(repeating: "c", count: 40))
        let values = try store.values(of: 1)
        #expect(values.map(\.name).contains("violations.missed-lock"))
        #expect(
            values.first
                == StoredValue(
                    name: "timer_lateness.p90", isCounter: false, value: 100_000))
        let named = try store.runs(of: "rush", atMost: 10)
        #expect(named.map(\.id) == [1])
        #expect(try store.runs(atMost: 1).map(\.id) == [2])
    }

    @Test func aComparisonGetsWhatTheResultSaid() throws {
        let store = try OpenHistory(making: path)
        let recorded = newRun(1)
        try store.record([recorded, newRun(2, isEvidence: false), newRun(3)])
        let one = try store.runSet("history:1").runs
        var expected = recorded.result
        expected.path = "history:1"
        #expect(one == [expected])
        #expect(try store.runSet("history:1-3").runs.map(\.path) == ["history:1", "history:3"])
        #expect(try store.runSet("history:last").runs.map(\.path) == ["history:3"])
        #expect(try store.runSet("history:last:9").runs.map(\.path) == ["history:1", "history:3"])
        #expect(throws: HistoryError.noEvidence(2)) { try store.runSet("history:2") }
        #expect(throws: HistoryError.noRun(4)) { try store.runSet("history:1-4") }
        for text in ["history:", "history:0", "history:3-1", "history:last:", "history:1-"] {
            #expect(throws: HistoryError.malformedSelection(text)) { try store.runSet(text) }
        }
    }

    @Test func whatIsPrunedIsGoneWithItsScenario() throws {
        let store = try OpenHistory(making: path)
        try store.record((1...5).map { newRun($0) } + [newRun(6, scenario: "other")])
        #expect(try store.prune(.keep(2), isRehearsal: true) == 3)
        #expect(try store.runs(atMost: 10).count == 6)
        #expect(try store.prune(.keep(2)) == 3)
        #expect(try store.runs(atMost: 10).map(\.id) == [6, 5, 4])
        #expect(try store.values(of: 1).isEmpty)
        #expect(try store.prune(.before(5 * 86_400_000)) == 1)
        #expect(try store.prune(.keep(0), of: "other") == 1)
        #expect(try store.runs(atMost: 10).map(\.id) == [5])
        #expect(throws: HistoryError.noScenario("other", nearest: nil)) {
            try store.runs(of: "other", atMost: 1)
        }
        #expect(throws: HistoryError.noScenario("rsh", nearest: "rush")) {
            try store.prune(.keep(1), of: "rsh")
        }
        // Numbers are never used again.
        #expect(try store.record([newRun(7)]) == [7])
    }

    @Test func aHistoryThatIsNotThereIsNotMade() throws {
        #expect(throws: HistoryError.noRuns) { _ = try OpenHistory(existing: path) }
        #expect(throws: HistoryError.noRuns) { _ = try OpenHistory(existing: path) }
    }

    @Test func thePlaceFollowsTheXDGSpecification() {
        func path(_ variables: [String: String]) -> String? {
            HistoryPlace.path { variables[$0] }
        }
        #expect(path(["HOME": "/h"]) == "/h/.local/state/locksim/history.sqlite")
        #expect(path(["HOME": "/h", "XDG_STATE_HOME": "/s"]) == "/s/locksim/history.sqlite")
        #expect(path(["XDG_STATE_HOME": "s"]) == nil)
        #expect(path([:]) == nil)
        #expect(HistoryPlace.isOff { _ in "off" })
        #expect(!HistoryPlace.isOff { _ in nil })
    }
}
