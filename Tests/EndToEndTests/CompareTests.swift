import Foundation
import Testing

@Suite struct CompareTests {
    private let small = [
        "Scenarios/morning-rush.yaml", "--set", "population.sessions=300", "--workers", "1",
        "--set", "population.duration=60s", "--set", "population.warmup=0s", "--mode", "virtual",
        "--quiet",
    ]

    @Test func repeatedRunsAreComparedWithThemselvesAndWithOthers() throws {
        let folder = try Folder()
        for (side, seed) in [("a", "1"), ("b", "1"), ("c", "2")] {
            let words = ["run"] + small + ["--seed", seed, "--repeat", "3"]
            let run = try Program.run(words + ["--out", folder.path(side)])
            #expect([0, 99].contains(run.code), "\(run.errors)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("a"))
        #expect(names.sorted() == ["run-001", "run-002", "run-003"])
        let same = try Program.run(["compare", folder.path("a"), folder.path("b")])
        #expect(same.code == 0, "\(same.errors)\(same.output)")
        #expect(same.output.hasPrefix("3 runs against 3\n"))
        // Of three runs nothing can be said, which is what --strict minds.
        let strict = try Program.run(["compare", folder.path("a"), folder.path("b"), "--strict"])
        #expect(strict.code == 3)
        let floor = try Program.run(["compare", "--noise-floor", folder.path("a")])
        #expect(floor.code == 0 && floor.output.contains("rss.max"))
        let files = ["--markdown", folder.path("m.md"), "--json"]
        let printed = try Program.run(["compare", folder.path("a"), folder.path("b")] + files)
        #expect(try json(printed.output) is [String: Any])
        let markdown = try String(contentsOfFile: folder.path("m.md"), encoding: .utf8)
        #expect(markdown.contains("| rss.max |"))
    }

    @Test func anotherEngineIsAnotherScenarioAndAnotherBehaviour() throws {
        let folder = try Folder()
        let words = [
            "compare", "--run", small[0], "--repeat", "2", "--out", folder.path("x"),
            "--a", "workers=1", "--b", "workers=1", "--b", "population.sessions=200",
            "--a", "population.sessions=100",
        ]
        let different = try Program.run(words + ["--allow-different", "host"])
        #expect(different.code == 0, "\(different.errors)")
        // Without a place to keep them the results are gone afterwards.
        let forgotten = try Program.run(
            ["compare", "--run", goodCase, "--repeat", "1"],
            environment: ["TMPDIR": folder.path()])
        #expect(forgotten.code == 0, "\(forgotten.errors)")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        #expect(left == ["x"])
        let folders = [folder.path("x/a"), folder.path("x/b")]
        let refused = try Program.run(["compare"] + folders)
        #expect(refused.code == 65)
        #expect(refused.errors.contains("--allow-different scenario"))
        let allowed = try Program.run(["compare", "--allow-different", "scenario"] + folders)
        #expect(allowed.code == 0)
    }

    @Test(arguments: [
        ("compare", 64, "expected two files or folders"),
        ("compare nowhere Scenarios", 5, "nowhere: error: no such file or folder"),
        ("compare Scenarios Scenarios", 5, "no result.json in here"),
        ("compare README.md README.md", 65, "README.md:1:1: error: expected a value"),
        ("compare a b --gate rss.maxx=5%", 64, "did you mean \"rss.max\"?"),
        ("compare a b --gate rss.max=5", 64, "needs a share such as 5%"),
        ("compare a b --gate rss.max", 64, "METRIC=5%"),
        ("compare a b --allow-different hots", 64, "did you mean \"host\"?"),
        ("compare a b --repeat 3", 64, "goes with \"--run FILE\""),
        ("compare a b --noise-floor", 64, "one set of runs"),
        ("compare --run nowhere.yaml --repeat 1", 66, "nowhere.yaml: error: no such file"),
        ("compare --run x.yaml --out d --a timers", 64, "name=value"),
        ("run \(goodCase) --repeat 2", 64, "\"--repeat\" needs \"--out DIR\""),
        ("run \(goodCase) --repeat 0 --out d", 64, "from 1 to 1000"),
    ])
    func aClearMessageAndItsCode(line: String, code: Int32, says: String) throws {
        let outcome = try Program.run(line.split(separator: " ").map(String.init))
        #expect(outcome.code == code)
        #expect(outcome.errors.contains(says), "\(outcome.errors)")
    }
}
