import Foundation
import Linux
import Testing

/// Scripts that run at the same time, each in a process of several.
@Suite struct JobTests {
    /// Long enough to be killed in the middle of it.
    private static let long = """
        scenario: long
        timer_script:
          - repeat: {times: 4000000, do: [{arm: {id: a, in: 5ms}}, {cancel: a}]}
        """
    private static let short = "scenario: short\ntimer_script: [{arm: {id: a, in: 5ms}}]\n"

    @Test func aProcessThatDiesTakesItsOneScriptAlong() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("locksim-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var files: [String] = []
        for (name, text) in [
            ("1", Self.short), ("2", Self.short), ("3", Self.long), ("4", Self.short),
        ] {
            let file = folder.appendingPathComponent("\(name).yaml")
            try text.write(to: file, atomically: true, encoding: .utf8)
            files.append(file.path)
        }
        let run = try Program.run(
            ["run", "--workers", "2", "--timers", "sorted-array"] + files, after: 1500
        ) { id in
            // The idle one has been sent home by now.
            for child in Program.children(of: id) { try? send(signal: 9, to: child) }
        }
        #expect(run.code == 97, "\(run.output)\(run.errors)")
        #expect(run.output.contains("the process that ran it was killed by signal 9"))
        #expect(run.lines.last == "3 passed, 1 failed")
        #expect(run.children.count == 1)
    }

    @Test func nothingStaysBehindAnInterruptedRun() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("locksim-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["1", "2", "3", "4"] {
            let file = folder.appendingPathComponent("\(name).yaml")
            try Self.long.write(to: file, atomically: true, encoding: .utf8)
        }
        let run = try Program.run(
            ["run", "--workers", "2", "--timers", "sorted-array", folder.path], after: 700
        ) { id in
            try? send(signal: 9, to: id)
        }
        #expect(run.exit.signal == 9)
        #expect(run.children.count == 2)
        let areGone = Program.wait(milliseconds: 5000) {
            run.children.allSatisfy { !Program.isAlive($0) }
        }
        #expect(areGone)
    }
}
