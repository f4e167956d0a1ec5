import Simulation
import Statistics
public import Zlib

/// `latency.hlog`: the times of a run as a HdrHistogram log. Seconds count from the run's start.
///
/// Decision latency and generator lag have an interval for each second, warm-up included; the other
/// times have one for the whole run, without it. Each is told by its tag, the metric's name.
public enum LatencyLog {
    public static func text(_ report: RunReport) throws(ZlibError) -> String {
        var log = HistogramLog(
            startNanoseconds: 0, comment: "\(report.name), seed \(report.seed), nanoseconds")
        let series = report.part.series
        for second in 0..<series.secondCount {
            let times = series.histograms(second: second)
            for column in RunPart.TimedColumn.allCases {
                let histogram = times[column.rawValue]
                if histogram.count == 0 { continue }
                try log.add(
                    histogram, tag: column.name,
                    startNanoseconds: UInt64(second) * 1_000_000_000,
                    lengthNanoseconds: 1_000_000_000)
            }
        }
        let bySecond = RunPart.TimedColumn.allCases.map(\.name)
        for kind in Meter.Kind.allCases where kind != .queueDepth && !bySecond.contains(kind.name) {
            let histogram = report.part.meter[kind]
            if histogram.count == 0 { continue }
            try log.add(
                histogram, tag: kind.name, startNanoseconds: 0,
                lengthNanoseconds: report.duration.modelNanoseconds)
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
