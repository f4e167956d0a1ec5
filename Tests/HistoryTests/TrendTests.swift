import Reports
import SQLite
import Testing

@testable import History

@Suite struct TrendTests {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.path("history.sqlite")
    }

    @Test func aTrendHoldsTheRunsLikeTheNewest() throws {
        let store = try OpenHistory(making: path)
        try store.record([
            newRun(1), newRun(2, hash: "beef"), newRun(3, kernel: "6.1"),
            newRun(4, isEvidence: false), newRun(5, scenario: "other"), newRun(6),
        ])
        let metric = "timer_lateness.p90"
        let alike = try store.trend(of: metric)
        #expect(alike.points.map(\.run) == [1, 6])
        #expect(alike.leftOutCount == 3)
        let files = try store.trend(of: metric, allowed: [.scenario])
        #expect(files.points.map(\.run) == [1, 2, 6])
        let all = try store.trend(of: metric, scenario: "rush", allowed: [.scenario, .host])
        #expect(all.points.map(\.run) == [1, 2, 3, 6])
        #expect(try store.trend(of: "locks", scenario: "other").points.map(\.value) == [7])
        #expect(try store.trend(of: "violations.missed-lock").points.count == 2)
    }

    @Test func whatCannotBeShownIsToldWithTheNearestName() throws {
        let store = try OpenHistory(making: path)
        try store.record([newRun(1)])
        #expect(throws: HistoryError.noMetric("timer_latenes.p90", nearest: "timer_lateness.p90")) {
            try store.trend(of: "timer_latenes.p90")
        }
        #expect(throws: HistoryError.noMetric("exposure", nearest: "exposure.p99")) {
            try store.trend(of: "exposure")
        }
        #expect(throws: HistoryError.noValues("exposure.p99")) {
            try store.trend(of: "exposure.p99")
        }
        #expect(throws: HistoryError.noScenario("rash", nearest: "rush")) {
            try store.trend(of: "locks", scenario: "rash")
        }
    }

    @Test func changesAreFoundAndStayWhileRunsAreAdded() throws {
        let store = try OpenHistory(making: path)
        func level(_ number: Int) -> Double { number < 60 ? 100_000 : 125_000 }
        try store.record((0..<120).map { newRun($0, lateness: noisy(level($0), $0)) })
        let first = try store.trend(of: "timer_lateness.p90")
        #expect(first.changes.map(\.index) == [60])
        for number in 120..<180 {
            try store.record([newRun(number, lateness: noisy(level(number), number))])
            guard number % 10 == 9 else { continue }
            let changes = try store.trend(of: "timer_lateness.p90").changes
            #expect(changes.map(\.index) == [60])
        }
    }

    @Test func beyondItsBoundASeriesStartsAtPlacesThatRarelyMove() {
        #expect(Trend.shownCount(of: 100, bound: 100) == 100)
        #expect(Trend.shownCount(of: 101, bound: 100) == 51)
        #expect(Trend.shownCount(of: 150, bound: 100) == 100)
        #expect(Trend.shownCount(of: 151, bound: 100) == 51)
        let starts = Set((101...1000).map { $0 - Trend.shownCount(of: $0, bound: 100) })
        #expect(starts.sorted() == Array(stride(from: 50, through: 900, by: 50)))
    }

    @Test func aTrendSaysWhatItDoesNotShow() throws {
        let store = try OpenHistory(making: path)
        try store.record((1...12).map { newRun($0) } + [newRun(13, kernel: "6.1"), newRun(14)])
        let all = try store.trend(of: "cpu.max")
        #expect((all.points.count, all.olderCount, all.leftOutCount) == (13, 0, 1))
        #expect(all.remarks.count == 1 && all.remarks[0].hasPrefix("1 other run of this scenario"))
        let newest = try store.trend(of: "cpu.max", bound: 10)
        #expect((newest.points.count, newest.olderCount, newest.leftOutCount) == (8, 5, 1))
        #expect(newest.points.last?.run == 14 && newest.points.first?.run == 6)
        let words = "these are the newest of 13 such runs, and changes are looked for among them"
        #expect(TrendPage(newest).text.contains(words))
        let text = TrendText.text(newest, .plain).split { $0.isWhitespace }
        #expect(text.joined(separator: " ").contains(words))
        #expect(TrendText.json(newest).contains("\"older\": 5,"))
    }

    /// Infinity, less than nothing, a text.
    @Test(arguments: ["9e999", "-9e999", "-1e300", "'x'", "1e300"])
    func whatAnotherHandPutThereIsShownAndNoCrash(value: String) throws {
        do {
            let store = try OpenHistory(making: path)
            try store.record((1...60).map { newRun($0) })
        }
        let database = try Database(path: path, .existing, busyMilliseconds: 0)
        try database.execute(
            "UPDATE measurement SET value = \(value) WHERE run > 30; "
                + "UPDATE run SET finished_ms = -5, exit_code = 9e18, digest = x'ff' WHERE id = 60")
        let store = try OpenHistory(existing: path)
        for metric in ["timer_lateness.p90", "cpu.max", "locks"] {
            let trend = try store.trend(of: metric)
            #expect(trend.points.count == 60)
            #expect(!TrendText.text(trend, .plain).isEmpty && !TrendPage(trend).text.isEmpty)
            #expect(!TrendText.json(trend).contains(": inf"))
        }
        let run = try store.run(60)
        let values = try store.values(of: 60)
        #expect(!RunText.text(run, values, .plain).isEmpty)
        #expect(!RunText.json(run, values).contains("inf"))
        #expect(try store.runSet("history:31-60").runs.count == 30)
    }

    @Test func chartTablesAndPageTellTheSame() throws {
        let store = try OpenHistory(making: path)
        try store.record(
            (0..<60).map {
                newRun($0, lateness: noisy($0 < 30 ? 1e5 : 2e5, $0), scenario: "<b>&\"")
            })
        let trend = try store.trend(of: "timer_lateness.p90")
        let text = TrendText.text(trend, .plain)
        #expect(text.contains("60 runs, 1970-01-01 to 1970-03-01"))
        #expect(text.contains("1970-01-31 00:00"))
        let page = TrendPage(trend).text
        #expect(page.contains("of &lt;b&gt;&amp;&quot;"))
        #expect(!page.contains("<b>") && !page.contains("<script"))
        #expect(page.contains("at run 31 from"))
        #expect(page.components(separatedBy: "<circle").count == 61)
        let json = TrendText.json(trend)
        #expect(json.contains("\"run\": 31,\n      \"index\": 30"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    /// Of all that reads or removes: nothing goes through the whole of a table that grows with the
    /// runs.
    @Test func queriesFindWhatTheyNeedByIndex() throws {
        do {
            let store = try OpenHistory(making: path)
            try store.record([newRun(1)])
        }
        let database = try Database(path: path, .existing, busyMilliseconds: 0)
        let queries = [
            StoredRun.query("run.id < ?"), StoredRun.query("run.scenario = ?"),
            StoredRun.query("run.id = ?"), HistoryStore.valuesQuery,
            HistoryStore.pointsQuery("1"), HistoryStore.pointsQuery("1, 2"),
            HistoryStore.newestQuery(isOfScenario: true),
            HistoryStore.newestQuery(isOfScenario: false), HistoryStore.scenarioCountQuery,
            HistoryStore.newestGoneQuery,
            "DELETE FROM run WHERE scenario = ? AND finished_ms < ?",
            "DELETE FROM run WHERE scenario = ? AND id <= ?",
        ]
        for query in queries {
            let plan = try database.prepare("EXPLAIN QUERY PLAN " + query)
            var steps: [String] = []
            while try plan.next() { steps.append(plan.text(3) ?? "") }
            #expect(!steps.isEmpty)
            #expect(
                steps.filter { $0.hasPrefix("SCAN") && $0 != "SCAN CONSTANT ROW" }.isEmpty,
                "\(query): \(steps)")
        }
    }
}
