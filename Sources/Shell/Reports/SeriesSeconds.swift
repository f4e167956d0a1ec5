import Scenarios
import Simulation
import Statistics

/// One second of a run, for files and charts.
struct SeriesSecond {
    struct Times {
        var p50: UInt64
        var p99: UInt64
        var max: UInt64

        /// Nil where there are none.
        init?(_ histogram: Histogram) {
            guard let p50 = histogram.boundedValue(at: .p50),
                let p99 = histogram.boundedValue(at: .p99), let max = histogram.max
            else { return nil }
            self.p50 = p50
            self.p99 = p99
            self.max = max
        }
    }

    var numbers: [UInt64]
    /// Live only.
    var latency: Times?
    var lag: Times?

    func number(_ column: RunPart.Column) -> UInt64 { numbers[column.rawValue] }
}

/// A process by role and index.
struct ProcessName: Hashable {
    var role: ProcessFacts.Role
    var index: Int

    /// `driver`, `worker 0`.
    var name: String { role == .driver ? "driver" : "\(role.rawValue) \(index)" }
}

extension RunReport {
    var seconds: [SeriesSecond] {
        let series = part.series
        return (0..<series.secondCount).map { second in
            let times = series.histograms(second: second)
            return SeriesSecond(
                numbers: RunPart.Column.allCases.map {
                    series.counter($0.rawValue, second: second)
                },
                latency: .init(times[RunPart.TimedColumn.decisionLatency.rawValue]),
                lag: .init(times[RunPart.TimedColumn.generatorLag.rawValue]))
        }
    }

    /// In the order in which they come up.
    var sampledProcesses: [ProcessName] {
        var known: [ProcessName] = []
        for sample in samples {
            let name = ProcessName(role: sample.role, index: sample.index)
            if !known.contains(name) { known.append(name) }
        }
        return known
    }

    var sampledSeconds: Int { (samples.map(\.second).max() ?? -1) + 1 }

    /// On the clock of the series: model time, or live what the clock showed.
    var warmupOnSeries: UInt64 {
        guard mode == .live, duration.modelNanoseconds > 0 else { return warmupNanoseconds }
        let product = UInt128(warmupNanoseconds) * UInt128(duration.wallNanoseconds)
        return UInt64(clamping: product / UInt128(duration.modelNanoseconds))
    }
}
