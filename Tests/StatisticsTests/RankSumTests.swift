import Chance
import Testing

@testable import Statistics

@Suite struct RankSumTests {
    @Test(arguments: Published.all)
    func uAndPAreScipys(published: Published) {
        var seen: Set<String> = []
        for known in published.rankTests {
            let test = RankSumTest(known.a, known.b, isExact: known.method == "exact")
            #expect(agree(test.u, known.u))
            #expect(agree(test.p, known.p), "\(known): \(test.p)")
            seen.insert(known.method)
        }
        #expect(seen == ["exact", "asymptotic"])
    }

    /// All ways to choose the second side's values, one by one.
    private func enumeratedP(_ a: [Double], _ b: [Double]) -> Double {
        func u(_ a: [Double], _ b: [Double]) -> Double {
            b.reduce(0) { sum, y in
                a.reduce(sum) { $0 + (y > $1 ? 1 : y == $1 ? 0.5 : 0) }
            }
        }
        let all = a + b
        let found = u(a, b)
        var (below, above, ways) = (0, 0, 0)
        for choice in 0..<(1 << all.count) where choice.nonzeroBitCount == b.count {
            let second = all.indices.filter { choice >> $0 & 1 == 1 }
            let first = all.indices.filter { choice >> $0 & 1 == 0 }
            let value = u(first.map { all[$0] }, second.map { all[$0] })
            if value <= found { below += 1 }
            if value >= found { above += 1 }
            ways += 1
        }
        return min(2 * Double(min(below, above)) / Double(ways), 1)
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func countingInOneGoIsCountingOneByOne(seed: UInt64) {
        var stream = ChanceStream(seed: seed, session: 0)
        let top = 2 + stream.next(below: 12)
        let a = (0...stream.next(below: 5)).map { _ in Double(stream.next(below: top)) }
        let b = (0...stream.next(below: 5)).map { _ in Double(stream.next(below: top)) }
        let test = RankSumTest(a, b)
        #expect(test.isExact)
        #expect(agree(test.p, enumeratedP(a, b), within: 1e-12))
    }

    @Test func countsAreExactUpToTheLimit() {
        let low = (1...25).map(Double.init)
        let high = (26...50).map(Double.init)
        let test = RankSumTest(low, high)
        #expect(test.isExact && test.u == 625)
        // 2 of C(50, 25) ways.
        #expect(test.p == 2.0 / 126_410_606_437_752)
        #expect(agree(RankSumTest.leastP(25, 25), test.p, within: 1e-24))
        #expect(!RankSumTest(low + [0], high).isExact)
    }

    @Test func fewRunsCanShowNothing() {
        #expect(agree(RankSumTest.leastP(3, 3), 0.1, within: 1e-15))
        #expect(agree(RankSumTest.leastP(4, 4), 2 / 70, within: 1e-15))
        #expect(agree(RankSumTest.leastP(10, 10), 2 / 184_756, within: 1e-15))
        #expect(RankSumTest.leastP(1, 1) == 1)
        #expect(agree(RankSumTest.leastP(2, 7), 2 / 36, within: 1e-15))
        #expect(RankSumTest([1, 2, 3], [4, 5, 6]).p == RankSumTest.leastP(3, 3))
    }

    @Test func sidesCanBeExchangedAndEqualValuesShowNothing() {
        let (a, b) = ([3, 1, 4, 1, 5.0], [9, 2, 6.0])
        #expect(RankSumTest(a, b).p == RankSumTest(b, a).p)
        #expect(RankSumTest(a, b).u + RankSumTest(b, a).u == 15)
        #expect(RankSumTest([7, 7], [7, 7, 7]).p == 1)
        let many = [Double](repeating: 7, count: 40)
        #expect(RankSumTest(many, many).p == 1)
    }
}
