import Auditing
import Devices
import Scenarios
import Simulation
import Statistics

/// A run on one screen: what ran, the verdict and why, times, a histogram, violations.
public struct Summary: Sendable {
    /// Rules of which violations are shown, those with the most first.
    static let ruleBound = 5
    static let reasonBound = 4
    static let failureBound = 5
    static let histogramLines = 7

    public var style: Style

    public init(style: Style) { self.style = style }

    public func text(_ report: RunReport) -> String {
        let above = [
            head(report), verdict(report), thresholds(report), times(report), histogram(report),
        ]
        let below = [failures(report), violations(report), foot(report)]
        func joined(_ parts: [String]) -> String {
            parts.filter { !$0.isEmpty }.joined(separator: "\n")
        }
        // One more drawing, if all still fits the screen, with the line below to type on.
        let all = joined(above + [curve(report)] + below)
        let lineCount = all.utf8.count { $0 == 0x0A } + 1
        if let rows = style.rows, lineCount <= rows { return all }
        return joined(above + below)
    }

    private func head(_ report: RunReport) -> String {
        let part = report.part
        let duration = report.duration
        var text =
            style.paint(report.name, .bold) + "  \(report.mode.rawValue), seed \(report.seed)"
        text += ", \(report.workers) worker\(report.workers == 1 ? "" : "s")\n"
        var crowd = "  \(Quantity.count(part.sessions, "session")), "
        crowd += "\(Quantity.count(part.counters[.events], "event")) in "
        crowd += Quantity.duration(duration.modelNanoseconds)
        if report.warmupNanoseconds > 0 {
            crowd += " (first \(Quantity.duration(report.warmupNanoseconds)) left out)"
        }
        var effort = "  \(Quantity.duration(duration.wallNanoseconds)) on the clock, "
        effort += "\(Quantity.duration(duration.cpuNanoseconds)) of CPU, "
        effort += Quantity.rate(part.allEvents, nanoseconds: duration.wallNanoseconds)
        effort += report.mode == .virtual ? " simulated" : ""
        return text + style.folded(crowd) + "\n" + style.folded(effort) + "\n" + spinning(report)
    }

    private func spinning(_ report: RunReport) -> String {
        let shares = report.processes.compactMap(\.spinShareBillionths)
        guard let most = shares.max() else { return "" }
        let tenths = (most + 500_000) / 1_000_000
        return "  \(tenths / 10).\(tenths % 10) % of a worker's CPU spent spinning\n"
    }

    private func verdict(_ report: RunReport) -> String {
        let word = report.verdict.rawValue.uppercased()
        let colour: Style.Colour =
            switch report.verdict {
            case .pass: .green
            case .fail, .error: .red
            case .invalid, .interrupted: .yellow
            }
        var text = style.paint(word, colour) + (report.isPartial ? "  (partial)" : "") + "\n"
        let reasons = report.reasons
        for reason in reasons.prefix(Self.reasonBound) {
            text += style.folded("  \(style.spelled(reason))") + "\n"
        }
        if reasons.count > Self.reasonBound {
            let rest = reasons.count - Self.reasonBound
            text += "  and \(rest) more reason\(rest == 1 ? "" : "s")\n"
        }
        return text
    }

    private func thresholds(_ report: RunReport) -> String {
        let results = report.thresholdResults
        guard !results.isEmpty else { return "" }
        var rows = [["threshold", "value", "n", ""]]
        for result in results {
            rows.append([
                result.that, result.value.map { Quantity.text($0) } ?? "no data",
                Quantity.count(result.count), result.passed ? "ok" : "FAIL",
            ])
        }
        let table = TextTable(rows: rows, leftColumns: [0, 3]).fitting(style.columns, without: [2])
        if table.width <= style.columns { return table.text }
        // The same in words.
        return rows.dropFirst().map { row in
            style.folded("  \(row[3]): \(row[0]), got \(row[1])") + "\n"
        }.joined()
    }

