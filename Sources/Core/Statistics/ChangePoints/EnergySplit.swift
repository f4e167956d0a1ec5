/// Where a stretch falls apart best: E-divisive's statistic, built on the distances between values.
///
/// For a place τ and an end κ, values before τ are held against those from τ to κ: twice the mean
/// distance across, less the mean distances within, weighted by their numbers. Distances within are
/// small and those across large where the distribution changes, be it in level or in spread.
///
/// Source: Matteson & James, Journal of the American Statistical Association 109 (2014).
struct EnergySplit {
    /// Of the first value behind the split, counted from the stretch's start.
    var index = 1
    var strength = -Double.infinity

    /// Over all τ and κ; the first of equals. At least two values. O(n²).
    init(_ values: ArraySlice<Double>) {
        precondition(values.count >= 2, "a split needs a value on either side")
        let values = Array(values)
        let toAllBefore = values.indices.map { Self.distances(values[$0], to: values[..<$0]) }
        var within = 0.0
        for tau in 1..<values.count {
            within += toAllBefore[tau - 1][tau - 1]
            var across = 0.0
            var behind = 0.0
            for kappa in (tau + 1)...values.count {
                let toBefore = toAllBefore[kappa - 1]
                across += toBefore[tau]
                behind += toBefore[kappa - 1] - toBefore[tau]
                consider(tau, kappa, across, within, behind)
            }
        }
    }

    /// The sum of the distances to the first 0, 1, 2 … others.
    private static func distances(_ value: Double, to others: ArraySlice<Double>) -> [Double] {
        var sums = [0.0]
        sums.reserveCapacity(others.count + 1)
        for other in others { sums.append(sums[sums.count - 1] + abs(value - other)) }
        return sums
    }

    private mutating func consider(
        _ tau: Int, _ kappa: Int, _ across: Double, _ within: Double, _ behind: Double
    ) {
        let (n, m) = (Double(tau), Double(kappa - tau))
        var value = 2 / (n + m) * across
        if tau > 1 { value -= 2 * m / (n + m) / (n - 1) * within }
        if kappa - tau > 1 { value -= 2 * n / (n + m) / (m - 1) * behind }
        if value > strength { (index, strength) = (tau, value) }
    }
}
