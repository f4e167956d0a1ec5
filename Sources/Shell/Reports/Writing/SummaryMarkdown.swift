import Auditing
import Devices
import Scenarios
import Simulation
import Statistics

/// `summary.md`: what a job's page shows of its runs, in GitHub's Markdown. At most about 60 kB,
/// well below the megabyte a step may write there.
public enum SummaryMarkdown {
    static let detailBound = 20
    static let failureBound = 10

    public static func text(_ reports: [RunReport]) -> String {
        if reports.count == 1 { return detail(reports[0]) }
        let failed = reports.filter { $0.exitCode != 0 }
        var text = "## locksim: \(reports.count - failed.count) passed, \(failed.count) failed\n\n"
        for report in failed.prefix(detailBound) { text += detail(report) + "\n" }
        let rest = failed.count - detailBound
        if rest > 0 { text += "and \(rest) more that failed\n\n" }
        text += "<details><summary>All runs</summary>\n\n| | run | what |\n| --- | --- | --- |\n"
        for report in reports.prefix(500) {
            let what = report.reasons.first ?? "\(report.expectations.checked) expectations"
            text += "| \(mark(report)) | \(cell(report.path)) | \(cell(what)) |\n"
        }
        return text + "\n</details>\n"
    }

    private static func mark(_ report: RunReport) -> String {
        switch report.verdict {
        case .pass: "✅"
        case .fail, .error: "❌"
        case .invalid, .interrupted: "⚠️"
        }
    }

    private static func detail(_ report: RunReport) -> String {
        let part = report.part
        var text = "### \(mark(report)) \(cell(report.name)): \(report.verdict.rawValue)\n\n"
        text += "\(report.mode.rawValue), seed \(report.seed), "
        text += "\(Quantity.count(part.sessions, "session")), "
        text += "\(Quantity.count(part.counters[.events], "event")) in "
        text += "\(Quantity.duration(report.duration.modelNanoseconds)), digest "
        text += "`\(report.digestText)`\n\n"
        for reason in report.reasons.prefix(failureBound) { text += "- \(cell(reason))\n" }
        if !report.reasons.isEmpty { text += "\n" }
        return text + thresholds(report) + failures(report) + violations(report) + times(report)
    }

    private static func thresholds(_ report: RunReport) -> String {
        let results = report.thresholdResults
        guard !results.isEmpty else { return "" }
        var text = "| | threshold | value | n |\n| --- | --- | ---: | ---: |\n"
        for result in results {
            let value = result.value.map { Quantity.text($0) } ?? "no data"
            text += "| \(result.passed ? "✅" : "❌") | \(code(result.that)) | \(value) | "
            text += "\(Quantity.count(result.count)) |\n"
        }
        return text + "\n"
    }

    private static func failures(_ report: RunReport) -> String {
        guard !report.failures.isEmpty else { return "" }
        var text = "| place | subject | expected | actual |\n| --- | --- | --- | --- |\n"
        for failure in report.failures.prefix(failureBound) {
            text += "| \(code(failure.place)) | \(cell(failure.subject)) | "
            text += "\(cell(failure.expected)) | \(cell(failure.actual)) |\n"
        }
        let rest = report.expectations.failed - min(report.failures.count, failureBound)
        return text + (rest > 0 ? "\nand \(rest) more\n" : "") + "\n"
    }

    private static func violations(_ report: RunReport) -> String {
        guard report.part.violationTotal > 0 else { return "" }
        var text = "| rule | violations | shows it again |\n| --- | ---: | --- |\n"
        for rule in report.brokenRules {
            let first = report.part.firsts.first { $0.rule == rule }
            let command = first.map { code(report.reproduction(of: $0.session)) } ?? ""
            text += "| \(rule.rawValue) | \(Quantity.count(report.part.violations[rule.index])) | "
            text += "\(command) |\n"
        }
        return text + "\n"
    }

    private static func times(_ report: RunReport) -> String {
        let kinds = Meter.Kind.allCases.filter {
            $0 != .queueDepth && report.part.meter[$0].max ?? 0 > 0
        }
        guard !kinds.isEmpty else { return "" }
        var text = "<details><summary>Times</summary>\n\n| time | n | p50 | p99 | p99.9 | max |\n"
        text += "| --- | ---: | ---: | ---: | ---: | ---: |\n"
        for kind in kinds {
            let histogram = report.part.meter[kind]
            let values = [Percentile.p50, .p99, .p999, .p100].map {
                Quantity.duration(histogram.boundedValue(at: $0) ?? 0)
            }
            text += "| \(kind.name) | \(Quantity.short(histogram.count)) | "
            text += values.joined(separator: " | ") + " |\n"
        }
        return text + "\n</details>\n\n"
    }

    /// One line, with nothing in it that Markdown or HTML would take for its own.
    static func cell(_ text: String) -> String {
        var safe = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": safe += "&amp;"
            case "<": safe += "&lt;"
            case ">": safe += "&gt;"
            case "\n", "\r": safe += " "
            case "\\", "`", "*", "_", "{", "}", "[", "]", "#", "|", "~", "!", "@", "$":
                safe += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: safe += "?"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    private static func code(_ text: String) -> String { "<code>\(cell(text))</code>" }
}
