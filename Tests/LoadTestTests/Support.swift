import Glibc
import Linux
import Testing
import UV

/// What a run of the built program left behind.
struct Finished {
    var exit = ProcessExit(code: -1, signal: 0)
    var output = ""
    var errors = ""
    /// Processes whose parent the program was, when they were looked for.
    var children: [Int32] = []

    var code: Int64 { exit.code }
    var lines: [Substring] { output.split(separator: "\n") }

    /// What stands behind a name, nil where the name doesn't.
    func value(_ name: String) -> String? {
        lines.first { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
    }

    func number(_ name: String) -> UInt64? { value(name).flatMap { UInt64($0) } }
    func values(_ name: String) -> [String] {
        lines.filter { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
    }
}

/// The program as it was built beside these tests.
enum Program {
    static let path: String = {
        let own = (try? executablePath()) ?? ""
        return own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/locksim"
    }()

    static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(3).joined(separator: "/")

    /// Runs it to its end; `meanwhile` is called once with its process id, after so long.
    static func run(
        _ arguments: [String], after milliseconds: UInt64 = 0,
        meanwhile: ((Int32) -> Void)? = nil
    ) throws -> Finished {
        let loop = try Loop()
        let buffer = ReadBuffer()
        let box = Box()
        let output = try Pipe(loop)
        let errors = try Pipe(loop)
        let options = ProcessOptions(
            executable: path, arguments: arguments,
            streams: [.ignored, .pipe(output), .pipe(errors)])
        let process = try UV.Process(loop, options) { box.finished.exit = $0 }
        try output.startReading(into: buffer) { bytes in
            for index in bytes.indices { box.output.append(bytes[index]) }
        } onEnd: { _ in
        }
        try errors.startReading(into: buffer) { bytes in
            for index in bytes.indices { box.errors.append(bytes[index]) }
        } onEnd: { _ in
        }
        let id = process.id
        let timer = try Timer(loop)
        if let meanwhile {
            try timer.start(afterMilliseconds: milliseconds) {
                box.finished.children = children(of: id)
                meanwhile(id)
            }
        }
        loop.run()
        process.close()
        output.close()
        errors.close()
        timer.close()
        loop.run()
        try loop.close()
        box.finished.output = String(decoding: box.output, as: UTF8.self)
        box.finished.errors = String(decoding: box.errors, as: UTF8.self)
        return box.finished
    }

    private final class Box {
        var finished = Finished()
        var output: [UInt8] = []
        var errors: [UInt8] = []
    }

    /// Processes that are not yet gone, by their parent.
    static func children(of parent: Int32) -> [Int32] {
        processes().filter { field(4, of: $0) == "\(parent)" && isAlive($0) }
    }

    /// Zombies are gone but for their name.
    static func isAlive(_ process: Int32) -> Bool {
        guard let state = field(3, of: process) else { return false }
        return state != "Z" && state != "X"
    }

    static func commandLine(_ process: Int32) -> String {
        ((try? readText("/proc/\(process)/cmdline", atMost: 1 << 16)) ?? "")
            .split(separator: "\0").joined(separator: " ")
    }

    private static func field(_ number: Int, of process: Int32) -> String? {
        guard let text = try? readText("/proc/\(process)/stat", atMost: 4096),
            let end = text.lastIndex(of: ")")
        else { return nil }
        let rest = text[text.index(after: end)...].split(separator: " ")
        return rest.count > number - 3 ? String(rest[number - 3]) : nil
    }

    private static func processes() -> [Int32] {
        guard let directory = opendir("/proc") else { return [] }
        defer { closedir(directory) }
        var found: [Int32] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let id = Int32(name) { found.append(id) }
        }
        return found
    }

    /// Calls `isTrue` until it holds, for at most so long.
    static func wait(milliseconds: Int, _ isTrue: () -> Bool) -> Bool {
        for _ in 0..<milliseconds / 20 {
            if isTrue() { return true }
            usleep(20_000)
        }
        return isTrue()
    }

    /// Two seconds of a few hundred people, in little of a debug build's time.
    static let smallLive = [
        "load-test", "\(root)/Scenarios/quickstart.yaml",
        "--set", "population.sessions=300", "--set", "population.duration=20s",
        "--set", "population.warmup=2s",
        "--set", "population.load=[{ramp: {to: 100%, over: 2s}}, {hold: 18s}]",
        "--set", "engine.idle.after=4s", "--set", "engine.background_lock.after=5s",
    ]

    /// As long as it takes to do something to it.
    static let longLive = smallLive + ["--set", "population.duration=200s"]
}
