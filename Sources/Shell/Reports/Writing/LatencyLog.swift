import Scenarios
import Simulation
import Statistics
public import Zlib

/// `latency.hlog`: the times of a run as a HdrHistogram log. Seconds count from the run's start, on
/// the clock of its series.
///
/// In live runs decision latency and generator lag have an interval for each second, those of the
/// warm-up under a tag of their own, so that an interval belongs to one or the other and totals are
/// without it but for what was under way as it ended. The other times have one interval for all
/// behind the warm-up. Each is told by its tag, the metric's name.
public enum LatencyLog {
    static let warmupTag = ".warmup"

    public static func text(_ report: RunReport) throws(ZlibError) -> String {
        var log = HistogramLog(
            startNanoseconds: 0, comment: "\(report.name), seed \(report.seed), nanoseconds")
        let series = report.part.series
        let second: UInt64 = 1_000_000_000
        let warmup = report.warmupOnSeries
        var bySecond: Set<String> = []
        for number in 0..<series.secondCount {
            let start = UInt64(number) * second
            let times = series.histograms(second: number)
            for column in RunPart.TimedColumn.allCases where times[column.rawValue].count > 0 {
                bySecond.insert(column.name)
                let isWarmup = start + second / 2 < warmup
                try log.add(
                    times[column.rawValue], tag: column.name + (isWarmup ? warmupTag : ""),
                    startNanoseconds: start, lengthNanoseconds: second)
            }
        }
        let isLive = report.mode == .live
        let whole =
            isLive ? report.duration.wallNanoseconds : report.duration.modelNanoseconds
        for kind in Meter.Kind.allCases where kind != .queueDepth && !bySecond.contains(kind.name) {
            let histogram = report.part.meter[kind]
            if histogram.count == 0 { continue }
            try log.add(
                histogram, tag: kind.name, startNanoseconds: warmup,
                lengthNanoseconds: whole > warmup ? whole - warmup : 0)
        }
        return log.text
    }
}

extension RunPart.TimedColumn {
    fileprivate var name: String {
        switch self {
        case .decisionLatency: "decision_latency"
        case .generatorLag: "generator_lag"
        }
    }
}
