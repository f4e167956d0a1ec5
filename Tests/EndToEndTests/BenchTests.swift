import Foundation
import Testing

/// The bench for real, with its children: what it prints, never how fast anything is.
@Suite(.serialized) struct BenchTests {
    private func rows(_ document: Any, _ name: String) throws -> [[String: Any]] {
        let object = try #require(document as? [String: Any])
        return try #require(object[name] as? [[String: Any]])
    }

    @Test func aSmallBenchMeasuresEverythingItWasAskedFor() throws {
        let outcome = try Program.run([
            "timers", "bench", "--queues", "lazy-wheel,hierarchical-wheel", "--sessions", "1000",
            "--operation", "touch,arm,cancel,expire,mixed", "--repeats", "2", "--baseline",
            "hierarchical-wheel", "--json", "--quiet",
        ])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty)
        let document = try json(outcome.output)
        let rows = try rows(document, "rows")
        #expect(rows.count == 12)
        for row in rows {
            #expect(row["sessions"] as? Int == 1000)
            #expect((row["ns_per_op"] as? Double ?? 0) > 0)
            #expect((row["bytes_per_timer"] as? Double ?? 0) > 8)
            let (touched, fired) = (row["touched"] as? Int ?? 0, row["fired"] as? Int ?? 0)
            switch row["operation"] as? String {
            case "touch": #expect(touched > 0 && fired == 1000)
            case "mixed": #expect(touched > fired && fired > 0)
            case "expire-1ms", "expire-1us": #expect(fired > 0 && fired <= 1000)
            default: #expect(touched == 0 && fired == 0)
            }
        }
        #expect(try self.rows(document, "floors").count == 5)
        let environment = try #require((document as? [String: Any])?["environment"])
        #expect((environment as? [String: Any])?["cores"] as? Int ?? 0 > 0)
    }

    @Test func aTableAndLinesForSpreadsheets() throws {
        let words = [
            "timers", "bench", "--queues", "lazy-wheel", "--sessions", "1000", "--operation", "arm",
            "--repeats", "1", "--quiet",
        ]
        let table = try Program.run(words)
        #expect(table.code == 0)
        #expect(table.output.hasPrefix("N = 1,000 sessions\n"))
        #expect(table.output.utf8.allSatisfy { $0 < 0x80 && $0 != 0x1B })
        let lines = try Program.run(words + ["--csv"])
        #expect(lines.output.hasPrefix("kind,name,sessions,"))
        #expect(lines.output.contains("\r\nqueue,lazy-wheel,1000,arm,"))
    }

    @Test func aMeasurementIsNoCommandOfAPersons() throws {
        let outcome = try Program.run(["timers", "measure"])
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("started by hand"))
    }

    /// `timeout` hands the signal on as a terminal would, to the program and its children.
    @Test(arguments: [("INT", 130, "touch,arm"), ("TERM", 143, "accuracy")])
    func aSignalEndsABenchWithWhatItHas(signal: String, code: Int32, operations: String) throws {
        let outcome = try Program.shell(
            "timeout --preserve-status -s \(signal) 5 $L timers bench --queues lazy-wheel,quad-heap"
                + " --sessions 1000 --operation \(operations) --repeats 1000 --quiet --json")
        #expect(outcome.code == code)
        #expect(outcome.errors.hasPrefix("locksim: stopped by SIG\(signal)"), "\(outcome.errors)")
        let document = try #require(try json(outcome.output) as? [String: Any])
        #expect(document["partial"] as? Bool == true)
        #expect(document["failures"] as? [String] == [])
        let notes = try #require(document["notes"] as? [String])
        #expect(!notes.contains { $0.contains("ended") || $0.contains("killed") }, "\(notes)")
    }

    /// What a process may not have is no fault of a queue's.
    @Test func limitsAreNamed() throws {
        let bench =
            "$L timers bench --queues lazy-wheel,libev --sessions 1000 --operation arm"
            + " --repeats 1 --quiet"
        let files = try Program.shell("ulimit -n 12; \(bench)")
        #expect(files.code == 64)
        let said = files.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(said.contains("more than the 12 files this process may open"), "\(said)")
        #expect(said.contains("(ulimit -n)") && !said.contains("WRONG"))
        let none = try Program.shell("ulimit -n 8; \(bench)")
        #expect(none.code == 74 && none.errors.contains("8 files this process may open"))
        let memory = try Program.shell(
            "ulimit -v 30000; \(bench.replacing("1000", with: "1000000"))")
        #expect(memory.code == 64 && memory.errors.contains("29 MiB are allowed (ulimit -v)"))
    }

    static let small = """
        scenario: small
        population:
          sessions: 200
          duration: 60s
          behaviour:
            - {name: all, foreground: {exponential: 20s}, background: {exponential: 20s}}
        """

    @Test func aPopulationUnderSeveralQueuesAgreesInItsDigest() throws {
        let folder = try Folder()
        let file = try folder.write("small.yaml", Self.small)
        let words = [
            "run", file, "--timers", "lazy-wheel,hierarchical-wheel,sorted-array", "--workers", "1",
            "--out", folder.path("out"),
        ]
        let outcome = try Program.run(words)
        #expect(outcome.code == 0, "\(outcome.output)")
        #expect(outcome.output.contains("3 timer queues"))
        #expect(outcome.output.contains("digests agree"))
        var digests: Set<String> = []
        for queue in ["lazy-wheel", "hierarchical-wheel", "sorted-array"] {
            let text = try String(
                contentsOfFile: folder.path("out/\(queue)/result.json"), encoding: .utf8)
            let result = try #require(try json(text) as? [String: Any])
            digests.insert(try #require(result["digest"] as? String))
        }
        #expect(digests.count == 1)
        let document = try json(try Program.run(words + ["--json", "--quiet"]).output)
        #expect((document as? [Any])?.count == 3)
    }
}
