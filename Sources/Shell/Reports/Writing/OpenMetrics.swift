import Devices
import Scenarios
import Simulation
import Statistics

/// `metrics.om`: OpenMetrics 1.0, for a Prometheus textfile collector, push gateway or backfill.
///
/// Families stand together with all runs in them, as the format asks; times are histograms, which
/// add up over runs, where percentiles would not. Counts are gauges: they are facts of a run that
/// is over, and so the text is good in Prometheus' older format, which names counters otherwise.
public enum OpenMetrics {
    public static func text(_ reports: [RunReport]) -> String {
        var text = ""
        let runs = reports.enumerated().map { index, report in
            (report, labels(report, reports.count > 1 ? index : nil))
        }
        verdicts(runs, &text)
        counters(runs, &text)
        violations(runs, &text)
        thresholds(runs, &text)
        times(runs, &text)
        processes(runs, &text)
        return text + "# EOF\n"
    }

    private typealias Runs = [(report: RunReport, labels: [(String, String)])]

    private static func labels(_ report: RunReport, _ index: Int?) -> [(String, String)] {
        var labels = [
            ("scenario", report.name), ("mode", report.mode.rawValue), ("queue", report.timerQueue),
            ("seed", String(report.seed)),
        ]
        if let index { labels.append(("run", String(index))) }
        return labels
    }

    // MARK: Families

    private static func verdicts(_ runs: Runs, _ text: inout String) {
        head("locksim_run", "gauge", "What ran; always 1.", &text)
        for (report, labels) in runs {
            let more = [
                ("version", Version.text), ("hash", report.hash), ("digest", report.digestText),
                ("verdict", report.verdict.rawValue),
            ]
            sample("locksim_run", labels + more, "1", &text)
        }
        head("locksim_verdict", "gauge", "1 for what came of it, else 0.", &text)
        let words = ["pass", "fail", "invalid", "error", "interrupted"]
        for (report, labels) in runs {
            for word in words {
                sample(
                    "locksim_verdict", labels + [("verdict", word)],
                    report.verdict.rawValue == word ? "1" : "0", &text)
            }
        }
        let durations: [(String, String, (RunReport) -> UInt64)] = [
            (
                "model", "Length of the run on the clock of its sessions.",
                \.duration.modelNanoseconds
            ),
            ("wall", "Length of the run by the clock.", \.duration.wallNanoseconds),
            ("cpu", "CPU of all processes.", \.duration.cpuNanoseconds),
        ]
        for (name, help, value) in durations {
            head("locksim_\(name)_seconds", "gauge", help, unit: "seconds", &text)
            for (report, labels) in runs {
                sample("locksim_\(name)_seconds", labels, seconds(value(report)), &text)
            }
        }
        head("locksim_sessions", "gauge", "Sessions that took part.", &text)
        for (report, labels) in runs {
            sample("locksim_sessions", labels, String(report.part.sessions), &text)
        }
    }

    private static func counters(_ runs: Runs, _ text: inout String) {
        for kind in Counters.Kind.allCases {
            let name = "locksim_" + kind.name.replacing(".", with: "_")
            head(name, "gauge", "Without the warm-up, as in result.json.", &text)
            for (report, labels) in runs {
                sample(name, labels, String(report.part.counters[kind]), &text)
            }
        }
        let more: [(String, String, (RunReport) -> UInt64)] = [
            ("timers_early", "Timers fired before their deadline.", \.part.timersEarly),
            ("timers_lost", "Timers that never fired.", \.part.timersLost),
            ("overflows", "Events that a full queue refused.", \.part.overflows),
            ("sessions_lost", "Sessions of processes that died.", \.part.sessionsLost),
            ("late_sends", "Events sent more than a millisecond late.", \.part.lateSends),
        ]
        for (name, help, value) in more {
            head("locksim_\(name)", "gauge", help, &text)
            for (report, labels) in runs {
                sample("locksim_\(name)", labels, String(value(report)), &text)
            }
        }
    }

