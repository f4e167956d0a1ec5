/// Scripts on a screen: a line each, and what failed.
public struct ScriptText: Sendable {
    /// Failures of one script that are shown, the others counted.
    static let failureBound = 10
    static let trailBound = 12

    public var style: Style

    public init(style: Style) { self.style = style }

    /// `ok    clock-set-back  3 expectations`.
    public func line(_ report: RunReport) -> String {
        let isGood = report.exitCode == 0
        let mark = isGood ? "ok  " : "FAIL"
        let facts = report.expectations
        let counts =
            isGood || facts.failed == 0
            ? "\(facts.checked) expectation\(facts.checked == 1 ? "" : "s")"
            : "\(facts.failed) of \(facts.checked) expectations failed"
        let width = min(max(style.columns - 40, 24), 56)
        var line = "\(mark)  \(report.name.padded(to: width))  \(counts)"
        if !isGood && facts.failed == 0, let reason = report.reasons.first { line += ": \(reason)" }
        return style.paint(mark, isGood ? .green : .red)
            + style.folded(line, indent: 6).dropFirst(mark.count) + "\n"
    }

    /// Expected and actual side by side, and the last events before.
    public func details(_ report: RunReport) -> String {
        var text = ""
        var trail: [String] = []
        for failure in report.failures.prefix(Self.failureBound) {
            text += "  \(style.paint(style.spelled(failure.place), .bold)): "
            text += style.spelled(failure.subject) + "\n"
            text += sideBySide(failure)
            // Those of one step have one trail.
            guard !failure.trail.isEmpty, failure.trail != trail else { continue }
            trail = failure.trail
            text += "    last events\n"
            for line in trail.suffix(Self.trailBound) {
                text += style.paint(style.folded("    " + style.spelled(line)), .dim) + "\n"
            }
        }
        let rest = report.failures.count - Self.failureBound
        if rest > 0 { text += "  and \(rest) more\n" }
        for result in report.thresholdResults where !result.passed {
            let value = result.value.map { Quantity.text($0) } ?? "no data"
            text += "  threshold \(result.that): got \(value)\n"
        }
        return text
    }

    /// `165 passed, 0 failed`.
    public func total(_ reports: [RunReport]) -> String {
        let failed = reports.filter { $0.exitCode != 0 }.count
        let text = "\(reports.count - failed) passed, \(failed) failed"
        return style.paint(text, failed == 0 ? .green : .red) + "\n"
    }

    private func sideBySide(_ failure: ReportedFailure) -> String {
        let expected = "expected  " + style.spelled(failure.expected)
        let actual = "actual  " + style.spelled(failure.actual)
        let half = (style.columns - 8) / 2
        if expected.count <= half && actual.count <= half {
            return "    \(expected.padded(to: half))  \(actual)\n"
        }
        return "    \(expected)\n    actual    \(style.spelled(failure.actual))\n"
    }
}
