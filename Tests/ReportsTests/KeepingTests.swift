import Chronology
import Linux
import Scenarios
import Simulation
import Testing

@testable import Reports

@Suite struct KeepingTests {
    @Test func everyFileComesOutOfTheArchiveAsItWas() throws {
        let reports = [fullReport(), scriptReport()]
        let again = try ResultArchive.reports(ResultArchive.bytes(reports))
        #expect(again.count == 2)
        let library = ChartLibrary(script: "/* charts */", style: "")
        for format in ResultFormat.allCases {
            let before = try format.text(reports) { () throws(ReportError) in library }
            let after = try format.text(again) { () throws(ReportError) in library }
            #expect(before == after, "\(format)")
        }
        #expect(again[0].thresholdResults == reports[0].thresholdResults)
        #expect(again[0].films == reports[0].films && again[0].samples == reports[0].samples)
        #expect(again[0].reasons == reports[0].reasons && again[0].exitCode == reports[0].exitCode)
    }

    @Test func bytesThatAreNoResultAreRefused() {
        #expect(throws: ArchiveError.foreign) { try ResultArchive.reports([]) }
        #expect(throws: ArchiveError.foreign) { try ResultArchive.reports(Array("{}".utf8)) }
        var bytes = ResultArchive.bytes([fullReport()])
        for length in stride(from: 15, to: bytes.count, by: 7) {
            #expect(throws: ArchiveError.self) {
                try ResultArchive.reports(Array(bytes.prefix(length)))
            }
        }
        #expect(throws: ArchiveError.damaged) { try ResultArchive.reports(bytes + [0]) }
        bytes[15] = 9
        #expect(throws: ArchiveError.version(9)) { try ResultArchive.reports(bytes) }
    }

    /// Whatever a byte becomes: an error or another result, never a trap.
    @Test func aChangedByteIsNoTrap() {
        let bytes = ResultArchive.bytes([fullReport()])
        for place in stride(from: 15, to: bytes.count, by: 11) {
            for value in [0, 0x7F, 0xFF] as [UInt8] {
                var changed = bytes
                changed[place] = value
                _ = try? ResultArchive.reports(changed)
            }
        }
    }
}

/// A live run with a bit of everything.
func fullReport() -> RunReport {
    var report = populationReport([
        threshold("decision_latency.p99", .less, .duration(.milliseconds(5)), "5ms"),
        threshold("events.rate", .less, .rate(.zero), "0/s"),
        threshold("cpu.max", .less, .share(.whole), "100%"),
        threshold("rss.max", .less, .bytes(1), "1B"), threshold("locks", .greater, number(3), "3"),
    ])
    report.mode = .live
    report.summary = "people & phones"
    report.overrides = ["a.b=<c>"]
    report.environment.host = Host(
        processorModel: "A", processorCount: 2, allowedProcessorCount: 1, loadHundredths: [105])
    report.violate(.missedLock, times: 2, session: 7, at: 3_000_000_000)
    report.generator = GeneratorFacts()
    report.lostProcesses = ["engine 0: died"]
    report.failures = [ReportedFailure(place: "f:1:2", subject: "s", expected: "e", actual: "a")]
    report.failures[0].trail = ["0s  launched"]
    report.films = [film()]
    report.timelines = [
        SessionTimeline(session: 7, spans: [.init(kind: "lock", from: 1, to: 2_000_000)])
    ]
    for second in 0..<3 as Range<UInt64> {
        let at = Instant(nanoseconds: second * 1_000_000_000)
        report.part.series.add(10 + second, toCounter: 0, at: at)
        report.part.series.record(1000 * (second + 1), inHistogram: 0, at: at)
        report.samples.append(
            ProcessSample(
                role: .worker, index: 0, second: Int(second), cpuShareBillionths: 500_000_000,
                residentByteCount: 1 << 20))
    }
    return report
}

func film(_ name: String = "main") -> Film {
    var film = Film(
        rule: "missed-lock", session: 7, at: 3_000_000_000, since: 1, count: 2, command: "locksim")
    var step = Film.Step(at: 1, kind: .event, title: "did become active \(name)")
    step.answers = ["raise lock"]
    step.wall = -5
    step.states = ["app running"]
    step.timers = [Film.PendingTimer(kind: "idle", generation: 1, deadline: 9)]
    step.scenes = [
        Film.SceneView(
            name: "main", state: "active", responder: "", isLocked: true, isCovered: false,
            isExposed: true,
            windows: [
                Film.WindowView(
                    id: name, role: "content", level: -1, isHidden: false, isKey: true,
                    isSensitive: true, isTransparent: false, belongsToEngine: false,
                    content: ["root"])
            ])
    ]
    film.steps = [step]
    return film
}
