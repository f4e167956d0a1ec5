import Auditing
import Devices
import Scenarios
import Simulation

/// JUnit's XML, as Jenkins' schema has it (junit-10.xsd of its xUnit plugin), which GitHub's
/// reporters and GitLab read too: a suite for each run, in it a case for the scenario itself, for
/// each threshold and for each expectation.
///
/// That schema has no place for a case's line, so what failed begins with its `file:line:column`.
/// What says nothing about the engine, such as a lost process or a generator that could not keep
/// up, is an error and no failure.
public enum JUnit {
    public static func text(_ reports: [RunReport]) -> String {
        let suites = zip(reports, names(of: reports)).map { Suite($0, name: $1) }
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        let cases = suites.flatMap(\.cases)
        let nanoseconds = reports.reduce(0) { $0 &+ $1.duration.wallNanoseconds }
        text += "<testsuites name=\"locksim\" \(counts(cases, nanoseconds))>\n"
        for suite in suites { text += suite.text }
        return text + "</testsuites>\n"
    }

    /// The path; of a scenario that ran more than once with the queue, and with a number where that
    /// is not enough.
    private static func names(of reports: [RunReport]) -> [String] {
        let paths = Dictionary(grouping: reports.indices) { reports[$0].path }
        let queues = Dictionary(grouping: reports.indices) {
            [reports[$0].path, reports[$0].timerQueue]
        }
        return reports.indices.map { index in
            let (path, queue) = (reports[index].path, reports[index].timerQueue)
            let alike = queues[[path, queue]] ?? []
            guard let place = alike.firstIndex(of: index), alike.count > 1 else {
                return paths[path]?.count == 1 ? path : "\(path) (\(queue))"
            }
            return "\(path) (\(queue), run \(place + 1))"
        }
    }

    fileprivate static func counts(_ cases: [Case], _ nanoseconds: UInt64) -> String {
        let failures = cases.count { $0.outcome?.isError == false }
        let errors = cases.count { $0.outcome?.isError == true }
        return "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" "
            + "time=\"\(seconds(nanoseconds))\""
    }

    fileprivate static func seconds(_ nanoseconds: UInt64) -> String {
        Quantity.decimal(nanoseconds, per: 1_000_000_000, places: 3)
    }

    /// XML 1.0 has no way to write control characters; a question mark stands for them.
    static func escaped(_ string: String) -> String {
        var text = ""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\n", "\t": text.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                text += "?"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

private struct Case {
    struct Outcome {
        var isError: Bool
        var type: String
        var message: String
        var details = ""
    }

    var name: String
    var nanoseconds: UInt64 = 0
    /// Nil: passed.
    var outcome: Outcome?

    func text(className: String) -> String {
        var text = "    <testcase classname=\"\(JUnit.escaped(className))\""
        text += " name=\"\(JUnit.escaped(name))\" time=\"\(JUnit.seconds(nanoseconds))\""
        guard let outcome else { return text + "/>\n" }
        let element = outcome.isError ? "error" : "failure"
        text += ">\n      <\(element) type=\"\(JUnit.escaped(outcome.type))\""
        text += " message=\"\(JUnit.escaped(oneLine(outcome.message)))\">"
        return text + JUnit.escaped(outcome.details) + "</\(element)>\n    </testcase>\n"
    }

    /// An attribute's line ends would be read as spaces anyway.
    private func oneLine(_ text: String) -> String {
        text.split(separator: "\n").joined(separator: " ")
    }
}

private struct Suite {
    let report: RunReport
    let name: String
    let cases: [Case]

    init(_ report: RunReport, name: String) {
        self.report = report
        self.name = name
        cases =
            [Self.scenario(report)] + Self.thresholds(report) + Self.expectations(report)
    }

    var text: String {
        let counts = JUnit.counts(cases, report.duration.wallNanoseconds)
        var text = "  <testsuite name=\"\(JUnit.escaped(name))\" \(counts) skipped=\"0\""
        text += " file=\"\(JUnit.escaped(report.path))\">\n    <properties>\n"
        for (name, value) in [
            ("scenario", report.name), ("mode", report.mode.rawValue), ("queue", report.timerQueue),
            ("seed", String(report.seed)), ("hash", report.hash), ("digest", report.digestText),
            ("exit_code", String(report.exitCode)),
        ] {
            text += "      <property name=\"\(name)\" value=\"\(JUnit.escaped(value))\"/>\n"
        }
        text += "    </properties>\n"
        for one in cases { text += one.text(className: name) }
        return text + "  </testsuite>\n"
    }

    /// What is wrong with the run beyond its thresholds and expectations.
    private static func scenario(_ report: RunReport) -> Case {
        var result = Case(name: report.name)
        result.nanoseconds = report.duration.wallNanoseconds
        let own = report.troubles.filter { trouble in
            switch trouble {
            case .threshold: report.ending != nil
            case .violation: !report.isScript || report.expectations.failed > report.failures.count
            case .internalError, .processLost, .notDeterministic, .invalid: true
            }
        }
        guard let worst = own.first ?? (report.signal == nil ? nil : .internalError) else {
            return result
        }
        let isError =
            switch worst {
            case .internalError, .processLost, .invalid: true
            case .notDeterministic, .violation, .threshold: false
            }
        var details = report.reasons.joined(separator: "\n") + "\n"
        for first in report.part.firsts {
            details += "\(first.rule.rawValue): \(report.reproduction(of: first.session))\n"
        }
        result.outcome = .init(
            isError: isError, type: "exit code \(report.exitCode)",
            message: report.reasons.first ?? report.verdict.rawValue, details: details)
        return result
    }

    private static func thresholds(_ report: RunReport) -> [Case] {
        zip(report.thresholds, report.thresholdResults).map { threshold, result in
            var one = Case(name: "threshold \(result.that)")
            if !result.passed {
                let value = result.value.map { "got " + Quantity.text($0) } ?? "no data"
                one.outcome = .init(
                    isError: false, type: "threshold", message: "\(result.that) (\(value))",
                    details: "\(report.path):\(threshold.position.line):"
                        + "\(threshold.position.column): \(result.that), "
                        + "\(Quantity.count(result.count)) observations")
            }
            return one
        }
    }

    /// Each place that expects something, and what failed at others.
    private static func expectations(_ report: RunReport) -> [Case] {
        var places = report.expectationPlaces
        for failure in report.failures where !places.contains(failure.place) {
            places.append(failure.place)
        }
        return places.map { text in
            let place = GitHubAnnotations.Place(text)
            let spot = place.line.map { "\($0):\(place.column ?? 1)" } ?? text
            var one = Case(name: "expectation at \(spot)")
            let failures = report.failures.filter { $0.place == text }
            guard let first = failures.first else { return one }
            var alone = report
            alone.failures = failures
            alone.thresholds = []
            one.outcome = .init(
                isError: false, type: "expectation",
                message: "\(first.subject): expected \(first.expected), actual \(first.actual)",
                details: ScriptText(style: .plain).details(alone))
            return one
        }
    }
}
