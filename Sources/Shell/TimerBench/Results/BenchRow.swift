/// What all repeats of one cell come to.
public struct BenchRow: Hashable, Sendable {
    public var cell: BenchCell
    /// Picoseconds for one operation.
    public var cost: MedianInterval
    /// The repeat in the middle, for counts and memory.
    public var typical: Measured
    /// Measurements thrown away because the processor was shared.
    public var discarded: Int
    /// No repeat had the processor for itself: the best of them stands here.
    public var isContended: Bool

    /// Nil where nothing was measured.
    public init?(_ cell: BenchCell, _ samples: BenchSamples) {
        isContended = samples.clean.isEmpty
        let best = samples.contended.min {
            $0.picosecondsPerOperation < $1.picosecondsPerOperation
        }
        let used = isContended ? best.map { [$0] } ?? [] : samples.clean
        guard let cost = MedianInterval(used.map(\.picosecondsPerOperation)) else { return nil }
        let sorted = used.sorted { $0.picosecondsPerOperation < $1.picosecondsPerOperation }
        typical = sorted[sorted.count / 2]
        self.cell = cell
        self.cost = cost
        discarded = samples.discarded
    }

    /// Tenths of a byte a timer: growth over the arming of all.
    public var byteTenths: UInt64? {
        cell.subject.isFloor
            ? nil : (typical.byteCount * 10 + UInt64(cell.sessions) / 2) / UInt64(cell.sessions)
    }
}
