import Auditing
import Devices
import Scenarios
import Simulation

/// `::error` lines, which GitHub shows beside the lines of the scenario they are about.
public enum GitHubAnnotations {
    /// GitHub shows ten errors of a step.
    public static let bound = 10

    /// Each with its end; empty where all is well.
    public static func text(_ reports: [RunReport]) -> String {
        var lines: [String] = []
        for report in reports where report.exitCode != 0 { lines += annotations(report) }
        let shown = lines.prefix(bound)
        var text = shown.map { $0 + "\n" }.joined()
        if lines.count > bound {
            text += line(nil, "and \(lines.count - bound) more; see the summary") + "\n"
        }
        return text
    }

    /// Of a scenario that could not be read.
    public static func error(
        file: String, line: Int?, column: Int?, _ message: String
    ) -> String {
        self.line(Place(file: file, line: line, column: column), message) + "\n"
    }

    private static func annotations(_ report: RunReport) -> [String] {
        var lines: [String] = []
        for failure in report.failures {
            let message = "expected \(failure.expected), actual \(failure.actual)"
            lines.append(line(Place(failure.place), failure.subject + ": " + message))
        }
        for (threshold, result) in zip(report.thresholds, report.thresholdResults)
        where !result.passed {
            let value = result.value.map { "got " + Quantity.text($0) } ?? "no data"
            let place = Place(
                file: report.path, line: threshold.position.line,
                column: threshold.position.column)
            lines.append(line(place, "threshold \(result.that): \(value)"))
        }
        for rule in report.isScript ? [] : report.brokenRules {
            let first = report.part.firsts.first { $0.rule == rule }
            let again = first.map { "\n" + report.reproduction(of: $0.session) } ?? ""
            let count = Quantity.count(report.part.violations[rule.index])
            lines.append(
                line(
                    Place(file: report.path, line: 1, column: nil),
                    "\(count) × \(rule.rawValue): \(rule.meaning)\(again)"))
        }
        if lines.isEmpty {
            let reasons = report.reasons.joined(separator: "\n")
            lines.append(line(Place(file: report.path, line: 1, column: nil), reasons))
        }
        return lines
    }

    struct Place: Hashable {
        var file: String
        var line: Int?
        var column: Int?

        init(file: String, line: Int?, column: Int?) {
            self.file = file
            self.line = line
            self.column = column
        }

        /// Of `file:line:column`, where the file's name may have colons too.
        init(_ text: String) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            let numbers = parts.suffix(2).map { Int($0) }
            if parts.count > 2, let line = numbers[0], let column = numbers[1] {
                self.init(
                    file: parts.dropLast(2).joined(separator: ":"), line: line, column: column)
            } else {
                self.init(file: text, line: nil, column: nil)
            }
        }
    }

    static func line(_ place: Place?, _ message: String) -> String {
        var properties: [String] = []
        if let place {
            properties.append("file=" + escapedProperty(place.file))
            if let line = place.line { properties.append("line=\(line)") }
            if let column = place.column { properties.append("col=\(column)") }
        }
        let head = properties.isEmpty ? "" : " " + properties.joined(separator: ",")
        return "::error\(head)::\(escaped(message))"
    }

    /// As actions/toolkit has it.
    static func escaped(_ text: String) -> String {
        text.escaping { scalar in
            switch scalar {
            case "%": "%25"
            case "\r": "%0D"
            case "\n": "%0A"
            default: nil
            }
        }
    }

    static func escapedProperty(_ text: String) -> String {
        escaped(text).escaping { $0 == ":" ? "%3A" : $0 == "," ? "%2C" : nil }
    }
}
