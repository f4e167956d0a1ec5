import Chance
import Testing

@testable import Statistics

@Suite struct ComparisonTests {
    private let names = RecordedNoise.quickstart.keys.sorted()
    /// Those whose noise lets ten runs show 5 %: `ComparedMetric.stable`, as its tests hold it to.
    private let stable = ["rss.max", "timer_lateness.p50", "timer_lateness.p90"]

    private func judgedAgain(
        _ names: [String], round: Int, rule: JudgementRule = JudgementRule(),
        factor: (String) -> Double = { _ in 1 },
        compare: ([Double], [Double]) -> Comparison = { Comparison($0, $1, drawCount: 200) }
    ) -> [ComparisonVerdict] {
        var stream = ChanceStream(seed: 2026, session: UInt64(round))
        let sides = RecordedNoise.sides(of: 10, &stream)
        let comparisons = names.map { name in
            let values = RecordedNoise.quickstart[name]!
            let b = sides.b.map { values[$0] * factor(name) }
            return (compare(sides.a.map { values[$0] }, b), rule)
        }
        return judged(comparisons).map(\.verdict)
    }

    /// With neither a noise floor nor an interval that could silence an alarm.
    private func bare(_ a: [Double], _ b: [Double]) -> Comparison {
        Comparison(a, b, interval: 0.01...100, noiseFloor: 0)
    }

    private func alarms(_ verdicts: [ComparisonVerdict]) -> Bool {
        verdicts.contains(.regression) || verdicts.contains(.improvement)
    }

