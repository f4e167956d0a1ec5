import Foundation
import Testing

/// Files of a result, written by a run and rendered again from its folder alone.
@Suite struct ReportTests {
    private static let rush = "Scenarios/morning-rush.yaml"
    private static let small = [
        "--set", "population.sessions=60", "--set", "population.duration=1m", "--workers", "1",
        "--quiet",
    ]

    private static let hasCharts = FileManager.default.fileExists(
        atPath: "/usr/share/javascript/dygraphs/dygraph.min.js")

    @Test func whatARunWroteIsRenderedAgainByteForByte() throws {
        let folder = try Folder()
        let out = folder.path("out")
        let run = try Program.run(
            ["run", Self.rush, "--out", out, "--set", "engine.preset=exceeds"] + Self.small)
        #expect(run.code == 95)
        var files = [
            ("markdown", "summary.md"), ("junit", "junit.xml"), ("csv", "series.csv"),
            ("openmetrics", "metrics.om"), ("trace", "trace.json"), ("hlog", "latency.hlog"),
        ]
        if Self.hasCharts { files.append(("html", "report.html")) }
        let options = files.flatMap { ["--\($0.0)", folder.path($0.1)] }
        #expect(try Program.run(["report", out] + options).code == 0)
        for (_, name) in files {
            let first = try Data(contentsOf: URL(fileURLWithPath: "\(out)/\(name)"))
            let second = try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
            #expect(first == second && !first.isEmpty, "\(name)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: out)
        #expect(names.allSatisfy { !$0.hasSuffix(".part") })
        let printed = try Program.run(["report", out, "--json"])
        #expect(
            printed.output == (try String(contentsOfFile: "\(out)/result.json", encoding: .utf8)))
        #expect(try Program.run(["report", out]).output.contains("violations == 0"))
    }

    @Test func severalQueuesAreComparedAndAgree() throws {
        let folder = try Folder()
        let run = try Program.run(
            ["run", Self.rush, "--timers", "hierarchical-wheel,sorted-array", "--json"]
                + ["--out", folder.path("out"), "--set", "thresholds=[]"] + Self.small)
        let list = try #require(try json(run.output) as? [[String: Any]])
        #expect(list.count == 2)
        #expect(Set(list.compactMap { $0["digest"] as? String }).count == 1)
        let again = try Program.run(["report", folder.path("out"), "--json"])
        #expect(again.output == run.output)
        let trace = try Program.run(["report", folder.path("out"), "--trace", "/dev/null"])
        #expect(trace.code == 64 && trace.errors.contains("one run"))
    }

    @Test func whatIsNoResultIsRefused() throws {
        let folder = try Folder()
        #expect(try Program.run(["report"]).code == 64)
        #expect(try Program.run(["report", folder.path("nothing")]).code == 66)
        let file = try folder.write("result.series", "{}")
        let outcome = try Program.run(["report", file])
        #expect(outcome.code == 65 && outcome.errors.contains("no result of locksim"))
    }

    @Test func withoutChartsAllElseIsWritten() throws {
        let folder = try Folder()
        let none = ["LOCKSIM_DYGRAPHS": folder.path()]
        let page = try Program.run(
            ["run", goodCase, "--html", folder.path("a.html")], environment: none)
        #expect(page.code == 66 && page.errors.contains("libjs-dygraphs") && page.output.isEmpty)
        let all = try Program.run(["run", goodCase, "--out", folder.path("o")], environment: none)
        #expect(all.code == 0 && all.errors.contains("report.html left out"))
        #expect(FileManager.default.fileExists(atPath: folder.path("o/junit.xml")))
        #expect(!FileManager.default.fileExists(atPath: folder.path("o/report.html")))
    }

