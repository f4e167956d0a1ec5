/// What a comparison comes to.
public enum ComparisonVerdict: String, Hashable, Sendable {
    case regression
    case improvement
    /// Of a change as large as one looks for: it is ruled out, or it would have shown.
    case noEvidence = "no evidence"
    /// Too few runs or too noisy ones to tell.
    case inconclusive
}

/// When a difference counts.
public struct JudgementRule: Hashable, Sendable {
    public enum Direction: Hashable, Sendable { case lowerIsBetter, higherIsBetter }

    public static let usualSignificance = 0.05

    public var direction: Direction
    /// The least shift that matters: of ratios as a part of the value, 0.05 for 5 %; of
    /// differences an amount.
    public var minimumEffect: Double
    /// A difference is taken for chance unless that is less likely than this.
    public var significance: Double

    public init(
        direction: Direction = .lowerIsBetter, minimumEffect: Double = 0.02,
        significance: Double = usualSignificance
    ) {
        precondition(minimumEffect >= 0 && significance > 0 && significance < 1)
        self.direction = direction
        self.minimumEffect = minimumEffect
        self.significance = significance
    }

    /// The verdict, by the first line that applies. p is Holm's over all that are judged together,
    /// and so is the least p that so many runs can have.
    ///
    /// | if | then |
    /// | --- | --- |
    /// | the least possible p is not below the significance | inconclusive: too few runs |
    /// | p is below it, the shift at least effect and noise floor | regression or improvement |
    /// | the whole interval lies within the minimum effect | no evidence: it is ruled out |
    /// | p is not below it, and the noise floor at most the minimum effect | no evidence |
    /// | else | inconclusive: too noisy, or real but not surely large enough |
    public func verdict(
        _ comparison: Comparison, correctedP: Double, correctedLeastP: Double
    ) -> ComparisonVerdict {
        if correctedLeastP >= significance { return .inconclusive }
        let isSignificant = correctedP < significance
        let isLarge = comparison.distance >= max(minimumEffect, comparison.noiseFloor)
        if isSignificant && isLarge {
            let isWorse = comparison.isUp == (direction == .lowerIsBetter)
            return isWorse ? .regression : .improvement
        }
        if comparison.isWithin(minimumEffect) { return .noEvidence }
        let wouldHaveShown = comparison.noiseFloor <= minimumEffect
        return !isSignificant && wouldHaveShown ? .noEvidence : .inconclusive
    }
}

/// Judges several metrics of the same runs together: one false alarm among all of them is as
/// unlikely as it would be for one alone.
public func judged(
    _ comparisons: [(comparison: Comparison, rule: JudgementRule)]
) -> [(correctedP: Double, verdict: ComparisonVerdict)] {
    let corrected = holmCorrected(comparisons.map(\.comparison.p))
    return zip(comparisons, corrected).map { entry, p in
        // Holm's first step takes the smallest p times their number; nothing is shown before it.
        let leastP = min(entry.comparison.leastP * Double(comparisons.count), 1)
        let verdict = entry.rule.verdict(
            entry.comparison, correctedP: p, correctedLeastP: leastP)
        return (p, verdict)
    }
}
