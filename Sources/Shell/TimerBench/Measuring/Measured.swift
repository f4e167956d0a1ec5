/// What one measurement found, a line on the child's stdout.
public struct Measured: Hashable, Sendable {
    /// What the time is divided by.
    public var operations: UInt64
    public var nanoseconds: UInt64
    /// Of this process's processor time; otherwise by the clock.
    public var isProcessorTime = false
    /// Times the processor was taken away meanwhile.
    public var switches: UInt64 = 0
    public var touched: UInt64 = 0
    public var fired: UInt64 = 0
    /// Growth over the arming of all sessions; for `mixed` up to its end.
    public var byteCount: UInt64 = 0
    public var memory = MemoryMeasure.allocated
    /// What the queue itself says it holds then.
    public var ownByteCount: UInt64?
    /// Covered by the timed part on the sessions' clock.
    public var modelNanoseconds: UInt64 = 0

    public init(operations: UInt64, nanoseconds: UInt64) {
        self.operations = operations
        self.nanoseconds = nanoseconds
    }

    /// Whole numbers, so that medians and ratios are the same everywhere.
    public var picosecondsPerOperation: UInt64 {
        UInt64(
            clamping: (UInt128(nanoseconds) * 1000 + UInt128(operations) / 2)
                / UInt128(max(operations, 1)))
    }
}

extension Measured {
    private static let head = "measured"

    var line: String {
        let own = ownByteCount.map { "\($0)" } ?? "-"
        return [
            Self.head, "\(operations)", "\(nanoseconds)", isProcessorTime ? "cpu" : "wall",
            "\(switches)", "\(touched)", "\(fired)", "\(byteCount)", memory.rawValue, own,
            "\(modelNanoseconds)",
        ].joined(separator: " ")
    }

    /// Nil where the text is not one such line.
    init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        guard words.count == 11, words[0] == Self.head, let operations = UInt64(words[1]),
            operations > 0, let nanoseconds = UInt64(words[2]), let switches = UInt64(words[4]),
            let touched = UInt64(words[5]), let fired = UInt64(words[6]),
            let byteCount = UInt64(words[7]), let memory = MemoryMeasure(rawValue: words[8]),
            let model = UInt64(words[10])
        else { return nil }
        self.init(operations: operations, nanoseconds: nanoseconds)
        isProcessorTime = words[3] == "cpu"
        self.switches = switches
        self.touched = touched
        self.fired = fired
        self.byteCount = byteCount
        self.memory = memory
        ownByteCount = UInt64(words[9])
        modelNanoseconds = model
    }
}

/// Why a measurement came to nothing.
public enum MeasureFailure: Error, Hashable, Sendable {
    /// Counts that are not what they must be: the subject did not do its work.
    case wrong(String)
    /// The subject can't be had here.
    case impossible(String)
}