    @Test func theNoiseIsThere() {
        #expect(names.count > 20 && RecordedNoise.quickstart["rss.max"]?.count == 30)
        for name in stable { #expect(names.contains(name)) }
    }

    /// Two sides of ten runs of the same program, all that is recorded judged together, or what is
    /// judged without gates. Neither a minimum effect nor the noise floor holds an alarm back here;
    /// with them it is rarer still.
    @Test(arguments: [true, false])
    func aThousandComparisonsOfTheSameAlarmInLessThan5Percent(isOfAll: Bool) {
        let rule = JudgementRule(minimumEffect: 0)
        let rounds = (0..<1000).map { round in
            judgedAgain(isOfAll ? names : stable, round: round, rule: rule, compare: bare)
        }
        let alarming = rounds.count { alarms($0) }
        #expect(alarming < 50, "\(alarming) of 1000")
        guard isOfAll else { return }
        // The rounds could alarm: without the correction for how many are judged they do.
        let alone = (0..<1000).count { round in
            names.prefix(8).contains { name in
                alarms(judgedAgain([name], round: round, rule: rule, compare: bare))
            }
        }
        #expect(alone > 50, "\(alone) of 1000")
    }

    @Test(arguments: ["rss.max", "timer_lateness.p50", "timer_lateness.p90"])
    func aTrue5PercentIsFoundNineTimesOfTen(name: String) {
        let found = (0..<100).count { round in
            let verdicts = judgedAgain(stable, round: round) { $0 == name ? 1.05 : 1 }
            return verdicts[stable.firstIndex(of: name)!] == .regression
        }
        #expect(found >= 90, "\(found) of 100")
    }

    @Test func anImprovementIsNoRegression() {
        let verdicts = judgedAgain(stable, round: 3) { _ in 1 / 1.1 }
        #expect(verdicts.allSatisfy { $0 == .improvement })
        let rule = JudgementRule(direction: .higherIsBetter)
        let worse = judgedAgain(stable, round: 3, rule: rule) { _ in 1 / 1.1 }
        #expect(worse.allSatisfy { $0 == .regression })
    }

    // MARK: The rule, line by line

    private func verdict(
        _ a: [Double], _ b: [Double], effect: Double = 0.02, family: Int = 1
    ) -> ComparisonVerdict {
        let comparison = Comparison(a, b)
        return JudgementRule(minimumEffect: effect).verdict(
            comparison, correctedP: min(comparison.p * Double(family), 1),
            correctedLeastP: min(comparison.leastP * Double(family), 1))
    }

    /// Ten values a thousandth apart.
    private func steady(_ level: Double) -> [Double] {
        (0..<10).map { level * (1 + Double($0 - 5) / 1000) }
    }

    @Test func tooFewRunsAreInconclusive() {
        #expect(verdict([1, 2, 3], [100, 200, 300]) == .inconclusive)
        let four = verdict([1, 1.01, 1.02, 1.03], [2, 2.01, 2.02, 2.03])
        #expect(four == .regression)
        // 2/70 each: of two metrics together nothing can be shown.
        let two = verdict([1, 1.01, 1.02, 1.03], [2, 2.01, 2.02, 2.03], family: 2)
        #expect(two == .inconclusive)
    }

    @Test func significantButSmallIsNoEvidenceIfItIsSurelySmall() {
        #expect(Comparison(steady(100), steady(101)).p < 0.001)
        #expect(verdict(steady(100), steady(101)) == .noEvidence)
        #expect(verdict(steady(100), steady(103)) == .regression)
        #expect(verdict(steady(100), steady(97)) == .improvement)
        // Around the bound it can't be told.
        #expect(verdict(steady(100), steady(101.9)) == .inconclusive)
    }

    @Test func noiseGreaterThanWhatIsLookedForIsInconclusive() {
        let wild = [80.0, 130, 95, 101, 70, 140, 99, 85, 120, 110]
        let comparison = Comparison(wild, wild.map { $0 * 1.03 })
        #expect(comparison.noiseFloor > 0.1 && comparison.p > 0.05)
        #expect(verdict(wild, wild.map { $0 * 1.03 }) == .inconclusive)
        #expect(verdict(wild, wild, effect: 0.5) == .noEvidence)
    }

    @Test func theFloorGrowsWithTheNoiseAndShrinksWithTheRuns() {
        let quiet = NoiseFloor(steady(1), steady(1)).size
        let loud = NoiseFloor(steady(1), [0.9, 1, 1.1, 0.95, 1.05, 0.9, 1, 1.1, 1.2, 0.8]).size
        #expect(quiet > 0.001 && quiet < 0.005 && loud > 0.02)
        let many = steady(1) + steady(1) + steady(1) + steady(1)
        #expect(NoiseFloor(many, many).size < quiet)
        #expect(NoiseFloor([5, 5, 5], [7, 7]).size == 0)
    }

    // MARK: Differences

    private func differing(
        _ a: [Double], _ b: [Double], amount: Double = 0
    ) -> ComparisonVerdict {
        let comparison = Comparison(a, b, scale: .difference)
        return JudgementRule(minimumEffect: amount).verdict(
            comparison, correctedP: comparison.p, correctedLeastP: comparison.leastP)
    }

    @Test func noughtHasADifferenceWhereItHasNoRatio() {
        let nought = [Double](repeating: 0, count: 10)
        #expect(differing(nought, nought) == .noEvidence)
        #expect(differing(nought, steady(100)) == .regression)
        #expect(differing(steady(100), nought) == .improvement)
        #expect(differing([0, 0, 0], [1, 1, 1]) == .inconclusive)
        // 4 of 10 can be chance; 8 of 25 can't, although the median pair is 0 and 0.
        #expect(differing(nought, [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]) == .noEvidence)
        let many = [Double](repeating: 0, count: 25)
        let some = many.indices.map { $0 < 8 ? 1.0 : 0 }
        #expect(differing(many, some) == .regression && differing(some, many) == .improvement)
    }

    @Test func anAmountIsMeantAsItStands() {
        #expect(differing(steady(100), steady(103), amount: 2) == .regression)
        #expect(differing(steady(100), steady(103), amount: 5) == .noEvidence)
        #expect(differing(steady(103), steady(100), amount: 2) == .improvement)
        let comparison = Comparison(steady(100), steady(103), scale: .difference)
        #expect(abs(comparison.shift - 3) < 0.2 && comparison.interval.contains(3))
        #expect(comparison.noiseFloor > 0.1 && comparison.noiseFloor < 0.5)
    }
}
