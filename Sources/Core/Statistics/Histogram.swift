/// How often each length of time occurred: HdrHistogram, 1 ns to 1 h, 3 significant digits.
///
/// Percentiles are right to 0.1 %; count, least, greatest and total are exact. Values beyond an
/// hour are counted as an hour, and their number is known. Recording is O(1); memory grows with the
/// greatest value, to 264 kB at most.
public struct Histogram: Hashable, Sendable {
    /// Counts up to the greatest index in use, by `HistogramLayout`, grown by whole buckets.
    var counts: [UInt64] = []
    public internal(set) var count: UInt64 = 0
    /// Of all values as recorded, also those beyond the bound.
    public internal(set) var total: UInt128 = 0
    var least: UInt64 = .max
    var greatest: UInt64 = 0
    /// Values beyond `HistogramLayout.greatestValue`.
    public internal(set) var clampedCount: UInt64 = 0

    public init() {}

    /// Exact; nil when empty.
    public var min: UInt64? { count == 0 ? nil : least }
    /// Exact, also where it is beyond the bound; nil when empty.
    public var max: UInt64? { count == 0 ? nil : greatest }
    /// Rounded down; nil when empty.
    public var mean: UInt64? { count == 0 ? nil : UInt64(total / UInt128(count)) }
    public var byteCount: Int { counts.capacity * MemoryLayout<UInt64>.stride }
    /// Indices from here on have no counts.
    public var usedIndexCount: Int { Swift.min(counts.count, HistogramLayout.indexCount) }

    public subscript(countAt index: Int) -> UInt64 { index < counts.count ? counts[index] : 0 }

    public mutating func record(_ value: UInt64) {
        let bounded = Swift.min(value, HistogramLayout.greatestValue)
        let index = HistogramLayout.index(of: bounded)
        if index >= counts.count { grow(to: index) }
        counts[index] &+= 1
        count &+= 1
        total &+= UInt128(value)
        if value < least { least = value }
        if value > greatest { greatest = value }
        if value != bounded { clampedCount &+= 1 }
    }

    public mutating func record(_ value: UInt64, count times: UInt64) {
        guard times > 0 else { return }
        add(times, at: HistogramLayout.index(of: Swift.min(value, HistogramLayout.greatestValue)))
        total += UInt128(value) * UInt128(times)
        least = Swift.min(least, value)
        greatest = Swift.max(greatest, value)
        if value > HistogramLayout.greatestValue { clampedCount += times }
    }

    /// The highest value counted together with the one at that percentile; nil when empty.
    public func value(at percentile: Percentile) -> UInt64? {
        count == 0 ? nil : value(atRank: percentile.rank(of: count))
    }

    /// The highest value counted together with the one of that rank, 1 … `count`.
    public func value(atRank rank: UInt64) -> UInt64 {
        precondition(rank >= 1 && rank <= count, "no value has that rank")
        var seen: UInt64 = 0
        for (index, count) in counts.enumerated() {
            seen += count
            if seen >= rank { return HistogramLayout.highestValue(at: index) }
        }
        preconditionFailure("the counts sum to less than the count")
    }

    /// Values counted together with `value` or below it.
    public func count(upTo value: UInt64) -> UInt64 {
        let end = HistogramLayout.index(of: Swift.min(value, HistogramLayout.greatestValue))
        return counts.prefix(end + 1).reduce(0, +)
    }

    /// As if all of the other's values had been recorded here.
    public mutating func merge(_ other: Histogram) {
        if other.counts.count > counts.count { grow(to: other.counts.count - 1) }
        for (index, times) in other.counts.enumerated() { counts[index] += times }
        count += other.count
        total += other.total
        least = Swift.min(least, other.least)
        greatest = Swift.max(greatest, other.greatest)
        clampedCount += other.clampedCount
    }

    /// Empties it and keeps its memory.
    public mutating func reset() {
        for index in counts.indices { counts[index] = 0 }
        (count, total, least, greatest, clampedCount) = (0, 0, .max, 0, 0)
    }

    public static func == (a: Histogram, b: Histogram) -> Bool {
        guard a.count == b.count, a.total == b.total, a.clampedCount == b.clampedCount,
            a.least == b.least, a.greatest == b.greatest
        else { return false }
        return (0..<Swift.max(a.counts.count, b.counts.count)).allSatisfy {
            a[countAt: $0] == b[countAt: $0]
        }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        hasher.combine(total)
    }

    public func checkInvariants() {
        precondition(counts.reduce(0, +) == count)
        precondition(isConsistent)
    }

    /// Whether the bounds and the total can belong to the counts.
    var isConsistent: Bool {
        guard let low = counts.firstIndex(where: { $0 > 0 }),
            let high = counts.lastIndex(where: { $0 > 0 })
        else { return total == 0 && clampedCount == 0 && least == .max && greatest == 0 }
        let indices = [least, greatest].map {
            HistogramLayout.index(of: Swift.min($0, HistogramLayout.greatestValue))
        }
        return indices == [low, high] && least <= greatest && clampedCount <= count
            && (clampedCount > 0) == (greatest > HistogramLayout.greatestValue)
            && total >= UInt128(least) && total <= UInt128(greatest) * UInt128(count)
    }

    mutating func add(_ times: UInt64, at index: Int) {
        if index >= counts.count { grow(to: index) }
        counts[index] += times
        count += times
    }

    private mutating func grow(to index: Int) {
        let length = (index >> HistogramLayout.halfBucketBits + 1) << HistogramLayout.halfBucketBits
        counts += repeatElement(0, count: length - counts.count)
    }
}
