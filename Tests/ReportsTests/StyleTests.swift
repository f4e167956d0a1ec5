import Reports
import Testing

@Suite struct StyleTests {
    private func style(_ variables: [String: String], isTerminal: Bool) -> Style {
        Style(isTerminal: isTerminal, columns: nil) { variables[$0] }
    }

    @Test func coloursOnTerminalsUnlessAskedOtherwise() {
        #expect(style([:], isTerminal: true).usesColour)
        #expect(!style([:], isTerminal: false).usesColour)
        #expect(!style(["NO_COLOR": "1"], isTerminal: true).usesColour)
        #expect(style(["NO_COLOR": ""], isTerminal: true).usesColour)
        #expect(style(["CLICOLOR_FORCE": "1"], isTerminal: false).usesColour)
        #expect(!style(["CLICOLOR_FORCE": "0"], isTerminal: false).usesColour)
        #expect(!style(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], isTerminal: true).usesColour)
        #expect(!style(["TERM": "dumb"], isTerminal: true).usesColour)
    }

    @Test func lettersAsTheLocaleHasThem() {
        #expect(!style([:], isTerminal: true).usesUnicode)
        #expect(style(["LANG": "de_DE.UTF-8"], isTerminal: true).usesUnicode)
        #expect(!style(["LC_ALL": "C", "LANG": "de_DE.UTF-8"], isTerminal: true).usesUnicode)
        #expect(Style.plain.spelled("“a” → b…\u{1B}[31m é") == "\"a\" -> b...?[31m ?")
    }

    @Test func progressFitsItsLine() {
        var line = ProgressLine(
            elapsed: 15_000_000_000, total: 60_000_000_000, wall: 15_000_000_000)
        line.sessions = 100_000
        line.eventsPerSecond = 1_250_000
        (line.p50, line.p99) = (12_000, 1_500_000)
        line.generator = .late
        #expect(
            line.text(Style(usesColour: false, usesUnicode: false, columns: 200), withBar: true)
                == "[####............]  25%    45s left  100 k sessions  1.25 M events/s  "
                + "p50 12us p99 1.5ms  0 violations  generator late")
        // Where columns are few, what matters least is left out, and no word is cut.
        let narrow = [100, 80, 60, 50, 40].map { columns in
            line.text(
                Style(usesColour: false, usesUnicode: false, columns: columns), withBar: true)
        }
        #expect(
            narrow == [
                "[###..........]  25%    45s left  1.25 M events/s  p50 12us p99 1.5ms  0 violations"
                    + "  generator late",
                "[##.......]  25%    45s left  1.25 M/s  p99 1.5ms  0 violations  generator late",
                "25%    1.25 M/s  p99 1.5ms  0 violations  generator late",
                "25%    1.25 M/s  0 violations  generator late",
                "25%    0 violations  generator late",
            ])
        #expect(line.text(.plain, withBar: false).count < 80)
        #expect(ProgressLine(elapsed: 0, total: 0, wall: 0).nanosecondsLeft == nil)
    }
}
