import Scenarios
import Simulation

/// `series.csv`: a line for each second, RFC 4180, with a head. Times are whole nanoseconds; a cell
/// is empty where there is nothing to say.
public enum SeriesCSV {
    public static func text(_ report: RunReport) -> String {
        let seconds = report.seconds
        let processes = report.sampledProcesses
        var head = ["second"] + RunPart.Column.allCases.map(\.name)
        for name in ["decision_latency", "generator_lag"] {
            head += ["p50_ns", "p99_ns", "max_ns"].map { "\(name)_\($0)" }
        }
        for process in processes {
            let name = process.name.replacing(" ", with: "_")
            head += ["\(name)_cpu_share", "\(name)_rss_bytes"]
        }
        var text = head.joined(separator: ",") + "\r\n"
        let samples = Samples(report.samples)
        for second in 0..<max(seconds.count, report.sampledSeconds) {
            var cells = ["\(second)"]
            if second < seconds.count {
                cells += seconds[second].numbers.map(String.init)
                for times in [seconds[second].latency, seconds[second].lag] {
                    cells += times.map { ["\($0.p50)", "\($0.p99)", "\($0.max)"] } ?? ["", "", ""]
                }
            } else {
                cells += repeatElement("", count: RunPart.Column.allCases.count + 6)
            }
            for process in processes { cells += samples.cells(process, second) }
            text += cells.joined(separator: ",") + "\r\n"
        }
        return text
    }

    private struct Samples {
        private struct Key: Hashable {
            var process: ProcessName
            var second: Int
        }

        private var known: [Key: ProcessSample] = [:]

        init(_ samples: [ProcessSample]) {
            for sample in samples {
                let process = ProcessName(role: sample.role, index: sample.index)
                known[Key(process: process, second: sample.second)] = sample
            }
        }

        func cells(_ process: ProcessName, _ second: Int) -> [String] {
            guard let sample = known[Key(process: process, second: second)] else {
                return ["", ""]
            }
            let share = Quantity.decimal(sample.cpuShareBillionths, per: 1_000_000_000, places: 6)
            return [share, "\(sample.residentByteCount)"]
        }
    }
}
