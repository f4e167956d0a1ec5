import Chronology
import Foundation
import Linux
import Simulation
import Statistics
import Testing

@testable import Reports

@Suite struct PageTests {
    /// The sign before the second `<` joins it to one character.
    private static let evil = "</script>\u{600}</script><img src=x onerror=alert(1)><!--"
    private let page = ReportPage(ChartLibrary(script: "/* charts */", style: ""))

    @Test func nothingAScenarioSaysIsMarkup() throws {
        var report = fullReport()
        report.name = Self.evil
        report.path = Self.evil
        report.summary = Self.evil
        report.films = [film(Self.evil)]
        report.failures[0].actual = Self.evil
        let data = ReportPage.data([report])
        #expect(!data.contains("<"))
        let parsed = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
        let run = (parsed?["runs"] as? [[String: Any]])?.first
        #expect(run?["name"] as? String == Self.evil)
        let text = page.text([report])
        #expect(!text.contains("<img"))
        #expect(text.components(separatedBy: "</script>").count == 4)
    }

    @Test func onlyItsOwnScriptsRunAndNothingIsLoaded() {
        let text = page.text([fullReport()])
        #expect(text.contains("default-src 'none'; script-src 'sha256-"))
        #expect(!text.contains("http://") && !text.contains("https://"))
        #expect(!text.contains("innerHTML") && !ReportPage.script.contains("eval("))
    }

    @Test func aMissingLibraryNamesItsPackage() {
        do throws(ReportError) {
            _ = try ChartLibrary.load { _ in "/nowhere" }
            Issue.record("there is nothing in /nowhere")
        } catch {
            #expect(error.description.contains("libjs-dygraphs"))
            #expect(error.description.contains("/nowhere/dygraph.min.js"))
        }
    }

    /// Thirty hours in a row of runs, each with twelve processes and twenty films.
    @Test func aLongRunAndManyOfThemStayBelowFiveMegabytes() {
        var long = fullReport()
        for second in 0..<108_000 as Range<UInt64> {
            let at = Instant(nanoseconds: second * 1_000_000_000)
            long.part.series.add(second % 977 * 1000 + 12345, toCounter: 0, at: at)
            long.part.series.add(second % 7, toCounter: 1, at: at)
        }
        long.films = (0..<20).map { _ in
            var film = film()
            film.steps = Array(repeating: film.steps[0], count: SessionFilm.stepBound)
            return film
        }
        let one = ReportPage.data([long]).utf8.count
        #expect(one < 3_500_000, "\(one)")
        let many = ReportPage.data(Array(repeating: long, count: 20))
        #expect(many.utf8.count < 4_800_000, "\(many.utf8.count)")
        #expect(many.contains("\"is_reduced\":true"))
    }

    @Test func thinningKeepsEveryPeak() throws {
        var report = populationReport()
        for second in 0..<50_000 as Range<UInt64> {
            let at = Instant(nanoseconds: second * 1_000_000_000)
            let value: UInt64 = second == 31_415 ? 9_999 : second == 27_182 ? 1 : 500
            report.part.series.add(value, toCounter: 0, at: at)
        }
        let series = PageSeries(report)
        let events = try #require(series.columns.first { $0.name == "events" })
        #expect(events.values.count <= PageSeries.pointBound + 2)
        #expect(events.values.count == series.axis.count)
        #expect(events.values.contains(9_999) && events.values.contains(1))
        #expect(series.step > 1 && series.secondCount == 50_000)
        #expect(PageSeries.extremes([5, nil, 2, 9, 3]) == [2, 9])
        #expect(PageSeries.extremes([nil]) == [nil, nil])
    }

    @Test func percentilesEndAtTheGreatestValue() {
        var histogram = Histogram()
        for value in 1...1000 as ClosedRange<UInt64> { histogram.record(value) }
        let curve = PercentileCurves.values(of: histogram)
        #expect(curve.last == 1000)
        #expect(zip(curve, curve.dropFirst()).allSatisfy { $0 <= $1 })
        // 1 − p is 1/10 after 32 steps.
        #expect((899...901).contains(curve[32]))
        #expect(PercentileCurves.values(of: Histogram()).isEmpty)
        let buckets = BucketCounts(histogram)
        #expect(buckets.counts.reduce(0, +) == 1000 && buckets.bounds.last == 1000)
    }

    /// FIPS 180-4's own, and lengths around the padding's edges.
    @Test func hashesAreSHA256() {
        func hex(_ text: String) -> String {
            SHA256.digest(Array(text.utf8)).map { String(format: "%02x", $0) }.joined()
        }
        #expect(
            hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(SHA256.base64("abc") == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    }
}