    @Test func gitHubIsTold() throws {
        let folder = try Folder()
        let file = try folder.write("case.yaml", failingCase)
        let summary = try folder.write("summary", "before\n")
        let outcome = try Program.run(
            ["run", file],
            environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary])
        #expect(outcome.errors.contains("::error file=\(file),line=7,col="))
        let text = try String(contentsOfFile: summary, encoding: .utf8)
        #expect(text.hasPrefix("before\n### ❌ wrong-about-the-lock: fail\n"))
        let broken = try folder.write("broken.yaml", "scenario: x\nscrip: []\n")
        for command in ["run", "check"] {
            let refused = try Program.run(
                [command, broken], environment: ["GITHUB_ACTIONS": "true"])
            #expect(refused.code == 65)
            #expect(refused.errors.contains("::error file=\(broken),line=2,col=1::"))
        }
    }

    @Test func aFullDiskLeavesWhatWasThere() throws {
        let folder = try Folder()
        let file = try folder.write("report.xml", "before")
        // 1 kB is less than the file needs.
        let outcome = try Program.shell(
            "ulimit -f 1; $L run \(goodCase) \(goodCase) --junit \(file)")
        #expect(outcome.code == 74 && outcome.errors.contains("File too large"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "before")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()).count == 1)
    }

    // MARK: Disks, in a mount namespace of the shell's own

    private static let canMount =
        (try? Program.shell("unshare --map-root-user --mount mount -t tmpfs t /mnt").code) == 0

    private func onDisk(_ options: String, _ folder: Folder, _ line: String) throws
        -> Program.Outcome
    {
        let disk = folder.path("disk")
        return try Program.shell(
            "mkdir -p \(disk); export D=\(disk) L; unshare --map-root-user --mount bash -c '"
                + "mount -t tmpfs -o \(options) t $D && \(line)'")
    }

    @Test(.enabled(if: canMount, "nothing can be mounted here"))
    func aFullDiskKeepsWhatIsWholeAndSaysSo() throws {
        let outcome = try onDisk(
            "size=64k", Folder(),
            "{ $L run \(Self.rush) --out $D/o \(Self.small.joined(separator: " ")); code=$?; "
                + "ls $D/o; exit $code; }")
        #expect(outcome.code == 74)
        #expect(outcome.errors.contains("No space left on device"))
        #expect(outcome.output.contains("result.series") && !outcome.output.contains(".part"))
        #expect(!outcome.output.contains("report.html"))
    }

    @Test(.enabled(if: canMount, "nothing can be mounted here"))
    func aReadOnlyFolderIsSaidBeforeAnythingRuns() throws {
        let folder = try Folder()
        for place in ["--out $D", "--out $D/o", "--html $D/x.html", "--json --junit $D/x.xml"] {
            let outcome = try onDisk("ro", folder, "$L run \(Self.rush) \(place)")
            #expect(outcome.code == 74 && outcome.output.isEmpty, "\(place)")
            #expect(outcome.errors.contains("Read-only file system"), "\(outcome.errors)")
        }
    }

    /// Killed at any moment, no file is ever half there under its name.
    @Test func aKilledRunLeavesWholeFilesOrNone() throws {
        let folder = try Folder()
        let whole = folder.path("whole")
        let out = folder.path("out")
        let formats = ["markdown", "junit", "csv", "openmetrics", "trace", "hlog"]
        _ = try Program.run(["run", Self.rush, "--out", whole] + Self.small)
        func options(_ folder: String) -> String {
            formats.map { "--\($0) \(folder)/\($0)" }.joined(separator: " ")
        }
        #expect(try Program.shell("$L report \(whole) \(options(whole))").code == 0)
        var finished = 0
        for moment in 0..<24 {
            // From before its first file to after its last: it takes some 50 ms.
            let outcome = try Program.shell(
                "rm -rf \(out); mkdir \(out); "
                    + "timeout -s KILL 0.0\(10 + 3 * moment) $L report \(whole) \(options(out))")
            finished += outcome.code == 0 ? 1 : 0
            for format in formats {
                guard let written = FileManager.default.contents(atPath: "\(out)/\(format)") else {
                    continue
                }
                #expect(written == FileManager.default.contents(atPath: "\(whole)/\(format)"))
            }
        }
        #expect(finished < 24)
    }
}
