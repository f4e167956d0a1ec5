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
}

/// Runs measurements in children, one at a time, and does nothing meanwhile.
public final class MeasuringChildren {
    /// A child that takes longer is killed.
    static let milliseconds: UInt64 = 120_000

    private let loop: Loop
    private let buffer = ReadBuffer(byteCapacity: 4096)
    private let program: String

    public init() throws(MeasureFailure) {
        do throws(UVError) {
            loop = try Loop()
        } catch {
            throw .impossible("\(error)")
        }
        do throws(SystemError) {
            program = try executablePath()
        } catch {
            throw .impossible("\(error)")
        }
    }

    /// `isPeer`: in the program that has what ours are compared with.
    public func run(_ order: MeasureOrder, isPeer: Bool) -> MeasureOutcome {
        guard let program = isPeer ? PeersProgram.path() : program else {
            return .impossible(PeersProgram.absence)
        }
        let words = ["timers", MeasureProcess.command, "\(processID)"] + order.words
        switch output(of: program, words) {
        case .failure(let why): return .failed(why)
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
                if child.isLate, child.exit == nil { try? process.send(signal: Signal.kill) }
            }
            clock.stop()
            clock.close()
            output.close()
            errors.close()
            process.close()
        } catch {
            while loop.handleCount > 0 { loop.run(.withoutWaiting) }
            return .failure("\(executable): \(error)")
        }
        while loop.handleCount > 0 { loop.run(.withoutWaiting) }
        return .success(child)
    }
}

/// What a child has said so far.
private final class Heard {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var exit: ProcessExit?
    var open = 2
    var isLate = false

    var isGone: Bool { exit != nil && open == 0 }

    var outcome: MeasureOutcome {
        if isLate { return .failed("took more than \(MeasuringChildren.milliseconds / 1000) s") }
        guard let exit else { return .failed("is gone") }
        var words = String(decoding: errors, as: UTF8.self).split(separator: "\n").last ?? ""
        if words.hasPrefix("locksim: ") { words = words.dropFirst(9) }
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
