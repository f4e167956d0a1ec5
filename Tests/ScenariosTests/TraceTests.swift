import Chronology
import Foundation
import ScenarioFiles
import Scenarios
import Simulation
import Testing

/// Recorded events, lived again.
@Suite struct TraceTests {
    /// A scenario beside a trace of these lines.
    private func scenario(_ lines: String, _ population: String = "") throws -> Scenario {
        try scenario(Array(lines.utf8), population)
    }

    private func scenario(_ lines: [UInt8], _ population: String = "") throws -> Scenario {
        let folder = NSTemporaryDirectory() + "trace-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder + "/traces", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(lines).write(to: URL(fileURLWithPath: folder + "/traces/t.ndjson"))
        let text = """
            scenario: replay
            engine: {preset: hardened, background_lock: {after: 20s}, idle: {after: never}}
            population: {trace: traces/t.ndjson\(population)}
            """
        return try ScenarioLoader().load(bytes: Array(text.utf8), path: folder + "/t.yaml")
    }

    private func plan(_ scenario: Scenario) throws -> TracePlan {
        guard case .population(let population) = scenario.body else { throw NoPopulation() }
        return try #require(TracePlan(scenario, population))
    }

    /// What is wrong with a trace, from the line on.
    private func errors(_ lines: String, _ population: String = "") -> [String] {
        do {
            _ = try scenario(lines, population)
            return []
        } catch LoadError.invalid(let diagnostics) {
            return diagnostics.map { "\($0.line):\($0.column) \($0.message)" }
        } catch {
            return ["\(error)"]
        }
    }

    private func run(_ plan: TracePlan, shards: [UInt64] = [0]) -> RunPart {
        var whole = RunPart()
        for first in shards {
            var shard = TraceShard(plan, first: first, stride: UInt64(shards.count))
            shard.run()
            whole.merge(shard.finish())
        }
        return whole
    }

    private static let threeSessions = """
        {"t_ms": 0, "session": 1, "event": "launch"}
        {"t_ms":1000.25,"session":1,"event":{"authenticate":"success"}}
        {"t_ms": 2000, "session": "b", "event": "launch"}

        {"t_ms": 3000, "session": "b", "event": "authenticate", "arguments": "success"}
        {"t_ms": 4000, "session": 1, "event": "home"}
        {"t_ms": 24000, "session": 1, "event": "open"}
        {"t_ms": 500, "session": "late", "event": "launch", "arguments": {"background": true}}
        """

    @Test func aTraceIsLivedAtItsOwnTimes() throws {
        let scenario = try scenario(Self.threeSessions)
        let plan = try plan(scenario)
        #expect(plan.sessionCount == 3)
        #expect(plan.duration == 24_000_000_000)
        #expect(plan.trace.recordings.map(\.session) == ["1", "b", "late"])
        #expect(plan.trace.recordings[0].entries[1].at == .microseconds(1_000_250))
        let part = run(plan)
        #expect(part.counters[.launches] == 3)
        #expect(part.counters[.locks] == 4)
        #expect(part.counters[.unlocks] == 2)
        #expect(part.violationTotal == 0 && part.impossible == 0)
        #expect(part.sessions == 3)
    }

    @Test func neitherSplitNorNamesNorOrderOfLinesShow() throws {
        let whole = run(try plan(try scenario(Self.threeSessions)))
        let plan = try plan(try scenario(Self.threeSessions))
        for shards in [[0, 1], [1, 0], [2, 0, 1], [0, 1, 2, 3]] as [[UInt64]] {
            let part = run(plan, shards: shards)
            #expect(part.digest == whole.digest && part.counters == whole.counters)
        }
        let renamed = Self.threeSessions.replacing("\"session\": 1", with: "\"session\": \"x\"")
            .replacing("\"session\":1", with: "\"session\":\"x\"")
        let turned = renamed.split(separator: "\n").sorted { a, b in
            a.contains("late") && !b.contains("late")
        }
        let other = run(try self.plan(try scenario(turned.joined(separator: "\n"))))
        #expect(other.digest == whole.digest && other.counters == whole.counters)
    }

    @Test func moreSessionsThanRecordingsUseThemAgain() throws {
        let once = run(try plan(try scenario(Self.threeSessions)))
        let twice = run(try plan(try scenario(Self.threeSessions, ", sessions: 6")))
        #expect(twice.digest == once.digest &+ once.digest)
        #expect(twice.counters[.locks] == 2 * once.counters[.locks])
    }

