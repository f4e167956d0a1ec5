import Foundation
import Testing

/// A session of a population, lived alone.
@Suite struct SessionTests {
    @Test func theSummaryNamesASessionThatShowsTheSameViolation() throws {
        let file = "Scenarios/morning-rush.yaml"
        let run = [
            "run", file, "--set", "engine.preset=s000-window", "--set", "population.sessions=40",
            "--set", "population.duration=20m", "--workers", "1",
        ]
        let whole = try Program.run(run)
        #expect(whole.code == 95, "\(whole.output)\(whole.errors)")
        let lines = whole.output.split(separator: "\n").map(String.init)
        let place = try #require(lines.firstIndex { $0.contains("first in session") })
        let words = lines[place].split(separator: " ").map(String.init)
        let session = try #require(
            words.firstIndex(of: "session").map { words[$0 + 1] })
        let command = lines[place + 1].trimmingCharacters(in: .whitespaces)
        #expect(command.hasPrefix("locksim run \(file) --seed "))
        #expect(command.contains(" --session \(session) --mode virtual"))
        let alone = try Program.shell(
            command.replacingOccurrences(of: "locksim run", with: "$L run"))
        #expect(alone.code == 95, "\(alone.output)\(alone.errors)")
        #expect(alone.output.contains("session \(session), seed"))
        // The rule, its instants, the events before it and what the engine answered.
        #expect(alone.output.contains("\n  \(words[0])  at "), "\(alone.output)")
        #expect(alone.output.contains("did enter background"))
        #expect(alone.output.contains("-> "))
        let result = try #require(
            try json(
                try Program.shell(
                    command.replacingOccurrences(of: "locksim run", with: "$L run --json")
                ).output)
                as? [String: Any])
        #expect((result["scenario"] as? [String: Any])?["session"] as? Int == Int(session))
    }

    /// The digests of sessions add up to that of the run, so each alone is what it was among them.
    @Test func aloneItIsWhatItWasAmongOthers() throws {
        let run = [
            "run", "--json", "Scenarios/morning-rush.yaml", "--set", "population.sessions=3",
            "--set", "population.duration=10m", "--set", "population.warmup=0s", "--set",
            "population.load=[{hold: 10m}]", "--workers", "1",
        ]
        func digest(_ more: [String]) throws -> UInt64 {
            let outcome = try Program.run(run + more)
            let result = try json(outcome.output) as? [String: Any]
            return UInt64(result?["digest"] as? String ?? "", radix: 16) ?? 0
        }
        let whole = try digest([])
        var sum: UInt64 = 0
        for session in 0..<3 { sum &+= try digest(["--session", "\(session)"]) }
        #expect(whole == sum && whole != 0)
    }

    @Test(arguments: [
        ("Scenarios/quickstart.yaml", "add --mode virtual"),
        ("Scenarios/s000-traps.yaml", "needs a population of behaviours"),
        ("Scenarios/trace-replay.yaml", "needs a population of behaviours"),
        ("Scenarios/morning-rush.yaml --set population.sessions=5", "has sessions 0 to "),
    ])
    func whereThereIsNoSuchSession(words: String, error: String) throws {
        let arguments = words.split(separator: " ").map(String.init)
        let outcome = try Program.run(["run", "--session", "1000000"] + arguments)
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains(error), "\(outcome.errors)")
    }
}
