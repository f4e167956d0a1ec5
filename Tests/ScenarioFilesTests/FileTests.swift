import Foundation
import ScenarioFiles
import Testing

@Suite struct FileTests {
    private func failure(_ path: String) -> LoadError? {
        do {
            _ = try ScenarioLoader().load(path: path)
            return nil
        } catch { return error }
    }

    private func failure(finding argument: String) -> LoadError? {
        do {
            _ = try ScenarioFinder.find([argument])
            return nil
        } catch { return error }
    }

    @Test func missingFile() {
        #expect(failure("/nowhere/a.yaml") == .missing(path: "/nowhere/a.yaml"))
        #expect(failure(finding: "/nowhere/a.yaml") == .missing(path: "/nowhere/a.yaml"))
        #expect(LoadError.missing(path: "a").exitCode == 66)
    }

    @Test func directoryAsFile() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        #expect(failure(folder.path) == .isDirectory(path: folder.path))
        #expect(LoadError.isDirectory(path: "a").exitCode == 65)
    }

    @Test func directoryWithoutScenarios() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        folder.write("notes.txt", [])
        folder.write(".hidden.yaml", [])
        #expect(failure(finding: folder.path) == .noScenarios(path: folder.path))
        #expect(
            failure(finding: folder.path + "/*.yaml") == .noScenarios(path: folder.path + "/*.yaml")
        )
        #expect(LoadError.noScenarios(path: "a").exitCode == 66)
    }

    @Test func tenMegabytes() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let path = folder.write("a.yaml", [UInt8](repeating: 0x20, count: 10 << 20))
        let error = failure(path)
        #expect(error?.description == "\(path):1:1: error: the file has more than 4194304 bytes")
        #expect(error?.exitCode == 65)
    }

    @Test func readingFails() {
        let error = failure("/proc/self/mem")
        guard case .unreadable(let path, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(path == "/proc/self/mem")
        #expect(error?.exitCode == 74)
    }

    @Test func directoriesAndPatternsInSortedOrder() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.makeFolder("b")
        for name in ["c.yaml", "a.yml", "b/z.yaml", ".x.yaml", "notes.txt"] {
            folder.write(name, [])
        }
        let base = folder.path
        func names(_ arguments: [String]) throws -> [String] {
            try ScenarioFinder.find(arguments.map { base + $0 })
                .map { String($0.dropFirst(base.count)) }
        }
        try FileManager.default.createSymbolicLink(
            atPath: base + "/b/back", withDestinationPath: "..")
        #expect(try names(["/"]) == ["/a.yml", "/b/z.yaml", "/c.yaml"])
        #expect(try names(["/?.y*ml"]) == ["/a.yml", "/c.yaml"])
        #expect(try names(["/c.yaml", ""]) == ["/c.yaml", "/a.yml", "/b/z.yaml"])
    }
}