    private func times(_ report: RunReport) -> String {
        var rows = [["time", "n", "p50", "p90", "p99", "p99.9", "max"]]
        for kind in Meter.Kind.allCases where kind != .queueDepth {
            let histogram = report.part.meter[kind]
            guard histogram.count > 0 else { continue }
            let percentiles = [Percentile.p50, .p90, .p99, .p999].map {
                Quantity.duration(histogram.boundedValue(at: $0) ?? 0)
            }
            rows.append(
                [kind.name, Quantity.short(histogram.count)] + percentiles
                    + [Quantity.duration(histogram.max ?? 0)])
        }
        guard rows.count > 1 else { return "" }
        let table = TextTable(rows: rows).fitting(style.columns, without: [5, 3, 1])
        if table.width <= style.columns { return table.text }
        // Kinds of one time stand below it: the name that they share is left out.
        let short = rows.map { row in
            [row[0].firstIndex(of: ".").map { "  " + row[0][$0...] } ?? row[0]] + row.dropFirst()
        }
        return TextTable(rows: short).fitting(style.columns, without: [5, 3, 1, 2]).text
    }

    /// What is drawn: the first that has anything to show.
    private func drawn(_ report: RunReport) -> Meter.Kind? {
        let kinds: [Meter.Kind] = [.decisionLatency, .timerLateness]
        return kinds.first { kind in
            let histogram = report.part.meter[kind]
            return (histogram.max ?? 0) > (histogram.min ?? 0)
        }
    }

    private func curve(_ report: RunReport) -> String {
        drawn(report).map { PercentileCurve(report.part.meter[$0]).text(style) } ?? ""
    }

    private func histogram(_ report: RunReport) -> String {
        guard let kind = drawn(report) else { return "" }
        let drawing = Chart(style: style).histogram(
            report.part.meter[kind], lines: Self.histogramLines, width: min(style.columns - 34, 60))
        return "  \(kind.name)\n" + drawing
    }

    private func failures(_ report: RunReport) -> String {
        guard !report.failures.isEmpty else { return "" }
        var text = "  failures\n"
        for failure in report.failures.prefix(Self.failureBound) {
            var line = "  \(style.spelled(failure.place)): \(style.spelled(failure.subject))"
            line += ", \(style.spelled(failure.actual))"
            text += style.folded(line) + "\n"
        }
        let rest = report.expectations.failed - min(report.failures.count, Self.failureBound)
        return rest > 0 ? text + "  and \(rest) more\n" : text
    }

    private func violations(_ report: RunReport) -> String {
        let part = report.part
        guard part.violationTotal > 0 else { return "" }
        let rules = Rule.allCases.filter { part.violations[$0.index] > 0 }
            .sorted { part.violations[$0.index] > part.violations[$1.index] }
        var text = "  violations\n"
        var shown = ""
        for rule in rules.prefix(Self.ruleBound) {
            let name = rule.rawValue.padded(to: 20)
            var line = "  \(name)  \(Quantity.count(part.violations[rule.index]))"
            let first = part.firsts.first { $0.rule == rule }
            if let first {
                line += ", first in session \(first.session) at \(Quantity.duration(first.at))"
            }
            text += "  " + style.paint(name, .red) + style.folded(line).dropFirst(2 + name.count)
            if let first {
                // Not folded: it is there to be copied.
                let command = style.spelled(report.reproduction(of: first.session))
                if command != shown { text += "\n    " + command }
                shown = command
            }
            text += "\n"
        }
        let rest = rules.count - Self.ruleBound
        if rest > 0 { text += "  and \(rest) more rule\(rest == 1 ? "" : "s")\n" }
        if report.mode == .live && report.namesSessions {
            text += "  (replayed in virtual time; what real timing brought about may not show)\n"
        }
        return text
    }

    private func foot(_ report: RunReport) -> String {
        style.folded("  digest \(report.digestText), scenario \(report.hash)", indent: 2) + "\n"
    }
}

extension RunReport {
    /// The command that shows a session's violations again, with what led to them: virtual time is
    /// the same each time.
    public func reproduction(of session: UInt32) -> String {
        var words = ["locksim", "run", RunReport.shellWord(path), "--seed", "\(seed)"]
        if namesSessions { words += ["--session", "\(session)"] }
        words += ["--mode", "virtual"]
        for override in overrides { words += ["--set", RunReport.shellWord(override)] }
        return words.joined(separator: " ")
    }

    /// Quoted where a shell would take it apart.
    static func shellWord(_ text: String) -> String {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x2B...0x3A).contains(byte) || byte == 0x5F || byte == 0x3D
            }
        if isPlain { return text }
        let quote: Character = "'"
        return "'" + text.map { $0 == quote ? "'\\''" : String($0) }.joined() + "'"
    }
}
