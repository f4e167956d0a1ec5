import Foundation
import Testing

@Suite struct HistoryTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private var environment: [String: String] { ["XDG_STATE_HOME": folder.path()] }
    private var file: String { folder.path("locksim/history.sqlite") }

    private func run(_ words: [String], _ more: [String: String] = [:]) throws -> Program.Outcome {
        try Program.run(words, environment: environment.merging(more) { $1 })
    }

    /// Some milliseconds of people.
    private func small(_ seed: Int = 1) throws -> [String] {
        let file = try folder.write(
            "small.yaml",
            """
            scenario: commuters
            population:
              sessions: 50
              duration: 60s
              behaviour:
                - {name: all, foreground: {constant: 9s}, background: {constant: 9s}, keys: 2/s}
            """)
        return ["run", file, "--quiet", "--workers", "1", "--seed", "\(seed)"]
    }

    @Test func runsAreListedShownDrawnComparedAndForgotten() throws {
        for seed in 1...3 {
            let outcome = try run(try small(seed))
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        }
        let list = try run(["history", "list"])
        #expect(list.code == 0)
        #expect(list.output.split(separator: "\n").count == 4)
        #expect(list.output.contains("commuters workers=1"))
        let shown = try run(["history", "show", "2"])
        #expect(shown.output.contains("seed 2, workers=1"))
        let parsed = try json(try run(["history", "show", "2", "--json"]).output)
        let counters = (parsed as? [String: Any])?["counters"] as? [String: Any]
        #expect(counters?["sessions"] as? Int == 50)
        let page = folder.path("trend.html")
        let trend = try run(["history", "trend", "--metric", "cpu_time", "--html", page])
        #expect(trend.output.hasPrefix("cpu_time of commuters, virtual, workers=1: 3 runs"))
        #expect(try String(contentsOfFile: page, encoding: .utf8).contains("<svg"))
        let compared = try run(["compare", "history:1-2", "history:last", "--json"])
        #expect(compared.code == 0, "\(compared.errors)")
        #expect(
            try run(["history", "prune", "--keep", "1", "--dry-run"]).output == "2 runs would go\n")
        #expect(try run(["history", "prune", "--keep", "1"]).output == "2 runs removed\n")
        #expect(try run(["history", "prune", "--older-than", "1h"]).output == "0 runs removed\n")
        #expect(try run(["compare", "history:1", "history:3"]).code == 5)
        #expect(try run(["compare", "history:3", "history:1"]).code == 66)
    }

    @Test func manyRunsAtOnceAreAllRecorded() throws {
        let words = try small().map { "'\($0)'" }.joined(separator: " ")
        let outcome = try Program.shell(
            "export XDG_STATE_HOME='\(folder.path())'; "
                + "for n in {1..20}; do $L \(words) & done; wait")
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        let list = try run(["history", "list", "--json"])
        let runs = (try json(list.output) as? [String: Any])?["runs"] as? [Any]
        #expect(runs?.count == 20)
    }

    @Test func whatIsNoRunOfAPopulationIsNotRecorded() throws {
        #expect(try run(["run", goodCase]).code == 0)
        #expect(try run(try small() + ["--no-history"]).errors.isEmpty)
        #expect(try run(try small() + ["--dry-run"]).code == 0)
        #expect(try run(try small() + ["--session", "1"]).code == 0)
        #expect(try run(try small(), ["LOCKSIM_HISTORY": "off"]).errors.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: file))
        let list = try run(["history", "list"])
        #expect(list.code == 66)
        #expect(list.errors.contains("no such run is in the history"))
    }

    @Test func aDamagedHistoryIsAWarningAndStaysAsItIs() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("locksim"), withIntermediateDirectories: true)
        try folder.write("locksim/history.sqlite", String(repeating: "garbage ", count: 500))
        let good = try run(try small())
        #expect(good.code == 0)
        #expect(good.errors.hasPrefix("locksim: warning: not in the history: \(file): no database"))
        let list = try run(["history", "list"])
        #expect(list.code == 74)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("garbage garbage"))
    }

    @Test func aNewerHistoryIsAWarningAndStaysAsItIs() throws {
        try #require(try run(try small()).code == 0)
        var bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        // SQLite's header has the version of the format as four bytes at 60.
        bytes[62] = 1
        try bytes.write(to: URL(fileURLWithPath: file))
        let good = try run(try small())
        #expect(good.code == 0)
        #expect(good.errors.contains("not in the history: \(file): made by a newer locksim"))
        for words in [["list"], ["trend", "--metric", "rss.max"], ["prune", "--keep", "0"]] {
            #expect(try run(["history"] + words).code == 74)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == bytes)
    }

    /// No folder can be made below a file, whoever asks.
    @Test func aStateFolderThatCannotBeMadeIsAWarning() throws {
        let place = try folder.write("file", "nothing")
        let good = try run(try small(), ["XDG_STATE_HOME": place])
        #expect(good.code == 0)
        #expect(good.errors.hasPrefix("locksim: warning: not in the history: "))
        #expect(good.errors.split(separator: "\n").count == 1)
        #expect(try run(["history", "list"], ["XDG_STATE_HOME": place]).code == 66)
    }

    /// A limit on the size of files fails as a full disk does: in the midst of a write.
    @Test(arguments: [4, 16, 40])
    func aDiskThatFillsUpIsAWarningAndLosesNothing(kibibytes: Int) throws {
        let words = try small().map { "'\($0)'" }.joined(separator: " ")
        let state = "export XDG_STATE_HOME='\(folder.path())'; "
        let full = try Program.shell(
            state + "trap '' XFSZ; ulimit -f \(kibibytes); for n in {1..12}; do $L \(words); done")
        #expect(full.code == 0)
        #expect(full.errors.contains("warning: not in the history"))
        let warned = full.errors.split(separator: "\n").count
        #expect(try Program.shell(state + "$L \(words)").errors.isEmpty)
        let list = try run(["history", "list", "--json"])
        let runs = (try json(list.output) as? [String: Any])?["runs"] as? [Any]
        #expect(runs?.count == 13 - warned)
    }

    @Test(arguments: [
        ("history", 64, "expected list, show, trend or prune"),
        ("history lst", 64, "did you mean \"list\"?"),
        ("history show", 64, "needs the number of a run"),
        ("history show x", 64, "whole number above 0 (got \"x\")"),
        ("history show 99", 66, "no run 99"),
        ("history list --metric cpu_time", 64, "\"--metric\" is not for \"history list\""),
        ("history list --scenario computers", 66, "did you mean \"commuters\"?"),
        ("history trend", 64, "needs \"--metric METRIC\""),
        ("history trend --metric cpu_tim", 66, "did you mean \"cpu_time\"?"),
        ("history trend --metric timer_lateness", 66, "did you mean \"timer_lateness.p99\"?"),
        ("history prune", 64, "either \"--keep N\" or"),
        ("history prune --older-than 90", 64, "an age such as 90d"),
        ("compare history:x history:1", 64, "expected history:last"),
    ])
    func badWordsGetClearErrors(line: String, code: Int32, words: String) throws {
        try #require(try run(try small()).code == 0)
        let outcome = try run(line.split(separator: " ").map(String.init))
        #expect(outcome.code == code)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }
}
