/// A place in a series from which on its values are others than before.
public struct ChangePoint: Hashable, Sendable {
    /// Of the first value after the change.
    public var index: Int
    /// From the change point before to this one, and from this one to the next.
    public var meanBefore: Double
    public var meanAfter: Double
    /// That both stretches are the same, by the t test.
    public var p: Double

    public init(index: Int, meanBefore: Double, meanAfter: Double, p: Double) {
        self.index = index
        self.meanBefore = meanBefore
        self.meanAfter = meanAfter
        self.p = p
    }

    /// As a part, in the direction in which it is greater; 0 where a mean is 0.
    public var magnitude: Double {
        let forward = meanBefore == 0 ? 0 : meanAfter / meanBefore - 1
        let backward = meanAfter == 0 ? 0 : meanBefore / meanAfter - 1
        return max(abs(forward), abs(backward))
    }

    /// By the t test of two stretches with one spread. Deviations divide by n rather than n − 1, as
    /// Otava has it, which makes p a little smaller where stretches are short.
    init(_ index: Int, between before: ArraySlice<Double>, and after: ArraySlice<Double>) {
        precondition(!before.isEmpty && !after.isEmpty, "a change lies between two stretches")
        self.index = index
        meanBefore = Self.mean(before)
        meanAfter = Self.mean(after)
        let (n, m) = (Double(before.count), Double(after.count))
        guard before.count + after.count > 2 else {
            p = 1
            return
        }
        let freedom = before.count + after.count - 2
        let squares =
            Self.variance(before, meanBefore) * (n - 1) + Self.variance(after, meanAfter) * (m - 1)
        let pooled = squares / Double(freedom)
        let difference = meanBefore - meanAfter
        if pooled == 0 {
            p = difference == 0 ? 1 : 0
            return
        }
        let t = difference / (pooled * (1 / n + 1 / m)).squareRoot()
        p = StudentDistribution.twoSidedTail(t, degreesOfFreedom: freedom)
    }

    private static func mean(_ values: ArraySlice<Double>) -> Double {
        values.reduce(0, +) / Double(values.count)
    }

    private static func variance(_ values: ArraySlice<Double>, _ mean: Double) -> Double {
        values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    }
}
