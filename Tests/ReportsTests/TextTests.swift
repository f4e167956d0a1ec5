import AppLock
import Chronology
import Reports
import Scenarios
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
        rush  virtual, seed 42, 2 workers
          500 sessions, 120,000 events in 12s (first 2s left out)
          1.5s on the clock, 2.75s of CPU, 80 k/s simulated

        FAIL
          1,201 violations
          violations == 0 (got 1,201)
          service_time.p99 < 5ms (no data)

          threshold                     value        n
          decision_latency.p99 < 5ms    990us    1,000  ok
          violations == 0               1,201  120,000  FAIL
          service_time.p99 < 5ms      no data        0  FAIL

          time                n    p50    p90    p99  p99.9  max
          decision_latency  1 k  500us  900us  990us  999us  1ms

          decision_latency
          < 16.4us   16  #
          < 32.8us   16  #
          < 65.5us   33  ###
           < 131us   66  ######
           < 262us  131  ############
           < 524us  262  #########################
          < 1.05ms  476  ##############################################

          violations
          missed-lock           1,200, first in session 17 at 3.25s
            locksim run some/rush.yaml --seed 42 --session 17 --mode virtual --set population.sessions=500 --set 'engine.preset=exceeds it'
          early-lock            1, first in session 0 at 0ns
            locksim run some/rush.yaml --seed 42 --session 0 --mode virtual --set population.sessions=500 --set 'engine.preset=exceeds it'

          digest 000000000000beef, scenario bffec31f6f669793

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

    @Test func namesThatWereDrawnHaveNumbers() {
        let words = EventWords(NameTable())
        #expect(words.words(.entry(.url, Name(rawValue: 40_000))) == "entry by url: drawn-40000")
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
        #expect(text.contains("tests=\"2\" failures=\"1\" errors=\"0\""))
        #expect(text.contains("&quot;&amp;?"))
        #expect(text.contains("expected  &lt;"))
        #expect(text.hasSuffix("</testsuites>\n"))
    }

    @Test func oneSessionIsNotSeveral() {
        var report = populationReport()
        report.part.sessions = 1
        for text in [Summary(style: .plain).text(report), SummaryMarkdown.text([report])] {
            #expect(text.contains("1 session, "))
            #expect(!text.contains("1 sessions"))
        }
        #expect(Quantity.count(1234, "session") == "1,234 sessions")
    }

    @Test func sessionsThatDoNotFitIntoMemory() {
        var population = Population(sessions: 500, duration: .seconds(12), source: .behaviours([]))
        #expect(Explanation.shortage(of: 1 << 30, for: population) == nil)
        population.sessions = 1_000_000_000
        let words = Explanation.shortage(of: 1 << 30, for: population)
        #expect(words?.hasPrefix("1,000,000,000 sessions need about ") == true)
        #expect(words?.hasSuffix("this machine has 1 GiB") == true, "\(words ?? "")")
    }
}
