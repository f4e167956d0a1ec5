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

    @Test func columnsOfTheTerminalElseOfTheVariable() {
        func columns(_ told: Int?, _ variables: [String: String]) -> Int {
            Style(isTerminal: true, columns: told) { variables[$0] }.columns
        }
        #expect(columns(nil, [:]) == 80)
        #expect(columns(nil, ["COLUMNS": "132"]) == 132)
        #expect(columns(100, ["COLUMNS": "132"]) == 100)
        #expect(columns(nil, ["COLUMNS": "wide"]) == 80)
        #expect(columns(10, [:]) == 40)
    }

    @Test func nothingMovesInLogs() {
        func isAnimated(_ variables: [String: String], isTerminal: Bool = true) -> Bool {
            Style.isAnimated(isTerminal: isTerminal) { variables[$0] }
        }
        #expect(isAnimated([:]))
        #expect(!isAnimated([:], isTerminal: false))
        #expect(!isAnimated(["TERM": "dumb"]))
        #expect(!isAnimated(["CI": "true"]))
        #expect(isAnimated(["CI": "false"]))
        #expect(isAnimated(["CI": ""]))
        #expect(!isAnimated(["GITHUB_ACTIONS": "true"]))
    }

    @Test func whatNeedsAttentionIsColoured() {
        var line = ProgressLine(elapsed: 1, total: 2, wall: 1)
        line.violations = 3
        line.generator = .saturated
        let style = Style(usesColour: true, usesUnicode: true, columns: 120)
        let text = line.text(style, withBar: true)
        #expect(text.contains("\u{1B}[31m3 violations\u{1B}[0m"))
        #expect(text.contains("\u{1B}[31mgenerator saturated\u{1B}[0m"))
        #expect(text.hasPrefix("[████████░░░░░░░░]  50%"))
    }

    @Test func lettersAsTheLocaleHasThem() {
        #expect(!style([:], isTerminal: true).usesUnicode)
        #expect(style(["LANG": "de_DE.UTF-8"], isTerminal: true).usesUnicode)
        #expect(!style(["LC_ALL": "C", "LANG": "de_DE.UTF-8"], isTerminal: true).usesUnicode)
        #expect(Style.plain.spelled("“a” → b…\u{1B}[31m é") == "\"a\" -> b...?[31m ?")
    }

    /// A bar that changes its width can go back while the run goes on.
    @Test(arguments: [80, 100, 120]) func theBarGrowsAndKeepsItsWidth(_ columns: Int) {
        let bars = (1...10).map { tenth in
            var line = ProgressLine(
                elapsed: UInt64(tenth), total: 10, wall: UInt64(tenth) * 7_000_000_000)
            line.sessions = 10_000
            line.eventsPerSecond = [1_200, 999, 21_300, 100_000, 17][tenth % 5]
            let p99: UInt64 = [1_200, 12_500_000, 900_000_000][tenth % 3]
            (line.p50, line.p99) = (p99 / 7, p99)
            line.generator = tenth % 2 == 0 ? .ok : .late
            let style = Style(usesColour: false, usesUnicode: false, columns: columns)
            let text = line.text(style, withBar: true)
            #expect(text.count < columns)
            return text.prefix { $0 != "]" }
        }
        #expect(bars[0].hasPrefix("["))
        #expect(Set(bars.map(\.count)).count == 1, "\(bars)")
        let lengths = bars.map { bar in bar.count { $0 == "#" } }
        #expect(lengths == lengths.sorted() && Set(lengths).count > 5)
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
                "[###...........]  25%    45s left  1.25 M events/s  p99 1.5ms  0 violations"
                    + "  generator late",
                "[##.........]  25%    45s left  1.25 M/s  0 violations  generator late",
                "25%    45s left  1.25 M/s  0 violations  generator late",
                "25%    1.25 M/s  0 violations  generator late",
                "25%    0 violations  generator late",
            ])
        #expect(line.text(.plain, withBar: false).count < 80)
        #expect(ProgressLine(elapsed: 0, total: 0, wall: 0).nanosecondsLeft == nil)
    }
}
