import Foundation
import Testing

@testable import Reports

@Suite struct WritingTests {
    @Test func aLineForEachSecond() {
        let lines = SeriesCSV.text(fullReport()).components(separatedBy: "\r\n")
        #expect(lines.count == 5 && lines[4].isEmpty)
        #expect(lines[0].hasPrefix("second,events,locks,unlocks,violations,leaks,late_sends,"))
        #expect(lines[0].hasSuffix("worker_0_cpu_share,worker_0_rss_bytes"))
        #expect(lines[2] == "1,11,0,0,0,0,0,0,2000,2000,2000,,,,0.5,1048576")
        let widths = Set(
            lines.dropLast().map {
                $0.split(separator: ",", omittingEmptySubsequences: false).count
            })
        #expect(widths == [16])
    }

    @Test func markdownTakesNothingForItsOwn() {
        var report = fullReport()
        report.name = "a|b<img src=x>`*@team"
        let text = SummaryMarkdown.text([report])
        #expect(text.contains("a&#124;b&lt;img src=x&gt;&#96;&#42;&#64;team: error"))
        #expect(text.contains("| ❌ | <code>rss.max &lt; 1B</code> | 64 MiB | 2 |"))
        #expect(text.contains("| missed-lock | 2 | <code>locksim run"))
        let several = SummaryMarkdown.text([report, scriptReport()])
        #expect(several.hasPrefix("## locksim: 1 passed, 1 failed\n"))
    }

    /// As actions/toolkit escapes data and properties.
    @Test func annotationsAreEscapedAsGitHubWants() {
        let place = GitHubAnnotations.Place("a:b,c%.yaml:7:5")
        #expect(place == .init(file: "a:b,c%.yaml", line: 7, column: 5))
        #expect(
            GitHubAnnotations.line(place, "50%\r\nof: it, all")
                == "::error file=a%3Ab%2Cc%25.yaml,line=7,col=5::50%25%0D%0Aof: it, all")
        let text = GitHubAnnotations.text([fullReport()])
        #expect(text.hasPrefix("::error file=f,line=1,col=2::s: expected e, actual a\n"))
        #expect(text.contains("2 × missed-lock: "))
        #expect(GitHubAnnotations.text([scriptReport()]).isEmpty)
    }

    @Test func metricsEndWithTheirEndAndEscapeLabels() {
        var report = fullReport()
        report.name = "a\"b\\c\nd"
        let text = OpenMetrics.text([report])
        #expect(text.hasSuffix("# EOF\n"))
        #expect(text.contains("scenario=\"a\\\"b\\\\c\\nd\""))
        #expect(text.contains("# UNIT locksim_decision_latency_seconds seconds\n"))
        #expect(text.contains(",le=\"0.001\"} 1000\n"))
        #expect(
            text.contains("locksim_violations{") && text.contains("rule=\"missed-lock\"} 2"))
        #expect(OpenMetrics.text([report, report]).contains("run=\"1\""))
    }

    @Test func tracesHaveSpansAndCounters() throws {
        let data = Data(TraceEvents.text(fullReport()).utf8)
        let trace = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let events = try #require(trace["traceEvents"] as? [[String: Any]])
        let phases = Set(events.compactMap { $0["ph"] as? String })
        #expect(phases == ["M", "X", "i", "C"])
        let span = try #require(events.first { $0["ph"] as? String == "X" })
        #expect(span["name"] as? String == "lock" && span["tid"] as? Int == 10_001)
        #expect(span["ts"] as? Double == 0.001 && span["dur"] as? Double == 1999.999)
    }

    @Test func junitHasACaseForEachThresholdAndPlace() {
        var report = fullReport()
        report.expectationPlaces = ["f:1:2", "f:9:3"]
        let text = JUnit.text([report])
        // The scenario, five thresholds, two places.
        #expect(
            text.contains("<testsuites name=\"locksim\" tests=\"8\" failures=\"4\" errors=\"1\""))
        #expect(text.contains("name=\"threshold rss.max &lt; 1B\" time=\"0\">"))
        #expect(text.contains(">some/rush.yaml:1:1: rss.max &lt; 1B, "))
        #expect(text.contains("name=\"expectation at 9:3\" time=\"0\"/>"))
        #expect(text.contains("<error type=\"exit code 97\""))
    }
}
