import Linux
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
    private let folder: String
    private let program: String

    /// Where `locksim-peers` is looked for: beside this program.
    public static let peers = "locksim-peers"

    public init() throws(MeasureFailure) {
        do throws(UVError) {
            loop = try Loop()
        } catch {
            throw .impossible("\(error)")
        }
        let path: String
        do throws(SystemError) {
            path = try executablePath()
        } catch {
            throw .impossible("\(error)")
        }
        program = path
        folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    }

    public var hasPeers: Bool { fileExists(folder + Self.peers) }
    public var peersPath: String { folder + Self.peers }

    /// `isPeer`: in the program that has what ours are compared with.
    public func run(_ order: MeasureOrder, isPeer: Bool) -> MeasureOutcome {
        if isPeer && !hasPeers {
            return .impossible("it is in \(Self.peers), which is not beside locksim")
        }
        let words = ["timers", MeasureProcess.command, "\(processID)"] + order.words
        return run(isPeer ? peersPath : program, words) { line in
            Measured(line: line).map { .measured($0) }
        }
    }

    func run(
        _ executable: String, _ words: [String], _ read: (Substring) -> MeasureOutcome?
    ) -> MeasureOutcome {
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
            return .failed("\(executable): \(error)")
        }
        while loop.handleCount > 0 { loop.run(.withoutWaiting) }
        return child.outcome(read)
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

    func outcome(_ read: (Substring) -> MeasureOutcome?) -> MeasureOutcome {
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
        return read(line) ?? .failed("said “\(line.prefix(80))”")
    }
}
