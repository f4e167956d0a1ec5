import Linux
import TimerSubjects
import UV

/// What came of one measurement.
public enum MeasureOutcome: Hashable, Sendable {
    case measured(Measured)
    /// The subject or this operation can't be had.
    case impossible(String)
    /// It did not do its work, died or hung.
    case failed(String)
    /// Somebody wants the bench to end; by which signal.
    case interrupted(Int32)
}

/// Runs measurements in children, one at a time, and does nothing meanwhile.
public final class MeasuringChildren {
    /// A child that takes longer is killed.
    static let milliseconds: UInt64 = 120_000

    private let loop: Loop
    private let buffer = ReadBuffer(byteCapacity: 4096)
    private let program: String
    private let signals: Signals

    public init() throws(MeasureFailure) {
        do throws(UVError) {
            loop = try Loop()
            signals = try Signals(loop)
        } catch {
            throw .impossible(Self.words(error))
        }
        do throws(SystemError) {
            program = try executablePath()
        } catch {
            throw .impossible("\(error)")
        }
    }

    /// The signal that asked the bench to end; nil as long as none did.
    public var interruption: Int32? {
        loop.run(.withoutWaiting)
        return signals.received
    }

    /// `isPeer`: in the program that has what ours are compared with.
    public func run(_ order: MeasureOrder, isPeer: Bool) -> MeasureOutcome {
        guard let program = isPeer ? PeersProgram.path() : program else {
            return .impossible(PeersProgram.absence)
        }
        let words = ["timers", MeasureProcess.command, "\(processID)"] + order.words
        if let signal = interruption { return .interrupted(signal) }
        let ending = output(of: program, words)
        // A terminal's signals meet the child, too: how it ended then says nothing.
        if let signal = interruption { return .interrupted(signal) }
        switch ending {
        case .failure(let why): return .impossible(why)
        case .success(let child): return child.outcome
        }
    }

    /// Nil where it fails, whatever the reason.
    func text(of executable: String, _ words: [String]) -> String? {
        guard case .success(let child) = output(of: executable, words),
            child.exit?.isSuccess == true
        else { return nil }
        return String(decoding: child.output, as: UTF8.self)
    }

    private enum Ending {
        case success(Heard)
        case failure(String)
    }

    private func output(of executable: String, _ words: [String]) -> Ending {
        let child = Heard()
        do throws(UVError) {
            let output = try Pipe(loop)
            let errors = try Pipe(loop)
            let clock = try Timer(loop)
            let options = ProcessOptions(
                executable: executable, arguments: words,
                streams: [.ignored, .pipe(output), .pipe(errors)])
            let process = try Process(loop, options) { child.exit = $0 }
            try output.startReading(into: buffer) { bytes in
                for index in bytes.indices { child.output.append(bytes[index]) }
            } onEnd: { _ in
                child.open -= 1
            }
            try errors.startReading(into: buffer) { bytes in
                for index in bytes.indices where child.errors.count < 4096 {
                    child.errors.append(bytes[index])
                }
            } onEnd: { _ in
                child.open -= 1
            }
            try clock.start(afterMilliseconds: Self.milliseconds) { child.isLate = true }
            while !child.isGone {
                loop.run(.once)
                let isToGo = child.isLate || signals.received != nil
                if isToGo, child.exit == nil { try? process.send(signal: Signal.kill) }
            }
            clock.stop()
            clock.close()
            output.close()
            errors.close()
            process.close()
        } catch {
            tidy()
            return .failure(Self.words(error))
        }
        tidy()
        return .success(child)
    }

    /// Until nothing is left but what waits for signals.
    private func tidy() {
        while loop.handleCount > Signals.handleCount { loop.run(.withoutWaiting) }
    }

    /// What kept a child from being started is no fault of what it was to measure.
    private static func words(_ error: UVError) -> String {
        guard error == .tooManyOpenFiles, let limit = try? openFileLimit() else {
            return "no process could be started for it: \(error)"
        }
        return "more than the \(limit) files this process may open are needed (ulimit -n)"
    }
}

/// Waits for SIGINT and SIGTERM, once: the second ends this process, as it would have at first.
private final class Signals {
    static let handleCount = 2

    private(set) var received: Int32?
    private let interrupt: Signal
    private let terminate: Signal

    init(_ loop: Loop) throws(UVError) {
        interrupt = try Signal(loop)
        terminate = try Signal(loop)
        try interrupt.start(Signal.interrupt) { [unowned self] in receive(Signal.interrupt) }
        try terminate.start(Signal.terminate) { [unowned self] in receive(Signal.terminate) }
    }

    private func receive(_ number: Int32) {
        received = number
        interrupt.stop()
        terminate.stop()
    }
}

/// What a child has said so far.
private final class Heard {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var exit: ProcessExit?
    var open = 2
    var isLate = false

    /// The loader's word that it could not map a library.
    private static let notLoaded: Int64 = 127

    var isGone: Bool { exit != nil && open == 0 }

    var outcome: MeasureOutcome {
        if isLate {
            return .impossible("gave up after \(MeasuringChildren.milliseconds / 1000) s")
        }
        guard let exit else { return .failed("is gone") }
        var words = String(decoding: errors, as: UTF8.self).split(separator: "\n").last ?? ""
        if words.hasPrefix("locksim: ") { words = words.dropFirst(9) }
        if exit.signal == Signal.kill {
            return .impossible("was killed from outside, as the kernel does where memory runs out")
        }
        let isNoProgram = exit.code == Self.notLoaded
        if exit.signal != 0 || isNoProgram, let limit = memoryLimit() {
            // Libraries end their process where they get no memory.
            return .impossible(
                "ended where memory is limited to \(limit.byteCount >> 20) MiB (\(limit.setting))")
        }
        if exit.signal != 0 { return .failed("was killed by signal \(exit.signal)") }
        if exit.code == Int64(MeasureProcess.impossible) { return .impossible(String(words)) }
        if exit.code != 0 {
            return .failed(words.isEmpty ? "exited with code \(exit.code)" : String(words))
        }
        let text = String(decoding: output, as: UTF8.self)
        let line = text.split(separator: "\n").last ?? ""
        return Measured(line: line).map { .measured($0) } ?? .failed("said “\(line.prefix(80))”")
    }
}
