import Testing

@Suite struct CommandTests {
    @Test(arguments: [["version"], ["--version"]])
    func version(arguments: [String]) throws {
        let outcome = try Program.run(arguments)
        #expect(outcome.code == 0)
        #expect(outcome.output == "locksim 1.0.0\n")
        #expect(outcome.errors.isEmpty)
    }

    @Test(arguments: [
        "run", "check", "report", "compare", "history", "metrics", "timers", "schema", "completion",
        "man", "help", "version",
    ])
    func helpStartsWithAnExample(command: String) throws {
        let long = try Program.run([command, "--help"])
        #expect(long.code == 0)
        #expect(long.output.hasPrefix("Example: locksim \(command)"))
        #expect(long.output.contains("Usage: locksim \(command)"))
        #expect(try Program.run(["help", command]).output == long.output)
        #expect(try Program.run([command, "-h"]).output == long.output)
    }

    @Test func withoutACommandThereIsTheOverview() throws {
        let outcome = try Program.run([])
        #expect(outcome.code == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("Usage: locksim COMMAND"))
        #expect(try Program.run(["--help"]).code == 0)
    }

    @Test func tablesArePrinted() throws {
        let metrics = try Program.run(["metrics"])
        #expect(metrics.code == 0)
        #expect(metrics.output.contains("violations.missed-lock"))
        let timers = try Program.run(["timers", "list"])
        #expect(timers.code == 0)
        #expect(timers.output.contains("hierarchical-wheel"))
        let tasks = timers.output.split(separator: "\n").first { $0.hasPrefix("task-sleep ") }
        #expect(tasks?.contains(" live ") == true && tasks?.hasSuffix("(in locksim-peers)") == true)
    }

    @Test func checkExplainsAPopulation() throws {
        let folder = try Folder()
        let file = try folder.write(
            "rush.yaml",
            """
            scenario: rush
            population:
              sessions: 1000
              duration: 60s
              load: [{ramp: {to: 100%, over: 30s, shape: linear}}, {hold: 30s}]
              behaviour:
                - {name: all, foreground: {constant: 30s}, background: {constant: 30s}, keys: 2/s}
            """)
        let outcome = try Program.run(["check", file])
        #expect(outcome.code == 0)
        // A thousand times half a minute in front with 2 a second, and what coming and going make.
        let estimate = "events        about 67.1 k in all, 1.12 k/s, 2.11 k/s at the peak"
        #expect(outcome.output.contains(estimate), "\(outcome.output)")
        #expect(outcome.output.contains("  1 k"))
        #expect(outcome.output.utf8.allSatisfy { $0 < 0x80 })
        #expect(try Program.run(["run", "--dry-run", file]).output.contains(estimate))
    }
}
