import Testing

@Suite struct TidinessTests {
    private let files =
        SourceTree.files("Sources", [".swift", ".h", ".c"])
        + SourceTree.files("Tests") + SourceTree.files("scripts", [""])

    @Test func noSourceFileIsLongerThan400Lines() {
        for file in SourceTree.files("Sources") {
            #expect(file.lines.count <= 401, "\(file)")
        }
    }

    /// Tests quote scenario files, whose lines are as long as people write them.
    @Test func noLineOfTheProductIsLongerThan100Columns() {
        for file in SourceTree.files("Sources", [".swift", ".h", ".c"]) {
            let long = file.lines.enumerated().filter { $1.count > 100 }
            #expect(long.isEmpty, "\(file):\(long.map { $0.offset + 1 })")
        }
    }

    @Test func nothingIsLeftForLater() {
        // Written apart, so that this file doesn't find itself.
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
        #expect(files.flatMap { $0.places(of: marks) }.isEmpty)
    }

    @Test func noFileHasTabsOrSpacesAtTheEndOfALine() {
        for file in files {
            let bad = file.lines.enumerated().filter { $1.hasSuffix(" ") || $1.contains("\t") }
            #expect(bad.isEmpty, "\(file):\(bad.map { $0.offset + 1 })")
        }
    }

    @Test func theTopHoldsOnlyWhatWasAgreed() {
        let agreed: Set = [
            "Package.swift", "Package.resolved", "Sources", "Tests", "Scenarios", "scripts",
            "README.md", "LICENSE",
        ]
        // What git leaves out may lie about.
        let ignored = Set(
            SourceTree.text(".gitignore").split(separator: "\n").map { line in
                String(line.split(separator: "/").first ?? "")
            })
        let others = SourceTree.entries("").filter { name in
            !agreed.contains(name) && !ignored.contains(name) && !name.hasPrefix(".")
        }
        #expect(others.isEmpty)
    }

    @Test func everyScriptCanBeRunStopsAtErrorsAndSaysWhatItDoes() {
        let paths = SourceTree.entries("scripts").map { "scripts/\($0)" } + [".ci/run"]
        for path in paths where !SourceTree.isFolder(path) {
            #expect(SourceTree.isExecutable(path), "\(path)")
            let lines = SourceTree.text(path).split(separator: "\n")
            #expect(lines.first?.hasPrefix("#!/usr/bin/env ") == true, "\(path)")
            guard lines.first?.hasSuffix("bash") == true else { continue }
            #expect(lines.count > 2 && lines[1].hasPrefix("# "), "\(path) says what it does")
            #expect(lines.contains("set -euo pipefail"), "\(path)")
        }
    }
}
