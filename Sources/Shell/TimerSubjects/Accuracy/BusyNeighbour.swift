internal import Linux
internal import UV

/// A child that does nothing but keep one processor busy, at the usual niceness.
public struct BusyNeighbour: ~Copyable {
    /// The hidden command of our programs that is one.
    public static let command = "busy-neighbour"

    private let loop: Loop
    private let process: UV.Process

    /// Returns once it is busy. `program` is one of ours.
    public init(program: String, onProcessor processor: Int) throws {
        let loop = try Loop()
        let buffer = ReadBuffer(byteCapacity: 16)
        let output = try Pipe(loop)
        let options = ProcessOptions(
            executable: program,
            arguments: [Self.command, "--parent", "\(processID)", "\(processor)"],
            streams: [.ignored, .pipe(output), .inherited(2)])
        let started = Flag()
        let process = try UV.Process(loop, options) { _ in started.isEnded = true }
        try output.startReading(into: buffer) { _ in
            started.isSet = true
        } onEnd: { _ in
            started.isEnded = true
        }
        while !started.isSet && !started.isEnded { loop.run(.once) }
        guard started.isSet else { throw SubjectError.refused("the busy neighbour didn't start") }
        self.loop = loop
        self.process = process
    }

    public consuming func close() {
        try? process.send(signal: Signal.kill)
        loop.run()
        let loop = loop
        _ = consume self
        loop.run()
        try? loop.close()
    }

    private final class Flag {
        var isSet = false
        var isEnded = false
    }

    /// The child: `--parent ID PROCESSOR`.
    public static func main(_ arguments: [String]) -> Never {
        guard arguments.count == 3, arguments[0] == "--parent", let parent = Int32(arguments[1]),
            let processor = Int(arguments[2]), processor >= 0, processor < 1024
        else { exitNow(64) }
        do throws(SystemError) {
            guard try dieWithParent(parent) else { exitNow(1) }
            // In a session of its own, so that the kernel shares the processor between the two.
            leaveSession()
            try pin(toProcessor: processor)
            try StandardStream.output.write(".")
        } catch {
            exitNow(74)
        }
        var number: UInt64 = 1
        // Never 0: steps of an odd generator over a full period don't end in sight.
        while number != 0 { number = number &* 6_364_136_223_846_793_005 &+ 1 }
        exitNow(70)
    }
}
