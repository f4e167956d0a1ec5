import Simulation
import Statistics

/// Percentiles at equal steps of 1 / (1 − p), the axis on which a tail can be seen.
struct PercentileCurves {
    /// Steps for each factor of ten.
    static let stepsPerDecade = 32
    /// 10 to the −1/32.
    private static let factor = 0.930_572_040_929_698_6

    /// Nanoseconds at each step, up to the greatest value; empty where there are none.
    static func values(of histogram: Histogram) -> [UInt64] {
        guard histogram.count > 0, let greatest = histogram.max else { return [] }
        var values: [UInt64] = []
        var index = -1
        var seen: UInt64 = 0
        var tail = 1.0
        let total = Double(histogram.count)
        // Half a value is the last that can be told apart.
        while tail * total >= 0.5 {
            let rank = max(UInt64(total - (tail * total).rounded(.down)), 1)
            while seen < rank, index + 1 < histogram.usedIndexCount {
                index += 1
                seen += histogram[countAt: index]
            }
            values.append(min(HistogramLayout.highestValue(at: max(index, 0)), greatest))
            tail *= factor
        }
        values.append(greatest)
        return values
    }

    /// The axis for curves of up to so many steps: log10 of 1 / (1 − p), in thousandths.
    static func axis(_ count: Int) -> [Int] {
        (0..<count).map { $0 * 1000 / stepsPerDecade }
    }
}

/// How many values lie in each stretch of 1, 2, 5, 10, 20 … nanoseconds.
struct BucketCounts {
    private(set) var bounds: [UInt64] = []
    private(set) var counts: [UInt64] = []

    init(_ histogram: Histogram) {
        guard histogram.count > 0, let least = histogram.min, let greatest = histogram.max else {
            return
        }
        var below: UInt64 = 0
        for bound in Self.ladder {
            let upTo = histogram.count(upTo: bound)
            defer { below = upTo }
            guard bound >= least || bounds.isEmpty == false else { continue }
            bounds.append(bound)
            counts.append(upTo - below)
            if bound >= greatest { break }
        }
    }

    /// 0, then 1, 2, 5, 10 … to an hour and beyond.
    static let ladder: [UInt64] = {
        var steps: [UInt64] = [0]
        var power: UInt64 = 1
        while power <= 1_000_000_000_000 {
            steps += [power, 2 * power, 5 * power]
            power *= 10
        }
        return steps + [.max]
    }()
}
