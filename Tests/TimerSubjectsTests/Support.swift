import Glibc
import Linux
import Testing
import UV

/// What `locksim-peers`, as it was built beside these tests, said in lines of a name and a value.
struct Said {
    var code: Int64 = -1
    var output = ""
    var errors = ""

    func number(_ name: String) -> UInt64? {
        output.split(separator: "\n").first { $0.hasPrefix(name + " ") }
            .flatMap { UInt64($0.dropFirst(name.count + 1)) }
    }

    func word(_ name: String) -> String? {
        output.split(separator: "\n").first { $0.hasPrefix(name + " ") }
            .map { String($0.dropFirst(name.count + 1)) }
    }
}

/// Libraries and the clock that is set belong to a process and its main thread, and tests share
/// theirs: subjects of libraries are tested in a program of their own.
enum Peers {
    static let path: String = {
        let own = (try? executablePath()) ?? ""
        return own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/locksim-peers"
    }()

    static func run(_ arguments: [String]) throws -> Said {
        final class Box {
            var said = Said()
            var output: [UInt8] = []
            var errors: [UInt8] = []
        }
        let loop = try Loop()
        let buffer = ReadBuffer()
        let box = Box()
        let output = try Pipe(loop)
        let errors = try Pipe(loop)
        let options = ProcessOptions(
            executable: path, arguments: arguments,
            streams: [.ignored, .pipe(output), .pipe(errors)])
        let process = try UV.Process(loop, options) { box.said.code = $0.code }
        try output.startReading(into: buffer) { bytes in
            for index in bytes.indices { box.output.append(bytes[index]) }
        } onEnd: { _ in
        }
        try errors.startReading(into: buffer) { bytes in
            for index in bytes.indices { box.errors.append(bytes[index]) }
        } onEnd: { _ in
        }
        loop.run()
        process.close()
        output.close()
        errors.close()
        loop.run()
        try loop.close()
        box.said.output = String(decoding: box.output, as: UTF8.self)
        box.said.errors = String(decoding: box.errors, as: UTF8.self)
        return box.said
    }
}