    private static func violations(_ runs: Runs, _ text: inout String) {
        head("locksim_violations", "gauge", "Broken rules.", &text)
        for (report, labels) in runs {
            for rule in Rule.allCases {
                sample(
                    "locksim_violations", labels + [("rule", rule.rawValue)],
                    String(report.part.violations[rule.index]), &text)
            }
        }
    }

    private static func thresholds(_ runs: Runs, _ text: inout String) {
        guard runs.contains(where: { !$0.report.thresholds.isEmpty }) else { return }
        head("locksim_threshold_passed", "gauge", "1 where a threshold is met, else 0.", &text)
        for (report, labels) in runs {
            var known: Set<String> = []
            // One that a file states twice is one here.
            for result in report.thresholdResults where known.insert(result.that).inserted {
                sample(
                    "locksim_threshold_passed", labels + [("that", result.that)],
                    result.passed ? "1" : "0", &text)
            }
        }
    }

    private static func times(_ runs: Runs, _ text: inout String) {
        for kind in Meter.Kind.allCases where kind != .queueDepth {
            guard runs.contains(where: { $0.report.part.meter[kind].count > 0 }) else { continue }
            let name = "locksim_" + kind.name.replacing(".", with: "_") + "_seconds"
            let meaning = MetricTable.rows.first { $0.name == kind.name }?.meaning ?? ""
            head(name, "histogram", meaning, unit: "seconds", &text)
            for (report, labels) in runs where report.part.meter[kind].count > 0 {
                histogram(name, labels, report.part.meter[kind], &text)
            }
        }
    }

    private static func histogram(
        _ name: String, _ labels: [(String, String)], _ values: Histogram, _ text: inout String
    ) {
        for bound in bounds {
            sample(
                name + "_bucket", labels + [("le", float(seconds(bound)))],
                String(values.count(upTo: bound)), &text)
        }
        sample(name + "_bucket", labels + [("le", "+Inf")], String(values.count), &text)
        sample(name + "_count", labels, String(values.count), &text)
        sample(name + "_sum", labels, seconds(UInt64(clamping: values.total)), &text)
    }

    /// 100 ns to 1000 s in steps of 1, 2, 5.
    private static let bounds = BucketCounts.ladder.filter {
        $0 >= 100 && $0 <= 1_000_000_000_000
    }

    private static func processes(_ runs: Runs, _ text: inout String) {
        let families: [(String, String, String?, (ProcessFacts) -> String)] = [
            (
                "locksim_process_cpu_ratio", "CPU of one core.", "ratio",
                { Quantity.decimal($0.cpuShareBillionths, per: 1_000_000_000, places: 9) }
            ),
            (
                "locksim_process_resident_bytes", "Memory in RAM at the end.", "bytes",
                { String($0.residentByteCount) }
            ),
        ]
        for (name, help, unit, value) in families {
            head(name, "gauge", help, unit: unit, &text)
            for (report, labels) in runs {
                for process in report.processes {
                    let more = [("role", process.role.rawValue), ("index", String(process.index))]
                    sample(name, labels + more, value(process), &text)
                }
            }
        }
    }

    // MARK: Lines

    private static func head(
        _ name: String, _ type: String, _ help: String, unit: String? = nil, _ text: inout String
    ) {
        text += "# TYPE \(name) \(type)\n"
        if let unit { text += "# UNIT \(name) \(unit)\n" }
        text += "# HELP \(name) \(escaped(help))\n"
    }

    private static func sample(
        _ name: String, _ labels: [(String, String)], _ value: String, _ text: inout String
    ) {
        let pairs = labels.map { "\($0.0)=\"\(escaped($0.1))\"" }.joined(separator: ",")
        text += "\(name){\(pairs)} \(value)\n"
    }

    static func escaped(_ text: String) -> String {
        text.escaping { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            // Readers differ on whether it ends a line.
            case "\r": " "
            default: nil
            }
        }
    }

    private static func seconds(_ nanoseconds: UInt64) -> String {
        Quantity.decimal(nanoseconds, per: 1_000_000_000, places: 9)
    }

    /// Bounds are floats in their canonical form: `1.0` and not `1`.
    private static func float(_ digits: String) -> String {
        digits.contains(".") ? digits : digits + ".0"
    }
}
