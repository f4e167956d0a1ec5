public import Statistics

/// One metric over runs that can be compared, the oldest first, and where it changed.
public struct Trend: Sendable {
    public struct Point: Hashable, Sendable {
        public var run: Int64
        /// Since 1970.
        public var finishedMilliseconds: UInt64
        public var version: String
        public var commit: String?
        public var value: Double
    }

    public enum Difference: String, CaseIterable, Hashable, Sendable { case scenario, host }

    /// Changes smaller than this part of the value are none, as in a comparison.
    static let minimumMagnitude = 0.02

    public var metric: String
    /// The newest of them, which says what they have in common.
    public var newest: StoredRun
    public var points: [Point]
    /// Runs like the newest that lie before them, more than the bound lets in.
    public var olderCount: Int
    /// Other runs of the scenario: of another file, other settings, another host, no evidence, or
    /// without the metric.
    public var leftOutCount: Int
    public var changes: [ChangePoint]

    init(
        metric: String, newest: StoredRun, points: [Point], olderCount: Int, leftOutCount: Int
    ) {
        self.metric = metric
        self.newest = newest
        self.points = points
        self.olderCount = olderCount
        self.leftOutCount = leftOutCount
        let search = ChangePointSearch(minimumMagnitude: Self.minimumMagnitude)
        changes = search.points(in: points.map(\.value))
    }

    /// Which of the runs a trend shows, the newest of `count`. Beyond the bound the first one moves
    /// on by half a bound at a time: change points depend on where a series starts, and are to stay
    /// where they were found while runs are added.
    static func shownCount(of count: Int, bound: Int) -> Int {
        precondition(count >= 0 && bound >= 2)
        guard count > bound else { return count }
        let step = bound / 2
        return count - (count - bound + step - 1) / step * step
    }
}
