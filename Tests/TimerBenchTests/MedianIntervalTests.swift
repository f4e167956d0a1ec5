import Testing

@testable import TimerBench

@Suite struct MedianIntervalTests {
    @Test func ofFiveValuesItIsLeastToGreatest() throws {
        let five = try #require(MedianInterval([50, 10, 30, 20, 40]))
        #expect(five.median == 30)
        #expect(five.low == 10 && five.high == 50)
        #expect(five.coverage == 0.9375)
        #expect(five.count == 5)
    }

    @Test func ofOneValueItIsNone() throws {
        let one = try #require(MedianInterval([7]))
        #expect(one.median == 7 && one.low == 7 && one.high == 7)
        #expect(one.coverage == 0)
        #expect(MedianInterval([]) == nil)
    }

    @Test func ofAnEvenNumberTheMedianLiesBetween() {
        #expect(MedianInterval([10, 20])?.median == 15)
        #expect(MedianInterval([.max, .max])?.median == .max)
    }

    @Test func manyValuesLeaveTheFarthestOut() throws {
        let eight = try #require(MedianInterval([1, 2, 3, 4, 5, 6, 7, 1000]))
        #expect(eight.low == 2 && eight.high == 7)
        #expect(abs(eight.coverage - 0.9297) < 0.0001)
        let thousand = try #require(MedianInterval((1...1000).map { UInt64($0) }))
        #expect(thousand.median == 500)
        #expect(thousand.coverage >= 0.9 && thousand.coverage < 0.92)
        #expect((470...480).contains(thousand.low) && (521...531).contains(thousand.high))
    }

    /// Of all outcomes of so many coins, those in which the median lies between are counted.
    @Test(arguments: 1...10)
    func coverageIsThatOfCoins(count: Int) {
        for cut in 0..<(count + 1) / 2 {
            let inside = (0..<1 << count).count { coins in
                let heads = coins.nonzeroBitCount
                return heads > cut && heads < count - cut
            }
            let share = Double(inside) / Double(1 << count)
            #expect(abs(MedianInterval.coverage(of: count, leavingOut: cut) - share) < 1e-12)
        }
    }
}
