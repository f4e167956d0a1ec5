import Reports
import Statistics
import Testing

@Suite struct ChartTests {
    private func style(_ columns: Int, unicode: Bool) -> Style {
        Style(usesColour: false, usesUnicode: unicode, columns: columns)
    }

    private let bars = BarChart(rows: [
        .init(label: "lazy", value: 10, text: "10ns"),
        .init(label: "hierarchical", value: 35, text: "35ns"),
        .init(label: "none", value: 0, text: "0"),
    ])

    @Test func barsInEighthsOfALetterOrInWholeSigns() {
        #expect(
            bars.text(style(48, unicode: false)) == """
                  lazy          10ns  #######
                  hierarchical  35ns  #########################
                  none             0

                """)
        #expect(
            bars.text(style(48, unicode: true)) == """
                  lazy          10ns  ███████▏
                  hierarchical  35ns  █████████████████████████
                  none             0

                """)
    }

    @Test func logarithmicBarsStandBetweenPowersOfTen() {
        var chart = bars
        chart.scale = .logarithmic
        chart.rows[0].value = 100
        chart.rows[1].value = 10_000
        chart.rows[2].value = 1_000
        #expect(
            chart.text(style(40, unicode: false)) == """
                  lazy          10ns  #
                  hierarchical  35ns  #################
                  none             0  #########

                """)
    }

    private func line(area: Bool) -> LineChart {
        LineChart(
            values: [0, 10, 20, 40, 80, 80, 40, 0], isArea: area, height: 4,
            marks: ["0", "4s", "8s"], label: { "\($0)" })
    }

    @Test func linesAndAreasInDots() {
        #expect(
            line(area: true).text(style(40, unicode: true)) == """
                  80            │           ⣿⣿⣿⣿⣿⡇
                                │           ⣿⣿⣿⣿⣿⡇
                                │        ⢠⣤⣤⣿⣿⣿⣿⣿⣧⣤⡄
                                │   ⣀⣀⣀⣸⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⡇
                  0             └──────────────────────
                                 0         4s        8s

                """)
        #expect(
            line(area: false).text(style(40, unicode: false)) == """
                  80            |           ******
                                |           *     *
                                |        ****     **
                                |******** *         ***
                  0             +----------------------
                                 0         4s        8s

                """)
    }

    @Test(arguments: [40, 60, 80, 120, 300], [false, true])
    func nothingIsWiderThanItsColumns(columns: Int, unicode: Bool) {
        let style = style(columns, unicode: unicode)
        var histogram = Histogram()
        for value in 1...20_000 as ClosedRange<UInt64> { histogram.record(value * 1_000) }
        for text in [
            bars.text(style), line(area: true).text(style), line(area: false).text(style),
            PercentileCurve(histogram).text(style),
        ] {
            #expect(!text.isEmpty)
            for line in text.split(separator: "\n") {
                #expect(line.count <= columns, "\(line)")
                if !unicode { #expect(line.utf8.allSatisfy { $0 < 0x80 }) }
            }
        }
    }

    @Test func percentilesUpToWhereThereAreValues() {
        var histogram = Histogram()
        for value in 1...1_000 as ClosedRange<UInt64> { histogram.record(value * 1_000) }
        let text = PercentileCurve(histogram).text(style(80, unicode: false))
        #expect(text.contains("p99.9"))
        #expect(!text.contains("p99.99"))
        #expect(text.hasPrefix("  1ms "))
        #expect(PercentileCurve(Histogram()).text(.plain).isEmpty)
    }

    @Test func theSummaryDrawsItWhereTheScreenHasRoom() {
        let report = populationReport()
        var style = Style.plain
        #expect(!Summary(style: style).text(report).contains("p99.9  "))
        style.rows = 100
        #expect(Summary(style: style).text(report).contains("p0  "))
        style.rows = 20
        #expect(!Summary(style: style).text(report).contains("p0  "))
    }
}
