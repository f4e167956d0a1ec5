public import Chronology

/// Counters and histograms for each second of a run.
///
/// | part | holds |
/// | --- | --- |
/// | `counters` | a flat row of numbers for each second, in place |
/// | `open` | whole histograms of the seconds recorded last, at most `openLimit` |
/// | `sealed` | encoded histograms of the others, a few hundred bytes a second |
///
/// Recording is O(1) while the clock stays within `openLimit` seconds; coming back to a sealed
/// second opens it again. At most `secondLimit` seconds are kept apart: what is later counts into
/// the last.
public struct SeriesRecorder: Sendable {
    public static let openLimit = 4
    /// A week.
    public static let secondLimit = 604_800

    private struct OpenSecond {
        var second: Int
        var histograms: [Histogram]
    }

    public let origin: Instant
    public let counterCount: Int
    public let histogramCount: Int
    private var counters: [UInt64] = []
    private var sealed: [[UInt8]] = []
    private var open: [OpenSecond] = []

    /// Seconds are counted from `origin`; what is earlier counts into the first.
    public init(origin: Instant, counterCount: Int, histogramCount: Int) {
        self.origin = origin
        self.counterCount = counterCount
        self.histogramCount = histogramCount
    }

    /// Seconds from the first to the last in which something was recorded.
    public var secondCount: Int { sealed.count }

    public var byteCount: Int {
        counters.capacity * 8 + sealed.reduce(0) { $0 + $1.capacity }
            + open.reduce(0) { $0 + $1.histograms.reduce(0) { $0 + $1.byteCount } }
    }

    public mutating func add(_ amount: UInt64 = 1, toCounter counter: Int, at instant: Instant) {
        precondition(counter >= 0 && counter < counterCount)
        let second = second(of: instant)
        extend(to: second)
        counters[second * counterCount + counter] &+= amount
    }

    public mutating func record(_ value: UInt64, inHistogram histogram: Int, at instant: Instant) {
        precondition(histogram >= 0 && histogram < histogramCount)
        let place = opened(second(of: instant))
        open[place].histograms[histogram].record(value)
    }

    public mutating func record(
        _ value: UInt64, inHistogram histogram: Int, count times: UInt64, at instant: Instant
    ) {
        precondition(histogram >= 0 && histogram < histogramCount)
        guard times > 0 else { return }
        let place = opened(second(of: instant))
        open[place].histograms[histogram].record(value, count: times)
    }

    public func counter(_ counter: Int, second: Int) -> UInt64 {
        precondition(counter >= 0 && counter < counterCount)
        return counters[second * counterCount + counter]
    }

    /// All histograms of one second.
    public func histograms(second: Int) -> [Histogram] {
        open.first { $0.second == second }?.histograms ?? unsealed(second)
    }

    /// As if everything had been recorded here. Both count the same things from one origin.
    public mutating func merge(_ other: SeriesRecorder) {
        precondition(origin == other.origin && counterCount == other.counterCount)
        precondition(histogramCount == other.histogramCount)
        for second in 0..<other.secondCount {
            let place = opened(second)
            let theirs = other.histograms(second: second)
            for index in 0..<histogramCount { open[place].histograms[index].merge(theirs[index]) }
            for index in 0..<counterCount {
                counters[second * counterCount + index] += other.counter(index, second: second)
            }
        }
    }

    public func checkInvariants() {
        precondition(counters.count == secondCount * counterCount)
        precondition(open.count <= Self.openLimit && Set(open.map(\.second)).count == open.count)
        for second in open {
            precondition(second.second < secondCount && sealed[second.second].isEmpty)
            precondition(second.histograms.count == histogramCount)
            second.histograms.forEach { $0.checkInvariants() }
        }
    }

    private func second(of instant: Instant) -> Int {
        Int(min(instant.since(origin).nanoseconds / 1_000_000_000, UInt64(Self.secondLimit - 1)))
    }

    private mutating func extend(to second: Int) {
        guard second >= secondCount else { return }
        let missing = second + 1 - secondCount
        counters += repeatElement(0, count: missing * counterCount)
        sealed += repeatElement([], count: missing)
    }

    /// Where in `open` a second is, opened if need be in place of the one that was opened first.
    private mutating func opened(_ second: Int) -> Int {
        let last = open.count - 1
        if last >= 0, open[last].second == second { return last }
        if let place = open.firstIndex(where: { $0.second == second }) { return place }
        extend(to: second)
        if open.count == Self.openLimit { seal(open.removeFirst()) }
        open.append(OpenSecond(second: second, histograms: unsealed(second)))
        sealed[second] = []
        return open.count - 1
    }

    private mutating func seal(_ closing: OpenSecond) {
        guard closing.histograms.contains(where: { $0.count > 0 }) else { return }
        var bytes: [UInt8] = []
        for histogram in closing.histograms { histogram.encode(into: &bytes) }
        sealed[closing.second] = bytes
    }

    private func unsealed(_ second: Int) -> [Histogram] {
        var bytes = sealed[second][...]
        return (0..<histogramCount).map { _ in
            guard !bytes.isEmpty else { return Histogram() }
            do throws(StatisticsError) {
                return try Histogram(decoding: &bytes)
            } catch {
                preconditionFailure("a second sealed here does not decode")
            }
        }
    }
}

// Seconds, then the counters of each, then the histograms of each behind their length in bytes.
extension SeriesRecorder {
    public func encode(into bytes: inout [UInt8]) {
        var writer = VarintWriter(bytes: bytes)
        bytes = []
        writer.write(origin.nanoseconds)
        writer.write(UInt64(counterCount))
        writer.write(UInt64(histogramCount))
        writer.write(UInt64(secondCount))
        for number in counters { writer.write(number) }
        for second in 0..<secondCount {
            let histograms = histograms(second: second)
            let isUsed = histograms.contains { $0.count > 0 }
            writer.write(isUsed ? 1 : 0)
            if isUsed { for histogram in histograms { histogram.encode(into: &writer.bytes) } }
        }
        bytes = writer.bytes
    }

    /// The series at the front of the bytes, which are taken away. It has to count the same things
    /// from the same origin as `pattern`.
    public init(
        decoding bytes: inout ArraySlice<UInt8>, like pattern: SeriesRecorder
    ) throws(StatisticsError) {
        self.init(
            origin: pattern.origin, counterCount: pattern.counterCount,
            histogramCount: pattern.histogramCount)
        var reader = VarintReader(bytes: bytes)
        guard try reader.read() == origin.nanoseconds, try reader.read() == counterCount,
            try reader.read() == histogramCount
        else { throw .inconsistent }
        let seconds = try reader.read()
        guard seconds <= Self.secondLimit else { throw .indexOutOfRange }
        // A second takes a byte at least, so a false length can't claim memory.
        guard seconds <= reader.bytes.count else { throw .truncated }
        if seconds > 0 { extend(to: Int(seconds) - 1) }
        for index in counters.indices { counters[index] = try reader.read() }
        for second in 0..<Int(seconds) {
            guard try reader.read() == 1 else { continue }
            let before = reader.bytes
            for _ in 0..<histogramCount { _ = try Histogram(decoding: &reader.bytes) }
            sealed[second] = Array(before[before.startIndex..<reader.bytes.startIndex])
        }
        bytes = reader.bytes
    }
}
