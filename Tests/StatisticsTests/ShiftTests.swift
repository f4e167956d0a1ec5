import Chance
import Statistics
import Testing

@Suite struct ShiftTests {
    @Test(arguments: Published.all)
    func shiftsAndSummariesAreNumpys(published: Published) {
        for known in published.shifts {
            #expect(agree(Shift.ratio(from: known.a, to: known.b), known.ratio))
            #expect(agree(Shift.difference(from: known.a, to: known.b), known.difference))
        }
        for known in published.summaries {
            for row in known.quantiles {
                #expect(agree(Quantiles.quantile(row[0], of: known.values), row[1]))
            }
            let interval = Quantiles.medianInterval(known.values)
            #expect(interval.map { [$0.lowerBound, $0.upperBound] } == known.interval)
            #expect(agree(Quantiles.geometricMean(known.values), known.geometricMean))
        }
    }

    /// Twenty thousand draws of scipy's and two thousand of ours: the ends differ by chance, by
    /// less than a tenth of the width.
    @Test(arguments: Published.all)
    func bootstrapIntervalsAreScipysButForChance(published: Published) {
        for known in published.intervals {
            let width = known.interval[1] - known.interval[0]
            let found = Bootstrap().interval(from: known.a, to: known.b)
            #expect(abs(found.lowerBound - known.interval[0]) < width / 10, "\(found)")
            #expect(abs(found.upperBound - known.interval[1]) < width / 10, "\(found)")
        }
    }

    @Test func theOtherWayRoundIsTheOpposite() {
        let (a, b) = ([1.0, 2, 5, 9], [3.0, 4, 7])
        #expect(agree(Shift.ratio(from: a, to: b) * Shift.ratio(from: b, to: a), 1))
        #expect(Shift.difference(from: a, to: b) == -Shift.difference(from: b, to: a))
        #expect(Shift.difference(from: [-3], to: [-5]) == -2)
        #expect(Shift.difference(from: [1, 2, 3], to: [1, 2, 3]) == 0)
        #expect(Shift.ratio(from: [2, 2, 2], to: [2, 2]) == 1)
    }

    @Test func equalSeedsDrawEqualIntervalsAndOthersDont() {
        let a = (0..<12).map { 100 + Double($0 * $0 % 7) }
        let b = (0..<12).map { 103 + Double($0 * $0 % 5) }
        let first = Bootstrap(seed: 5).interval(from: a, to: b)
        #expect(first == Bootstrap(seed: 5).interval(from: a.reversed(), to: b))
        #expect(Bootstrap(seed: 6, drawCount: 200).interval(from: a, to: b) != first)
        let wide = Bootstrap(seed: 5).interval(from: a, to: b, confidence: 0.99)
        #expect(wide.lowerBound <= first.lowerBound && wide.upperBound >= first.upperBound)
        #expect(wide != first)
    }

    /// A 95 % interval holds the truth 95 times of 100; that of so few draws from so few values
    /// somewhat less often.
    @Test func theIntervalHoldsTheTruth() {
        var held = 0
        for round in 0..<300 as Range<UInt64> {
            var stream = ChanceStream(seed: 77, session: round)
            func side(_ level: Double) -> [Double] {
                (0..<15).map { _ in
                    let sum = (0..<12).reduce(0) { sum, _ in sum + Int(stream.next(below: 1000)) }
                    return level * (1 + 0.02 * Double(sum - 6000) / 1000)
                }
            }
            let interval = Bootstrap(drawCount: 400).interval(from: side(50), to: side(52))
            if interval.contains(1.04) { held += 1 }
        }
        #expect(held >= 270 && held < 300)
    }

    @Test func holmRaisesByWhatIsLeft() {
        #expect(holmCorrected([]).isEmpty)
        #expect(holmCorrected([0.04]) == [0.04])
        // Holm's steps by hand: 4 · 0.005, 3 · 0.01, 2 · 0.03, 1 · 0.04 raised to the one before.
        let corrected = holmCorrected([0.01, 0.04, 0.03, 0.005])
        #expect(zip(corrected, [0.03, 0.06, 0.06, 0.02]).allSatisfy { agree($0, $1) })
        #expect(holmCorrected([0.5, 0.9]) == [1, 1])
    }

    @Test func fewValuesHaveNoMedianInterval() {
        #expect(Quantiles.medianInterval([1, 2, 3, 4, 5]) == nil)
        #expect(Quantiles.medianInterval([6, 5, 4, 3, 2, 1]) == 1...6)
        #expect(Quantiles.medianInterval([3, 1, 2], confidence: 0.5) == 1...3)
        #expect(Quantiles.medianInterval([1]) == nil)
    }
}
