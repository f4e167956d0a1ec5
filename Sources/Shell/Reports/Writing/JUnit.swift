/// JUnit's XML, as continuous integration reads it: one test case for each scenario.
public enum JUnit {
    public static func text(_ reports: [RunReport]) -> String {
        let failed = reports.filter { $0.exitCode != 0 }.count
        let nanoseconds = reports.reduce(0) { $0 + $1.duration.wallNanoseconds }
        let attributes =
            "tests=\"\(reports.count)\" failures=\"\(failed)\" time=\"\(seconds(nanoseconds))\""
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites \(attributes)>\n  <testsuite name=\"locksim\" \(attributes)>\n"
        for report in reports { text += testCase(report) }
        return text + "  </testsuite>\n</testsuites>\n"
    }

    private static func testCase(_ report: RunReport) -> String {
        let folder = report.path.lastIndex(of: "/").map { String(report.path[..<$0]) } ?? "."
        var text = "    <testcase classname=\"\(escaped(folder))\" name=\"\(escaped(report.name))\""
        text += " file=\"\(escaped(report.path))\""
        text += " time=\"\(seconds(report.duration.wallNanoseconds))\""
        guard report.exitCode != 0 else { return text + "/>\n" }
        let message = report.reasons.first ?? report.verdict.rawValue
        text += ">\n      <failure type=\"exit code \(report.exitCode)\""
        text += " message=\"\(escaped(message))\">"
        text += escaped(ScriptText(style: .plain).details(report))
        text += escaped(report.reasons.joined(separator: "\n"))
        return text + "</failure>\n    </testcase>\n"
    }

    private static func seconds(_ nanoseconds: UInt64) -> String {
        Quantity.decimal(nanoseconds, per: 1_000_000_000, places: 6)
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
