import Foundation

/// The built program, found beside the tests' own bundle.
enum Program {
    struct Outcome {
        var code: Int32
        var output: String
        var errors: String
    }

    /// The package's folder.
    static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let path: String = {
        var folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let program = folder.appendingPathComponent("locksim").path
            let values = try? URL(fileURLWithPath: program).resourceValues(
                forKeys: [.isRegularFileKey])
            if values?.isRegularFile == true { return program }
        }
        return package.appendingPathComponent(".build/debug/locksim").path
    }()

    /// Runs it in the package's folder, with `C` as the locale.
    static func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Outcome {
        try start(path, arguments, environment)
    }

    /// Runs a shell line in which `$L` is the program.
    static func shell(_ line: String) throws -> Outcome {
        try start("/bin/bash", ["-c", line], ["L": path])
    }

    private static func start(
        _ program: String, _ arguments: [String], _ environment: [String: String]
    ) throws -> Outcome {
        let folder = try Folder()
        let (output, errors) = (folder.path("output"), folder.path("errors"))
        for path in [output, errors] { try Data().write(to: URL(fileURLWithPath: path)) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = package
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C"]
            .merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.run()
        process.waitUntilExit()
        let didTrap = process.terminationReason == .uncaughtSignal
        return Outcome(
            code: didTrap ? -process.terminationStatus : process.terminationStatus,
            output: try String(contentsOfFile: output, encoding: .utf8),
            errors: try String(contentsOfFile: errors, encoding: .utf8))
    }
}

/// A folder that goes with the test.
final class Folder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("locksim-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String = "") -> String {
        name.isEmpty ? url.path : url.appendingPathComponent(name).path
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try text.write(toFile: path(name), atomically: true, encoding: .utf8)
        return path(name)
    }
}

/// Parsed, which fails where it is no JSON.
func json(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8))
}

let goodCase = "Scenarios/cases/seeds/s000-five-windows.yaml"

let failingCase = """
    scenario: wrong-about-the-lock
    engine: {preset: hardened, background_lock: {after: 5m}}
    script:
      - do: [launch, {authenticate: success}]
      - {after: 10s, do: home}
      - {after: 10m, do: open}
      - expect: {locked: false, top: main}
    """
