import Chronology
import Statistics
import Testing

private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9
    }

    /// Of every magnitude up to beyond an hour.
    mutating func value() -> UInt64 { next() >> UInt64.random(in: 20...63, using: &self) }
}

/// HdrHistogram's rounding written the slow way: halve until 2048 steps are enough.
private func highestEquivalent(_ value: UInt64) -> UInt64 {
    var width: UInt64 = 1
    while value / width >= 2048 { width *= 2 }
    return value / width * width + width - 1
}

private func bounded(_ value: UInt64) -> UInt64 { min(value, HistogramLayout.greatestValue) }

@Suite struct HistogramTests {
    @Test func everyBucketEdgeIsWhereHdrHistogramHasIt() {
        var expectedIndex = 0
        var value: UInt64 = 0
        while value <= HistogramLayout.greatestValue {
            let high = highestEquivalent(value)
            let found = [
                HistogramLayout.index(of: value),
                HistogramLayout.index(of: min(high, HistogramLayout.greatestValue)),
            ]
            guard found == [expectedIndex, expectedIndex],
                HistogramLayout.lowestValue(at: expectedIndex) == value,
                HistogramLayout.highestValue(at: expectedIndex) == high
            else {
                Issue.record("index \(expectedIndex), value \(value): \(found)")
                return
            }
            value = high + 1
            expectedIndex += 1
        }
        #expect(expectedIndex == HistogramLayout.indexCount)
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func percentilesAtAllRanksEqualTheSortedArray(seed: UInt64) {
        var random = Random(state: seed)
        var histogram = Histogram()
        var values: [UInt64] = []
        for _ in 0..<150 {
            let value = random.value()
            values.append(value)
            histogram.record(value)
        }
        histogram.checkInvariants()
        values.sort()
        for rank in 1...values.count {
            #expect(
                histogram.value(atRank: UInt64(rank))
                    == highestEquivalent(bounded(values[rank - 1])))
        }
        #expect(histogram.min == values.first && histogram.max == values.last)
        #expect(histogram.count == 150)
        #expect(histogram.total == values.reduce(0 as UInt128) { $0 + UInt128($1) })
        let clamped = values.filter { $0 > HistogramLayout.greatestValue }.count
        #expect(histogram.clampedCount == UInt64(clamped))
    }

    @Test func percentilesRoundUpToAWholeRank() {
        var histogram = Histogram()
        for value in 1...1000 as ClosedRange<UInt64> { histogram.record(value) }
        let found = [Percentile.p50, .p90, .p99, .p999, .p9999, .p100].map {
            histogram.value(at: $0)
        }
        #expect(found == [500, 900, 990, 999, 1000, 1000])
        #expect(histogram.value(at: Percentile(partsPerMillion: 0)) == 1)
        #expect(histogram.mean == 500)
        #expect(Histogram().value(at: .p50) == nil && Histogram().max == nil)
        #expect(Percentile.p100.rank(of: .max) == .max)
    }

    @Test func manyAtOnceAreAsManyOneByOne() {
        var one = Histogram()
        var many = Histogram()
        for value in [0, 5, 3000, UInt64.max] {
            for _ in 0..<7 { one.record(value) }
            many.record(value, count: 7)
            many.record(value, count: 0)
        }
        #expect(one == many)
        #expect(many.clampedCount == 7 && many.max == .max)
        #expect(many.count(upTo: 5) == 14)
        many.reset()
        many.checkInvariants()
        #expect(many == Histogram())
    }

    @Test func mergedHistogramsEqualOne() {
        var random = Random(state: 7)
        var whole = Histogram()
        var parts = [Histogram(), Histogram(), Histogram()]
        for index in 0..<3000 {
            let value = random.value()
            whole.record(value)
            parts[index % 3].record(value)
        }
        var merged = Histogram()
        for part in parts.reversed() { merged.merge(part) }
        merged.checkInvariants()
        #expect(merged == whole)
        #expect(merged.byteCount <= 300_000)
    }

    @Test func encodingRoundTrips() throws {
        var random = Random(state: 9)
        for size in [0, 1, 2, 50, 3000] {
            var histogram = Histogram()
            for _ in 0..<size { histogram.record(random.value(), count: random.next() >> 40) }
            var bytes: [UInt8] = [42]
            histogram.encode(into: &bytes)
            histogram.encode(into: &bytes)
            var rest = bytes[1...]
            let first = try Histogram(decoding: &rest)
            let second = try Histogram(decoding: &rest)
            #expect(first == histogram && second == histogram && rest.isEmpty)
        }
    }

