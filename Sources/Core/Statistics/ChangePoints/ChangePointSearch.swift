/// Finds where a series of results, one for each version of a program, changed: Hunter's way.
///
/// 1. Split: windows, each half over the one before; in each the best split, again and again, as
///    long as a t test at a relaxed level believes it.
/// 2. Merge: takes out the weakest point, which joins the stretches beside it, until all are
///    significant at the strict level and large enough.
///
/// What lies a window's length before the end no longer depends on what is added, but for the
/// stretch behind the last point, which grows: points stay where they were found.
///
/// After a point is taken out both of its neighbours are judged again; Otava judges the one behind
/// it and the next but one, which has not changed.
///
/// Source: Fleming et al., "Hunter: Using Change Point Detection to Hunt for Performance
/// Regressions", ICPE 2023; Apache Otava 0.8.
public struct ChangePointSearch: Hashable, Sendable {
    public var windowLength: Int
    /// Of the merge.
    public var significance: Double
    /// As a part of the value; a point counts if its magnitude is greater.
    public var minimumMagnitude: Double

    public init(
        windowLength: Int = 50, significance: Double = 0.001, minimumMagnitude: Double = 0
    ) {
        precondition(windowLength >= 2 && significance > 0 && significance <= 1)
        self.windowLength = windowLength
        self.significance = significance
        self.minimumMagnitude = minimumMagnitude
    }

    /// In their order. O(n · window), times the points in a window.
    public func points(in series: [Double]) -> [ChangePoint] {
        var points = Self.judged(weakIndices(series), series)
        while let weakest = weakest(of: points) {
            points.remove(at: weakest)
            let indices = points.map(\.index)
            for neighbour in [weakest - 1, weakest] where points.indices.contains(neighbour) {
                points[neighbour] = Self.judged(neighbour, indices, series)
            }
        }
        return points
    }

    /// Nil where all are good.
    private func weakest(of points: [ChangePoint]) -> Int? {
        let byP = points.indices.max { (points[$0].p, $1) < (points[$1].p, $0) }
        guard let byP else { return nil }
        if points[byP].p >= significance { return byP }
        let bySize = points.indices.min { points[$0].magnitude < points[$1].magnitude }
        return bySize.flatMap { points[$0].magnitude > minimumMagnitude ? nil : $0 }
    }

    // MARK: Split

    /// Ten times the strict level, as long as that is one: what is weak here can be strong once its
    /// stretches are whole.
    private var relaxedSignificance: Double {
        significance < 0.05
            ? significance * 10 : significance < 0.5 ? significance * 2 : significance
    }

    /// Points of all windows, at the relaxed level.
    func weakIndices(_ series: [Double]) -> [Int] {
        var found: Set<Int> = []
        var start = 0
        while start < series.count {
            let window = series[start..<min(start + windowLength, series.count)]
            let indices = splits(window)
            found.formUnion(indices)
            start = max(indices.last ?? 0, start + windowLength / 2)
        }
        return found.sorted()
    }

    /// Indices into the whole series, in their order.
    private func splits(_ window: ArraySlice<Double>) -> [Int] {
        var ends = [window.startIndex, window.endIndex]
        var best: [Int: EnergySplit] = [:]
        while true {
            var candidate: (stretch: Int, split: EnergySplit)?
            for stretch in 0..<(ends.count - 1) where ends[stretch + 1] - ends[stretch] > 1 {
                // A stretch is known by its start until it is split.
                let start = ends[stretch]
                let split = best[start] ?? EnergySplit(window[start..<ends[stretch + 1]])
                best[start] = split
                if split.strength > candidate?.split.strength ?? -.infinity {
                    candidate = (stretch, split)
                }
            }
            guard let (stretch, split) = candidate else { break }
            let (start, end) = (ends[stretch], ends[stretch + 1])
            let index = start + split.index
            let point = ChangePoint(index, between: window[start..<index], and: window[index..<end])
            guard point.p <= relaxedSignificance else { break }
            ends.insert(index, at: stretch + 1)
            best[start] = nil
        }
        return Array(ends.dropFirst().dropLast())
    }

    // MARK: Judging

    private static func judged(_ indices: [Int], _ series: [Double]) -> [ChangePoint] {
        indices.indices.map { judged($0, indices, series) }
    }

    /// The point of that place in the list, between its neighbours.
    private static func judged(
        _ place: Int, _ indices: [Int], _ series: [Double]
    ) -> ChangePoint {
        let start = place == 0 ? 0 : indices[place - 1]
        let end = place + 1 == indices.count ? series.count : indices[place + 1]
        let index = indices[place]
        return ChangePoint(index, between: series[start..<index], and: series[index..<end])
    }
}
