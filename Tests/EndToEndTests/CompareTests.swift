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

    /// Real processes on the real clock, each run for a second. A machine that is too busy even for
    /// fifty sessions makes runs invalid, and says so.
    @Test func bothSidesOfALiveScenarioRunInTurn() throws {
        let folder = try Folder()
        let few = ["population.sessions=50", "population.duration=5s", "population.warmup=0s"]
        let sides = (few + ["thresholds=[]"]).flatMap { ["--a", $0, "--b", $0] }
        let outcome = try Program.run(
            ["compare", "--run", "Scenarios/quickstart.yaml", "--repeat", "2", "--json"]
                + ["--a", "timers=lazy-wheel", "--b", "timers=quad-heap"] + sides
                + ["--out", folder.path("x"), "--gate", "rss.max=50%"])
        let order = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("run ") }
        #expect(
            order == [
                "run 1 of 2, side a", "run 1 of 2, side b", "run 2 of 2, side b",
                "run 2 of 2, side a",
            ])
        if outcome.code == 98 {
            #expect(outcome.errors.contains("left out after 3 tries"))
            return
        }
        #expect(outcome.code == 0, "\(outcome.errors)")
        let result = try #require(try json(outcome.output) as? [String: Any])
        for side in ["a", "b"] {
            let counts = [result["runs_\(side)"], result["left_out_\(side)"]]
            #expect(counts.compactMap { $0 as? Int }.reduce(0, +) == 2)
            let kept = try FileManager.default.contentsOfDirectory(
                atPath: folder.path("x/\(side)"))
            #expect(kept.sorted() == ["run-001", "run-002"])
        }
        // Two against two can show nothing.
        #expect(result["verdict"] as? String == "inconclusive")
    }

    /// Ten seconds of people in a hundredth of a second, which no generator keeps up with.
    @Test func runsThatStayInvalidAreNoComparison() throws {
        let folder = try Folder()
        let few = ["population.sessions=3000", "population.duration=10s", "population.warmup=0s"]
            .flatMap { ["--a", $0, "--b", $0] }
        let outcome = try Program.run(
            [
                "compare", "--run", "Scenarios/quickstart.yaml", "--repeat", "1",
                "--a", "time-scale=1000", "--b", "time-scale=1000",
            ] + few, environment: ["TMPDIR": folder.path()])
        #expect(outcome.code == 98, "\(outcome.errors)")
        let tries = outcome.errors.components(separatedBy: "could not keep up; again").count - 1
        #expect(tries == 4)
        #expect(outcome.errors.components(separatedBy: "left out after 3 tries").count == 3)
        #expect(outcome.errors.contains("a: error: every run in here is partial or invalid"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()).isEmpty)
    }

    @Test func theNoiseOfRunsIsMeasuredWhereTheyAreMade() throws {
        let folder = try Folder()
        let words = small.filter { $0 != "--quiet" && $0 != "--workers" && $0 != "1" }
        #expect(words[1] == "--set" && words[7] == "--mode")
        let outcome = try Program.run(
            ["compare", "--noise-floor", "--run", words[0], "--repeat", "6", "--json"]
                + ["--a", words[2], "--a", words[4], "--a", words[6], "--a", "mode=virtual"]
                + ["--markdown", folder.path("m.md")])
        #expect(outcome.code == 0, "\(outcome.errors)")
        let noise = try #require(try json(outcome.output) as? [String: Any])
        #expect(noise["kind"] as? String == "noise" && noise["runs"] as? Int == 6)
        let markdown = try String(contentsOfFile: folder.path("m.md"), encoding: .utf8)
        #expect(markdown.contains("6 runs against as many") && markdown.contains("| rss.max |"))
        #expect(!outcome.errors.contains("side b"))
    }

    /// Ten of each would run in vain.
    @Test func aGateThatAScenarioLacksIsKnownAfterOneRunOfEach() throws {
        let sides = ["population.sessions=50", "population.duration=60s", "mode=virtual"]
            .flatMap { ["--a", $0, "--b", $0] }
        let outcome = try Program.run(
            ["compare", "--run", small[0], "--gate", "service_time.p99=5%"] + sides)
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("not every run has \"service_time.p99\", which a gate"))
        #expect(outcome.errors.contains("run 1 of 10, side b"))
        #expect(!outcome.errors.contains("run 2 of 10"))
    }

    /// What holds several runs is about all of them; a second set in the same folder is refused.
    @Test func filesOfRepeatedRunsTellOfAll() throws {
        let folder = try Folder()
        let words =
            ["run"] + small + ["--repeat", "3", "--out", folder.path("a")]
            + ["--junit", folder.path("j.xml"), "--openmetrics", folder.path("m.om"), "--json"]
        let outcome = try Program.run(words)
        #expect([0, 99].contains(outcome.code), "\(outcome.errors)")
        #expect((try json(outcome.output) as? [Any])?.count == 3)
        let junit = try String(contentsOfFile: folder.path("j.xml"), encoding: .utf8)
        #expect(junit.components(separatedBy: "<testsuite ").count == 4)
        for number in 1...3 { #expect(junit.contains(", run \(number))\"")) }
        let metrics = try String(contentsOfFile: folder.path("m.om"), encoding: .utf8)
        #expect(metrics.contains("run=\"2\""))
        let again = try Program.run(words)
        #expect(again.code == 64 && again.errors.contains("a has runs already, such as run-00"))
        let trace = try Program.run(
            ["run"] + small + ["--repeat", "3", "--out", folder.path("b"), "--trace", "t"])
        #expect(trace.code == 64)
        let says = "about one run, and these are 3; each has its own trace.json"
        #expect(trace.errors.contains(says))
        #expect(!FileManager.default.fileExists(atPath: folder.path("b")))
    }

    @Test func aSetOfSeveralQueuesIsNoSide() throws {
        let folder = try Folder()
        let queues = ["--timers", "quad-heap,lazy-wheel"]
        let words = ["run"] + small + queues + ["--out", folder.path("a")]
        #expect([0, 99].contains(try Program.run(words).code))
        let mixed = try Program.run(["compare", folder.path("a"), folder.path("a")])
        #expect(mixed.code == 65)
        #expect(mixed.errors.contains("several timer queues in one set: lazy-wheel, quad-heap"))
        let sides = [folder.path("a/quad-heap"), folder.path("a/lazy-wheel")]
        let apart = try Program.run(["compare"] + sides)
        #expect(apart.code == 0, "\(apart.errors)")
    }

    @Test(arguments: [
        ("compare", 64, "expected two files or folders"),
        ("compare nowhere Scenarios", 5, "nowhere: error: no such file or folder"),
        ("compare Scenarios Scenarios", 5, "no result.json in here"),
        ("compare README.md README.md", 65, "README.md:1:1: error: expected a value"),
        ("compare a b --gate rss.maxx=5%", 64, "did you mean \"rss.max\"?"),
        ("compare a b --gate rss.max=5", 64, "a share such as 5% or a size such as +1MiB"),
        ("compare a b --gate rss.max=%", 64, "a share such as 5% or a size"),
        ("compare a b --gate lock_latency.p99=+5", 64, "or a duration such as +200us (got \"+5\")"),
        ("compare a b --gate violations=+x", 64, "or a number such as +3"),
        ("compare a b --gate cpu.max=+0.2", 64, "or points such as +5%"),
        ("compare a b --gate locks=5%", 64, "neither better nor worse"),
        ("compare a b --gate timer_lateness.p50=5%", 5, "a: error: no such file"),
        ("compare --noise-floor a --gate rss.max=5%", 64, "judges nothing: no \"--gate\""),
        ("compare a b --gate rss.max", 64, "METRIC=5%"),
        ("compare a b --allow-different hots", 64, "did you mean \"host\"?"),
        ("compare a b --repeat 3", 64, "goes with \"--run FILE\""),
        ("compare a b --noise-floor", 64, "one set of runs"),
        ("compare --run nowhere.yaml --repeat 1", 66, "nowhere.yaml: error: no such file"),
        ("compare --run x.yaml --out d --a timers", 64, "name=value"),
        (
            "compare --run \(goodCase) --a timers=heap", 64,
            "unknown timer queue \"heap\"; did you mean \"binary-heap\", \"quad-heap\" or"
        ),
        ("compare --run \(goodCase) --b timers=quad-heep", 64, "did you mean \"quad-heap\"?"),
        ("compare --run \(goodCase) --b timers=lazy-wheel,quad-heap", 64, "one timer queue a side"),
        ("compare --run \(goodCase) --a seed=x", 64, "\"--seed\" needs a whole number"),
        ("compare --run Scenarios/cases/seeds --a seed=1", 64, "runs of one scenario"),
        (
            "compare --run Scenarios/quickstart.yaml --a population.sesions=5", 65,
            "population.sesions"
        ),
        ("run \(goodCase) --repeat 2", 64, "\"--repeat\" needs \"--out DIR\""),
        ("run \(goodCase) --repeat 0 --out d", 64, "from 1 to 1000"),
    ])
    func aClearMessageAndItsCode(line: String, code: Int32, says: String) throws {
        let outcome = try Program.run(line.split(separator: " ").map(String.init))
        #expect(outcome.code == code)
        #expect(outcome.errors.contains(says), "\(outcome.errors)")
    }
}