    @Test func warmUpAndDurationCut() throws {
        let text = Self.threeSessions
        let part = run(try plan(try scenario(text, ", warmup: 10s, duration: 60s")))
        #expect(part.counters[.launches] == 0)
        #expect(part.counters[.locks] == 1)
        let short = run(try plan(try scenario(text, ", duration: 10s")))
        #expect(short.counters[.locks] == 3)
    }

    @Test func impossibleActionsAreCountedAndPlaced() throws {
        let lines = """
            {"t_ms": 0, "session": 1, "event": "launch"}
            {"t_ms": 10, "session": 1, "event": "launch"}
            {"t_ms": 20, "session": 1, "event": "unlock_device"}
            {"t_ms": 30, "session": 1, "event": "home"}
            """
        var shard = TraceShard(try plan(try scenario(lines)))
        shard.run()
        #expect(shard.refusals.map(\.position.line) == [2, 3])
        let part = shard.finish()
        #expect(part.impossible == 2)
        #expect(part.counters[.backgrounds] == 1)
    }

    @Test func everyErrorOfATraceHasItsPlace() {
        let lines = """
            {"t_ms": 10, "session": 1, "event": "launch"}
            {"t_ms": 9, "session": 1, "event": "home"}
            {"t_ms": -1, "session": 2, "event": "lunch"}
            {"session": 2, "event": {"tap": "nowhere"}}
            [1, 2]
            {"t_ms": 5, "session": 3
            {"t_ms": 5, "session": 3, "event": {"authenticate": "succes"}, "t_ms": 6}
            {"t_ms": 5, "session": 3, "event": {"hold": "x"}, "who": "me"}
            """
        let found = errors(lines)
        let expected = [
            ("2:10", "time never goes back"), ("3:10", "it can't be negative"),
            ("3:37", "did you mean “launch”?"), ("4:1", "expected key “t_ms”"),
            ("4:33", "expected a name that a step of this file makes (got “nowhere”)"),
            ("5:1", "expected a JSON object"), ("7:1", "not YAML"),
            ("7:53", "did you mean “success”?"), ("7:64", "each key once"),
            ("8:51", "got key “who”"),
        ]
        #expect(found.count == expected.count, "\(found)")
        for (line, (place, words)) in zip(found, expected) {
            #expect(line.hasPrefix(place) && line.contains(words), "\(line)")
        }
    }

    @Test func errorsAreBoundAndSoIsSize() {
        let many = String(repeating: "{\"session\": 1}\n", count: 5_000)
        #expect(errors(many).count == 1_001)
        let long = "{\"t_ms\": 0, \"session\": \"\(String(repeating: "x", count: 70_000))\"}"
        #expect(errors(long).first?.contains("a line of more than 65536 bytes") == true)
        #expect(errors("\n \n").first?.contains("holds no events") == true)
    }

    @Test func aTraceBringsItsOwnFaultsAndLoad() {
        let found = errors(Self.threeSessions, ", load: [hold: 5s], faults: []")
        #expect(found.count == 2)
        #expect(found.allSatisfy { $0.contains("only beside behaviour") })
    }

    /// Whatever a file holds is read, or refused with a place; nothing else.
    @Test func damagedTracesAreReadOrRefused() throws {
        let good = Array(Self.threeSessions.utf8)
        var state: UInt64 = 42
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        var refused = 0
        for _ in 0..<200 {
            var bytes = good
            for _ in 0...next(3) {
                switch next(3) {
                case 0: bytes[next(bytes.count)] = UInt8(32 + next(95))
                case 1: bytes.remove(at: next(bytes.count))
                default: bytes.insert(UInt8(next(256)), at: next(bytes.count))
                }
            }
            do {
                _ = run(try plan(try scenario(bytes)))
            } catch LoadError.invalid(let diagnostics) {
                refused += 1
                #expect(diagnostics.allSatisfy { $0.line > 0 && $0.column > 0 })
            }
        }
        #expect(refused > 50 && refused < 200)
    }

    @Test func theTraceBelongsToTheHash() throws {
        let text = Self.threeSessions
        let other = text.replacing("24000", with: "24001")
        #expect(try scenario(text).hash != scenario(other).hash)
    }
}
