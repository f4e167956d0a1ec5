import Foundation
import Testing

@Suite struct RunTests {
    /// Three million operations: seconds when optimised, a minute when not.
    private static let longCase = "t16-cancelled-timers-kept-until-due.yaml"

    @Test func everyShippedCasePasses() throws {
        #if DEBUG
            let line =
                "$L run $(find Scenarios/cases -name '*.yaml' | grep -v \(Self.longCase) | sort)"
        #else
            let line = "$L run Scenarios/cases/"
        #endif
        let outcome = try Program.shell(line)
        #expect(outcome.code == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count >= 164)
        #expect(lines.last == "\(lines.count - 1) passed, 0 failed")
        #expect(lines.dropLast().allSatisfy { $0.hasPrefix("ok  ") })
    }

    @Test func aFailureTellsWhereAndWhat() throws {
        let folder = try Folder()
        let file = try folder.write("case.yaml", failingCase)
        let outcome = try Program.run(["run", file, goodCase])
        #expect(outcome.code == 95)
        #expect(outcome.output.contains("FAIL  wrong-about-the-lock"))
        #expect(outcome.output.contains("\(file):7:13: locked\n    expected  false"))
        #expect(outcome.output.contains("610s  did become active"))
        #expect(outcome.output.hasSuffix("1 passed, 1 failed\n"))
        #expect(outcome.errors.isEmpty)
        let quiet = try Program.run(["run", "--quiet", goodCase])
        #expect(quiet.output.isEmpty && quiet.code == 0)
    }

    @Test func oneResultIsAnObjectSeveralAreAList() throws {
        let one = try #require(
            try json(try Program.run(["run", "--json", goodCase]).output) as? [String: Any])
        #expect(one["schema"] as? Int == 1)
        #expect(one["verdict"] as? String == "pass")
        #expect(one["exit_code"] as? Int == 0)
        #expect((one["scenario"] as? [String: Any])?["name"] as? String == "s000-five-windows")
        let folder = try Folder()
        let file = try folder.write("case.yaml", failingCase)
        let outcome = try Program.run(["run", "--json", goodCase, file])
        #expect(outcome.code == 95)
        #expect(outcome.errors.contains("FAIL"))
        let list = try #require(try json(outcome.output) as? [[String: Any]])
        #expect(list.map { $0["exit_code"] as? Int } == [0, 95])
        let expectations = try #require(list[1]["expectations"] as? [String: Any])
        #expect(expectations["failed"] as? Int == 2)
    }

    @Test func resultsGoWhereTheyAreSent() throws {
        let folder = try Folder()
        let file = try folder.write("case.yaml", failingCase)
        let (one, several) = (folder.path("a/b"), folder.path("c"))
        #expect(try Program.run(["run", goodCase, "--out", one]).code == 0)
        _ = try json(try String(contentsOfFile: "\(one)/result.json", encoding: .utf8))
        let junit = folder.path("junit.xml")
        let outcome = try Program.run(
            ["run", goodCase, file, goodCase, file + "/../case.yaml", "--out=\(several)"])
        #expect(outcome.code == 66)
        let both = try Program.run(["run", goodCase, file, "--out=\(several)", "--junit", junit])
        #expect(both.code == 95)
        for name in ["s000-five-windows", "wrong-about-the-lock"] {
            _ = try json(
                try String(contentsOfFile: "\(several)/\(name)/result.json", encoding: .utf8))
        }
        let xml = try String(contentsOfFile: junit, encoding: .utf8)
        // A case for each scenario, and one for each step that expects something.
        #expect(xml.contains("<testcase classname=\"\(file)\" name=\"expectation at 7:"))
        #expect(xml.contains("failures=\"1\" errors=\"0\" time="))
    }

    /// From four scripts on, processes share them; on one processor, or told so, they don't.
    @Test func manyAtOnceSayWhatOneAfterTheOtherDo() throws {
        let folder = try Folder()
        for index in 1...4 {
            try folder.write(
                "\(index).yaml",
                failingCase.replacingOccurrences(of: "wrong-about-the-lock", with: "case-\(index)")
                    .replacingOccurrences(of: "locked: false", with: "locked: \(index % 2 == 0)"))
        }
        try folder.write(
            "5.yaml", "scenario: case-5\ntimer_script: [{arm: {id: a, in: 5ms}}]\n")
        let run = ["run", folder.path(), "--set", "engine.background_lock.after=6m"]
        let apart = try Program.run(run + ["--workers", "1"])
        let together = try Program.run(run + ["--workers", "3"])
        #expect(apart.code == 95 && together.code == 95)
        #expect(apart.output == together.output)
        let lines = together.output.split(separator: "\n").filter {
            $0.hasPrefix("ok  ") || $0.hasPrefix("FAIL")
        }
        #expect(lines.enumerated().allSatisfy { $1.contains("case-\($0 + 1) ") }, "\(lines)")
        let junit = folder.path("junit.xml")
        let results = try Program.run(run + ["--workers", "3", "--json", "--junit", junit])
        let list = try #require(try json(results.output) as? [[String: Any]])
        #expect(list.map { $0["exit_code"] as? Int } == [95, 95, 95, 95, 0])
        let digests = try #require(
            try json(try Program.run(run + ["--workers", "1", "--json"]).output)
                as? [[String: Any]])
        #expect(list.map { $0["digest"] as? String } == digests.map { $0["digest"] as? String })
        #expect(try String(contentsOfFile: junit, encoding: .utf8).contains("failures=\"4\""))
    }

    @Test func optionsChangeTheScenario() throws {
        let run = ["run", "--json", goodCase, "--seed", "7", "--set", "thresholds=[events > 1000]"]
        let outcome = try Program.run(run)
        #expect(outcome.code == 99)
        let result = try #require(try json(outcome.output) as? [String: Any])
        #expect((result["scenario"] as? [String: Any])?["seed"] as? Int == 7)
        let threshold = try #require((result["thresholds"] as? [[String: Any]])?.first)
        #expect(threshold["passed"] as? Bool == false)
        #expect((threshold["value"] as? Int ?? 0) > 0)
    }

    @Test func timerScriptsNameQueueTickAndStart() throws {
        let folder = try Folder()
        let file = try folder.write(
            "timer.yaml",
            """
            scenario: timer
            timer_script:
              - arm: {id: a, in: 5ms}
              - repeat: {times: 1, do: [{advance: 5ms}, {expect: {fired: [], pending: 1}}]}
            """)
        let outcome = try Program.run(["run", file, "--timers", "sorted-array"])
        #expect(outcome.code == 95)
        #expect(
            outcome.output.contains("\(file):4:45: fired (sorted-array, tick 1us, start 0)"),
            "\(outcome.output)")
        #expect(outcome.output.contains("expected  []                          actual  [a]"))
        #expect(!outcome.output.contains("hierarchical-wheel"))
    }

    @Test func coloursOnlyWhereAskedFor() throws {
        let plain = try Program.run(["run", goodCase])
        #expect(!plain.output.contains("\u{1B}"))
        let forced = try Program.run(["run", goodCase], environment: ["CLICOLOR_FORCE": "1"])
        #expect(forced.output.contains("\u{1B}[32mok"))
    }
}
