import Chronology
import Reports
import Testing

@Suite struct TextTests {
    @Test func aRunOnOneScreen() {
        var report = populationReport([
            threshold("decision_latency.p99", .less, .duration(.milliseconds(5)), "5ms"),
            threshold("violations", .equal, number(0), "0"),
            threshold("service_time.p99", .less, .duration(.milliseconds(5)), "5ms"),
        ])
        report.overrides = ["population.sessions=500", "engine.preset=exceeds it"]
        report.violate(.missedLock, times: 1200, session: 17, at: 3_250_000_000)
        report.violate(.earlyLock)
        #expect(Summary(style: .plain).text(report) == Self.summary)
    }

    static let summary = """
        GOLDEN
        """

    @Test func aPassingRunStaysShort() {
        let text = Summary(style: .plain).text(populationReport())
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 24)
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(!text.contains("\u{1B}"))
    }

    @Test func aFailedScript() {
        var report = scriptReport()
        report.expectations = Expectations(checked: 12, failed: 2)
        var failure = ReportedFailure(
            place: "cases/a-case.yaml:9:5", subject: "locked", expected: "true", actual: "false")
        failure.trail = ["  10s  will resign active"]
        report.failures = [failure]
        failure.subject = "windows"
        failure.expected = "[main, lock, cover, login, keyboard]"
        report.failures.append(failure)
        let text = ScriptText(style: .plain)
        #expect(
            text.line(report) + text.details(report) + text.total([report, populationReport()])
                == """
                FAIL  a-case                                    2 of 12 expectations failed
                  cases/a-case.yaml:9:5: locked
                    expected  true                        actual  false
                    last events
                      10s  will resign active
                  cases/a-case.yaml:9:5: windows
                    expected  [main, lock, cover, login, keyboard]
                    actual    false
                1 passed, 1 failed

                """)
    }

    @Test func junitEscapesWhatItCarries() {
        var report = scriptReport()
        report.name = "a<b"
        report.expectations = Expectations(checked: 1, failed: 1)
        report.failures = [
            ReportedFailure(place: "x:1:1", subject: "\"&\u{1}", expected: "<", actual: ">")
        ]
        let text = JUnit.text([report])
        #expect(text.contains("name=\"a&lt;b\""))
        #expect(text.contains("tests=\"1\" failures=\"1\""))
        #expect(text.contains("&quot;&amp;?"))
        #expect(text.contains("expected  &lt;"))
        #expect(text.hasSuffix("</testsuites>\n"))
    }
}
