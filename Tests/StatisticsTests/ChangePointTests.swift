import Chance
import Testing

@testable import Statistics

@Suite struct ChangePointTests {
    private func noisy(_ levels: [(Double, Int)], seed: UInt64) -> [Double] {
        var stream = ChanceStream(seed: seed, session: 3)
        return levels.flatMap { level, count in
            (0..<count).map { _ in
                let sum = (0..<12).reduce(0) { sum, _ in sum + Int(stream.next(below: 1000)) }
                return level * (1 + 0.015 * Double(sum - 6000) / 1000)
            }
        }
    }

    @Test(arguments: Published.all)
    func pointsAreOtavas(published: Published) {
        #expect(published.changePoints.count { !$0.points.isEmpty } >= 10)
        for known in published.changePoints {
            let search = ChangePointSearch(
                windowLength: known.window, significance: known.significance,
                minimumMagnitude: known.magnitude)
            #expect(search.weakIndices(known.series) == known.weak)
            let points = search.points(in: known.series)
            #expect(points.map(\.index) == known.points.map { Int($0[0]) })
            for (point, row) in zip(points, known.points) {
                #expect(agree(point.meanBefore, row[1]) && agree(point.meanAfter, row[2]))
                #expect(agree(point.p, row[3]), "\(point): \(row[3])")
            }
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func pointsStayWhereTheyAreAsResultsAreAdded(seed: UInt64) {
        let series = noisy([(100, 60), (108, 45), (95, 70), (101, 60)], seed: seed)
        let search = ChangePointSearch()
        let whole = search.points(in: series).map(\.index)
        for end in stride(from: 20, to: series.count, by: 7) {
            let settled = end - search.windowLength
            let early = search.points(in: Array(series[..<end])).map(\.index)
            #expect(early.filter { $0 < settled } == whole.filter { $0 < settled })
        }
        #expect(whole.count == 3)
        for (found, real) in zip(whole, [60, 105, 175]) { #expect(abs(found - real) <= 2) }
    }

    @Test func noiseAloneSeldomHasAPoint() {
        let alarms = (1...100).count { seed in
            !ChangePointSearch().points(in: noisy([(100, 120)], seed: UInt64(seed))).isEmpty
        }
        #expect(alarms <= 5, "\(alarms) of 100 series")
    }

    @Test func smallAndConstantSeriesAreNoTrouble() {
        let search = ChangePointSearch()
        for count in 0...4 {
            let constant = [Double](repeating: 5, count: count)
            #expect(search.points(in: constant).isEmpty)
        }
        let step = [Double](repeating: 5, count: 9) + [Double](repeating: 6, count: 9)
        #expect(search.points(in: step).map(\.index) == [9])
        #expect(search.points(in: step)[0].p == 0)
        #expect(ChangePointSearch(minimumMagnitude: 0.21).points(in: step).isEmpty)
        #expect(agree(search.points(in: step)[0].magnitude, 0.2))
    }
}
