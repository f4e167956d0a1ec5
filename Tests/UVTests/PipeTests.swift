import Linux
import Testing
import UV

/// Echoes what its one peer sends and ends when that ends.
private final class EchoServer {
    private let listener: Pipe
    private var peer: Pipe?
    private let buffer = ReadBuffer()

    init(_ loop: Loop, path: String) throws {
        listener = try Pipe(loop)
        try listener.bind(path: path)
        try listener.listen { [unowned self] _ in
            do { try accept() } catch { Issue.record(error) }
        }
        listener.keepLoopAlive(false)
    }

    private func accept() throws {
        let peer = try listener.accept()
        try peer.startReading(into: buffer) { [unowned self] bytes in
            do { try self.peer?.write(bytes) { #expect($0 == nil) } } catch { Issue.record(error) }
        } onEnd: { [unowned self] error in
            #expect(error == nil)
            self.peer.take()?.close()
        }
        self.peer = consume peer
    }
}

@Suite struct PipeTests {
    private let path = "/tmp/locksim-uv-\(processID).sock"

    @Test func aSocketListensAcceptsAndEchoes() throws {
        let loop = try Loop()
        var server: EchoServer? = try EchoServer(loop, path: path)
        let client = try Pipe(loop)
        let log = Log<String>()
        try client.connect(path: path) { error in
            log.entries.append("connected \(error == nil)")
            loop.stop()
        }
        loop.run()
        try client.startReading(into: ReadBuffer()) { bytes in
            log.entries.append("received \(bytes.count)")
            loop.stop()
        } onEnd: { error in
            log.entries.append("ended \(error == nil)")
        }
        let message = Array("hello".utf8)
        let count = try client.tryWrite(message.span)
        #expect(count == 5)
        loop.run()
        try client.shutdown { _ in }
        loop.run()
        #expect(log.entries == ["connected true", "received 5", "ended true"])
        client.close()
        withExtendedLifetime(server) {}
        server = nil
        loop.run()
        #expect(!fileExists(path))
        try loop.close()
    }

    @Test func aPathThatIsTooLongOrMissingIsAnError() throws {
        let loop = try Loop()
        let pipe = try Pipe(loop)
        let long = "/tmp/" + String(repeating: "x", count: 200)
        #expect(throws: UVError.nameTooLong) { try pipe.bind(path: long) }
        #expect(throws: UVError.nameTooLong) { try pipe.connect(path: long) { _ in } }
        let log = Log<UVError?>()
        try pipe.connect(path: "/tmp/locksim-nobody.sock") { log.entries.append($0) }
        loop.run()
        #expect(log.entries == [.noSuchFile])
        pipe.close()
        loop.run()
        try loop.close()
    }

    @Test func aPeerThatLeftIsABrokenPipeAndQueuedWritesAreCancelled() throws {
        ignoreBrokenPipeSignal()
        let loop = try Loop()
        let (mine, its) = try SocketPair().split()
        let pipe = try Pipe(loop)
        try pipe.open(descriptor: mine)
        let bytes = [UInt8](repeating: 1, count: 1 << 20)
        let log = Log<UVError?>()
        try pipe.write(bytes.span) { log.entries.append($0) }
        let taken = try pipe.tryWrite(bytes.span)
        #expect(taken == 0)
        Descriptor(owning: its).close()
        loop.run()
        #expect(log.entries == [.brokenPipe] || log.entries == [.connectionReset])
        #expect(throws: UVError.brokenPipe) { try pipe.tryWrite(bytes.span) }

        let (full, unread) = try SocketPair().split()
        let other = try Pipe(loop)
        try other.open(descriptor: full)
        try other.write(bytes.span) { log.entries.append($0) }
        other.close()
        pipe.close()
        loop.run()
        #expect(log.entries.last == .cancelled)
        Descriptor(owning: unread).close()
        try loop.close()
    }

    @Test func errorsHaveNamesAndWords() {
        #expect(UVError.brokenPipe.name == "EPIPE")
        #expect("\(UVError.brokenPipe)" == "broken pipe (EPIPE)")
    }
}
