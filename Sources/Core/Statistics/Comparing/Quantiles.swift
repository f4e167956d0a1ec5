import Chance

/// Summaries of a few values.
public enum Quantiles {
    /// Between neighbours it is read off the line that joins them: numpy's default, Hyndman and
    /// Fan's definition 7. `share` is 0 … 1.
    public static func quantile(_ share: Double, of values: [Double]) -> Double {
        precondition(!values.isEmpty && (0...1).contains(share))
        let sorted = values.sorted()
        let place = share * Double(sorted.count - 1)
        let index = min(Int(place), sorted.count - 1)
        guard index + 1 < sorted.count else { return sorted[index] }
        return sorted[index] + (sorted[index + 1] - sorted[index]) * (place - Double(index))
    }

    public static func median(_ values: [Double]) -> Double { quantile(0.5, of: values) }

    /// Two of the values, between which the median of what they come from lies with at least that
    /// confidence, whatever its distribution; nil where there are too few: 6 for 95 %.
    ///
    /// Each value lies below the median with probability 1/2, so the number that do is binomial.
    public static func medianInterval(
        _ values: [Double], confidence: Double = 0.95
    ) -> ClosedRange<Double>? {
        let sorted = values.sorted()
        let tail = (1 - confidence) / 2
        // Chance that at most `skipped` values lie below, summed as long as it stays small.
        var term = 1.0
        for _ in 0..<sorted.count { term /= 2 }
        var sum = term
        var skipped = -1
        while sum <= tail, skipped + 1 < sorted.count / 2 {
            skipped += 1
            term *= Double(sorted.count - skipped) / Double(skipped + 1)
            sum += term
        }
        guard skipped >= 0 else { return nil }
        return sorted[skipped]...sorted[sorted.count - 1 - skipped]
    }

    /// Of ratios above 0: twice as much and half as much cancel out.
    public static func geometricMean(_ ratios: [Double]) -> Double {
        precondition(!ratios.isEmpty)
        let sum = ratios.reduce(0) { $0 + ExactMath.log($1) }
        return ExactMath.exp(sum / Double(ratios.count))
    }
}