    @Test func malformedBytesAreRejected() {
        var histogram = Histogram()
        for value in [3, 900, 70_000, 5_000_000] as [UInt64] { histogram.record(value, count: 9) }
        var bytes: [UInt8] = []
        histogram.encode(into: &bytes)
        func error(_ bytes: [UInt8]) -> StatisticsError? {
            var rest = bytes[...]
            do throws(StatisticsError) {
                let found = try Histogram(decoding: &rest)
                found.checkInvariants()
                return nil
            } catch {
                return error
            }
        }
        #expect(error(bytes) == nil)
        for length in stride(from: 0, to: bytes.count, by: 3) {
            #expect(error(Array(bytes[..<length])) == .truncated)
        }
        #expect(error([9]) == .unknownVersion(9))
        #expect(error([1] + Array(repeating: 0xFF, count: 11)) == .numberTooLong)
        #expect(error([1, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F]) == .indexOutOfRange)
        #expect(error([1, 0, 0, 0, 0, 0, 2, 0]) == .inconsistent)
        #expect(error([1, 0, 0, 0, 0, 0, 2, 9]) == .indexOutOfRange)
        var random = Random(state: 11)
        for _ in 0..<300 {
            var broken = bytes
            let place = Int.random(in: 0..<bytes.count, using: &random)
            broken[place] = UInt8.random(in: 0...255, using: &random)
            _ = error(broken)
        }
    }
}

@Suite struct SeriesTests {
    private func at(_ milliseconds: UInt64) -> Instant { .origin + .milliseconds(milliseconds) }

    private func filled(_ seed: UInt64, _ parts: Range<Int>) -> SeriesRecorder {
        var random = Random(state: seed)
        var series = SeriesRecorder(origin: at(500), counterCount: 2, histogramCount: 2)
        for part in 0..<90 {
            let instant = at(random.next() % 9_000)
            let value = random.value()
            guard parts.contains(part) else { continue }
            series.add(value >> 40, toCounter: part % 2, at: instant)
            series.record(value, inHistogram: part % 2, at: instant)
            if part % 30 == 0 { series.checkInvariants() }
        }
        return series
    }

    private func equal(_ a: SeriesRecorder, _ b: SeriesRecorder) -> Bool {
        a.secondCount == b.secondCount
            && (0..<a.secondCount).allSatisfy { second in
                a.histograms(second: second) == b.histograms(second: second)
                    && (0..<2).allSatisfy {
                        a.counter($0, second: second) == b.counter($0, second: second)
                    }
            }
    }

    @Test func everySecondHasItsOwnNumbers() {
        var series = SeriesRecorder(origin: at(1000), counterCount: 1, histogramCount: 1)
        series.add(2, toCounter: 0, at: at(0))
        series.add(toCounter: 0, at: at(1999))
        series.add(5, toCounter: 0, at: at(2000))
        for second in 0..<30 as Range<UInt64> {
            series.record(second + 1, inHistogram: 0, at: at(1000 + second * 1000))
        }
        series.record(99, inHistogram: 0, at: at(1000))
        series.checkInvariants()
        #expect(series.counter(0, second: 0) == 3 && series.counter(0, second: 1) == 5)
        #expect(series.secondCount == 30)
        #expect(series.histograms(second: 0)[0].count == 2)
        #expect(series.histograms(second: 17)[0].max == 18)
        series.add(toCounter: 0, at: .distantFuture)
        #expect(series.secondCount == SeriesRecorder.secondLimit)
    }

    @Test func mergedSeriesEqualOne() {
        var merged = filled(3, 0..<40)
        merged.merge(filled(3, 40..<90))
        merged.checkInvariants()
        #expect(equal(merged, filled(3, 0..<90)))
    }

    @Test func encodingRoundTrips() throws {
        let series = filled(5, 0..<90)
        var bytes: [UInt8] = []
        series.encode(into: &bytes)
        var rest = bytes[...]
        let decoded = try SeriesRecorder(decoding: &rest, like: series)
        decoded.checkInvariants()
        #expect(equal(decoded, series) && rest.isEmpty)
        for length in stride(from: 0, to: bytes.count, by: bytes.count / 15) {
            #expect(throws: StatisticsError.self) {
                var cut = bytes[..<length]
                _ = try SeriesRecorder(decoding: &cut, like: series)
            }
        }
    }
}
