import Linux
import UV

/// Runs of this program, each in a process of its own, one after the other: none warms anything up
/// for the next.
public enum Repeating {
    public static let prefix = "run-"

    /// What a run is called within the folder of a set: `run-001`.
    public static func name(_ number: Int) -> String {
        let digits = String(number)
        return prefix + String(repeating: "0", count: max(3 - digits.count, 0)) + digits
    }

    /// How a run ended; a signal's number is added to 128.
    ///
    /// What it says goes where this process says things, but for results where `isSilent`. SIGTERM
    /// is handed on to it; SIGINT isn't, since a terminal sends it to both. Either is told as its
    /// end.
    public static func run(
        _ words: [String], isSilent: Bool
    ) throws(RepeatError) -> Int32 {
        let path: String
        do throws(SystemError) {
            path = try executablePath()
        } catch {
            throw RepeatError(description: "\(error)")
        }
        do throws(UVError) {
            return try wait(path, words, isSilent)
        } catch {
            throw RepeatError(description: "a run can't be started: \(error)")
        }
    }

    private static func wait(
        _ path: String, _ words: [String], _ isSilent: Bool
    ) throws(UVError) -> Int32 {
        let loop = try Loop()
        var end = ProcessExit(code: 0, signal: 0)
        var signals: [Int32] = []
        let interrupt = try Signal(loop)
        let terminate = try Signal(loop)
        let options = ProcessOptions(
            executable: path, arguments: words,
            streams: [.ignored, isSilent ? .ignored : .inherited(1), .inherited(2)])
        let process = try Process(loop, options) { exit in
            end = exit
            loop.stop()
        }
        let id = process.id
        try interrupt.start(Signal.interrupt) { signals.append(Signal.interrupt) }
        try terminate.start(Signal.terminate) {
            signals.append(Signal.terminate)
            // One that is gone needs no signal.
            try? send(signal: Signal.terminate, to: id)
        }
        loop.run()
        interrupt.close()
        terminate.close()
        process.close()
        loop.run()
        try loop.close()
        if let signal = signals.first { return 128 + signal }
        return end.signal == 0 ? Int32(truncatingIfNeeded: end.code) : 128 + end.signal
    }
}

/// Why there was no run.
public struct RepeatError: Error, Hashable, Sendable, CustomStringConvertible {
    public var description: String
}
