internal import Chronology
internal import Linux
internal import Statistics
public import TimerQueues
internal import UV

/// One accuracy measurement in a process of its own, so that what it is pinned to, how it is
/// preferred, and which thread or descriptor a library leaves behind ends with it.
public struct AccuracyProcess: Sendable {
    /// The hidden command of our programs that is one.
    public static let command = "accuracy-process"

    public var kind: QueueKind
    /// Of our own queues.
    public var wake = WakeKind.timerfd
    public var plan = AccuracyPlan()
    /// Pinned to this one; nil: wherever the kernel likes.
    public var processor: Int?
    /// Beside a child that keeps the same processor busy; needs one.
    public var isBesideBusy = false

    public init(_ kind: QueueKind) { self.kind = kind }

    // MARK: Here

    /// `program` is the one of ours that has the kind.
    public func run(program: String) throws -> Accuracy {
        let loop = try Loop()
        let buffer = ReadBuffer()
        let output = try Pipe(loop)
        let heard = Heard()
        let process = try UV.Process(
            loop,
            ProcessOptions(
                executable: program, arguments: [Self.command] + words,
                streams: [.ignored, .pipe(output), .inherited(2)])
        ) { heard.exit = $0 }
        try output.startReading(into: buffer) { bytes in
            for index in bytes.indices { heard.bytes.append(bytes[index]) }
        } onEnd: { _ in
        }
        // Whoever wants this process to end doesn't wait for its child.
        let interrupt = try Signal(loop)
        let terminate = try Signal(loop)
        try interrupt.start(Signal.interrupt) { heard.isToGo = true }
        try terminate.start(Signal.terminate) { heard.isToGo = true }
        while heard.exit == nil && !heard.isToGo { loop.run(.once) }
        if heard.exit == nil { try process.send(signal: Signal.kill) }
        interrupt.close()
        terminate.close()
        loop.run()
        process.close()
        output.close()
        loop.run()
        try loop.close()
        guard heard.exit?.isSuccess == true, let accuracy = Accuracy(decoding: heard.bytes) else {
            let words = String(decoding: heard.bytes.prefix(1000), as: UTF8.self)
            throw SubjectError.refused(words.isEmpty ? "the measuring process ended" : words)
        }
        return accuracy
    }

    private final class Heard {
        var bytes: [UInt8] = []
        var exit: ProcessExit?
        var isToGo = false
    }

    private var words: [String] {
        [
            "--parent", "\(processID)", kind.rawValue, wake.rawValue, "\(plan.timers)",
            "\(plan.span.nanoseconds)", "\(plan.seed)", processor.map { "\($0)" } ?? "any",
            isBesideBusy ? "busy" : "idle",
        ]
    }

    // MARK: There

    /// The child. On failure it says why on stdout.
    public static func main(
        _ arguments: [String], _ catalogue: some SubjectCatalogue
    ) -> Never {
        guard arguments.count == 9, arguments[0] == "--parent", let parent = Int32(arguments[1]),
            let job = AccuracyProcess(words: arguments.dropFirst(2).map { $0 })
        else { exitNow(64) }
        do {
            guard try dieWithParent(parent) else { exitNow(1) }
            let bytes = try job.measure(catalogue).encode()
            try StandardStream.output.write(bytes.span)
        } catch {
            try? StandardStream.output.write("\(error)")
            exitNow(70)
        }
        exitNow(0)
    }

    private init?(words: [String]) {
        guard words.count == 7, let kind = QueueKind(rawValue: words[0]),
            let wake = WakeKind(rawValue: words[1]), let timers = Int(words[2]),
            let span = UInt64(words[3]), let seed = UInt64(words[4])
        else { return nil }
        self.kind = kind
        self.wake = wake
        plan.timers = timers
        plan.span = .nanoseconds(span)
        plan.seed = seed
        processor = Int(words[5])
        isBesideBusy = words[6] == "busy"
    }

    private func measure(_ catalogue: some SubjectCatalogue) throws -> Accuracy {
        Punctuality.prefer()
        if let processor { try pin(toProcessor: processor) }
        guard isBesideBusy else { return try measureAlone(catalogue) }
        let neighbour = try BusyNeighbour(
            program: try executablePath(), onProcessor: processor ?? 0)
        let result = try measureAlone(catalogue)
        neighbour.close()
        return result
    }

    private func measureAlone(_ catalogue: some SubjectCatalogue) throws -> Accuracy {
        let result =
            kind.isPure
            ? try kind.withQueue(QueueAccuracy(plan, wake: wake))
            : try catalogue.withLibrary(kind, SubjectAccuracy(plan))
        guard let result else {
            throw SubjectError.refused(kind.absence ?? "\(kind.rawValue) isn't in this program")
        }
        return result
    }
}

extension Accuracy {
    fileprivate func encode() -> [UInt8] {
        let numbers = [
            fired, early, lost, cpu.nanoseconds, wall.nanoseconds, spun.nanoseconds,
            involuntarySwitches,
        ]
        var bytes = Array(numbers.map { "\($0)" }.joined(separator: " ").utf8)
        bytes.append(0x0A)
        lateness.encode(into: &bytes)
        return bytes
    }

    fileprivate init?(decoding bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
        let numbers = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
            .compactMap { UInt64($0) }
        var rest = bytes[(end + 1)...]
        guard numbers.count == 7, let lateness = try? Histogram(decoding: &rest) else {
            return nil
        }
        self.lateness = lateness
        fired = numbers[0]
        early = numbers[1]
        lost = numbers[2]
        cpu = .nanoseconds(numbers[3])
        wall = .nanoseconds(numbers[4])
        spun = .nanoseconds(numbers[5])
        involuntarySwitches = numbers[6]
    }
}
