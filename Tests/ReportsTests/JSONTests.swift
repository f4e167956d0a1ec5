import Chronology
import Foundation
import Linux
import Reports
import Testing

@Suite struct JSONTests {
    @Test func everythingOfARun() {
        var report = populationReport([
            threshold("decision_latency.max", .less, .duration(.milliseconds(5)), "5ms"),
            threshold("events.rate", .less, .rate(.zero), "0/s"),
            threshold("cpu.max", .less, .share(.whole), "100%"),
            threshold("service_time.p99", .less, .duration(.zero), "0ms"),
        ])
        report.environment.host = Host(
            processorModel: "A \"quick\" one\u{1}", processorCount: 2, allowedProcessorCount: 1,
            kernelRelease: "6.1", clockSource: nil, governor: nil, loadHundredths: [105, 20],
            memoryByteCount: 1 << 30, availableMemoryByteCount: nil)
        report.violate(.missedLock, times: 2)
        report.processes[0].loopIdleBillionths = 125_000_000
        #expect(report.resultJSON == Self.golden)
    }

    static let golden = """
        GOLDEN
        """

    @Test func severalAreAList() throws {
        let text = RunReport.resultJSON([scriptReport(), populationReport()])
        let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
        #expect(list?.count == 2)
        #expect(RunReport.resultJSON([]) == "[]\n")
    }

    @Test func stringsComeBackAsTheyWere() throws {
        let string = "\u{0}\u{1F}\"\\/\n\r\t\u{7F}é\u{2028}\u{1F512}"
        let text = "[\(JSONWriter.quoted(string))]"
        let list = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String]
        #expect(list == [string])
    }
}
