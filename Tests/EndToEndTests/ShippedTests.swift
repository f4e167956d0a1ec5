import Foundation
import Testing

/// The scenarios a newcomer meets first: those directly in the folder.
@Suite struct ShippedTests {
    /// Virtual ones; a live one takes its own time and processes.
    static let files: [String] = {
        let folder = Program.package.appendingPathComponent("Scenarios").path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted().filter { name in
            let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            return text?.contains("\nmode: live") == false
        }
    }()

    @Test func theDocumentsAreThere() {
        for document in ["s000", "s001", "s003", "s004"] {
            #expect(Self.files.contains("\(document)-traps.yaml"))
            #expect(Self.files.contains("\(document)-traps-hardened.yaml"))
        }
        #expect(Self.files.contains("morning-rush.yaml"))
        #expect(Self.files.contains("trace-replay.yaml"))
    }

    @Test(arguments: files)
    func aShippedScenarioPasses(file: String) throws {
        let path = "Scenarios/\(file)"
        let text = try String(
            contentsOfFile: Program.package.appendingPathComponent(path).path, encoding: .utf8)
        var arguments = ["run", path]
        #if DEBUG
            // A crowd of the full size takes minutes without optimisation.
            if text.contains("\n  sessions:") {
                arguments += ["--set", "population.sessions=600", "--workers", "1"]
            }
        #endif
        let outcome = try Program.run(arguments)
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
    }

    /// The twin takes the steps of the other, but for what the person has to do at its lock.
    @Test(arguments: ["s000", "s001", "s003", "s004"])
    func trapsShowInOneAndNotInTheOther(document: String) throws {
        let (trap, hardened) = (rules("\(document)-traps"), rules("\(document)-traps-hardened"))
        #expect(!trap.isEmpty)
        #expect(hardened == "[]")
    }

    private func rules(_ name: String) -> String {
        let path = Program.package.appendingPathComponent("Scenarios/\(name).yaml").path
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let parts = text.components(separatedBy: "expect_violations:")
        return parts.last?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    }

    @Test func aTraceRunsInVirtualTimeAlone() throws {
        let outcome = try Program.run(["run", "Scenarios/trace-replay.yaml", "--mode", "live"])
        #expect(outcome.code == 65)
        #expect(
            outcome.errors.contains(
                "Scenarios/trace-replay.yaml:16:10: error: expected mode virtual"))
    }

    @Test func whatATraceAsksInVainFailsTheRunAtItsPlace() throws {
        let folder = try Folder()
        try folder.write(
            "t.ndjson",
            """
            {"t_ms": 0, "session": 1, "event": "launch"}
            {"t_ms": 10, "session": 1, "event": "open"}
            """)
        let file = try folder.write(
            "t.yaml", "scenario: t\npopulation: {trace: t.ndjson, duration: 1s}\n")
        let outcome = try Program.run(["run", file])
        #expect(outcome.code == 95)
        #expect(outcome.output.contains("t.ndjson:2:37: action, the app is in front already"))
    }
}
