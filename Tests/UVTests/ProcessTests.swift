import Linux
import Testing
import UV

@Suite struct ProcessTests {
    @Test func aChildReportsHowItEnded() throws {
        let loop = try Loop()
        let log = Log<ProcessExit>()
        for (executable, arguments) in [
            ("true", []), ("sh", ["-c", "exit 7"]), ("sh", ["-c", "kill -9 $$"]),
        ] {
            let options = ProcessOptions(executable: executable, arguments: arguments)
            let process = try Process(loop, options) { log.entries.append($0) }
            #expect(process.id > 0)
            loop.run()
            process.close()
            loop.run()
        }
        #expect(
            log.entries == [
                ProcessExit(code: 0, signal: 0), ProcessExit(code: 7, signal: 0),
                ProcessExit(code: 0, signal: 9),
            ])
        try loop.close()
    }

    @Test func aProgramThatIsNotThereFailsAndLeavesNothing() throws {
        let loop = try Loop()
        let options = ProcessOptions(executable: "/nonexistent/program")
        #expect(throws: UVError.noSuchFile) {
            let process = try Process(loop, options) { _ in }
            process.close()
        }
        loop.run()
        #expect(loop.handleCount == 0)
        try loop.close()
    }

    @Test func aChildCanBeEnded() throws {
        let loop = try Loop()
        let log = Log<ProcessExit>()
        let options = ProcessOptions(executable: "sleep", arguments: ["1000"])
        let process = try Process(loop, options) { log.entries.append($0) }
        try process.send(signal: Signal.terminate)
        loop.run()
        #expect(log.entries == [ProcessExit(code: 0, signal: 15)])
        #expect(throws: UVError.noSuchProcess) { try process.send(signal: 0) }
        process.close()
        loop.run()
        try loop.close()
    }

    @Test func aChildEchoesThroughPipes() throws {
        let loop = try Loop()
        let buffer = ReadBuffer(byteCapacity: 4096)
        let input = try Pipe(loop)
        let output = try Pipe(loop)
        let received = Log<UInt8>()
        let ends = Log<UVError?>()
        let exits = Log<ProcessExit>()
        let options = ProcessOptions(
            executable: "cat", streams: [.pipe(input), .pipe(output), .inherited(2)])
        let process = try Process(loop, options) { exits.entries.append($0) }
        try output.startReading(into: buffer) { bytes in
            for index in bytes.indices { received.entries.append(bytes[index]) }
        } onEnd: {
            ends.entries.append($0)
        }
        let sent = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let atOnce = try input.tryWrite(sent.span)
        #expect(atOnce > 0)
        let writes = Log<UVError?>()
        try input.write(sent.span.extracting(atOnce...)) { writes.entries.append($0) }
        #expect(input.queuedByteCount > 0)
        try input.shutdown { writes.entries.append($0) }
        loop.run()
        #expect(received.entries == sent)
        #expect(writes.entries == [nil, nil])
        #expect(ends.entries == [nil])
        #expect(exits.entries.map(\.isSuccess) == [true])
        input.close()
        output.close()
        process.close()
        loop.run()
        try loop.close()
    }

    @Test func environmentFolderAndExtraDescriptorsReachTheChild() throws {
        let loop = try Loop()
        let pair = try SocketPair()
        let (mine, its) = pair.split()
        let pipe = try Pipe(loop)
        try pipe.open(descriptor: mine)
        let received = Log<UInt8>()
        let options = ProcessOptions(
            executable: "/bin/sh", arguments: ["-c", "pwd >&3; echo $GREETING >&3"],
            environment: ["GREETING=hello"], folder: "/",
            streams: [.ignored, .ignored, .inherited(2), .inherited(its)])
        let process = try Process(loop, options) { _ in }
        Descriptor(owning: its).close()
        try pipe.startReading(into: ReadBuffer()) { bytes in
            for index in bytes.indices { received.entries.append(bytes[index]) }
        } onEnd: { _ in
        }
        loop.run()
        #expect(String(decoding: received.entries, as: UTF8.self) == "/\nhello\n")
        process.close()
        pipe.close()
        loop.run()
        try loop.close()
    }
}
