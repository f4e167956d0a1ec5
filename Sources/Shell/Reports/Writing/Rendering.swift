import Zlib

/// The files a result can be rendered as.
public enum ResultFormat: String, CaseIterable, Sendable {
    case html, markdown, junit, csv, openmetrics, trace, hlog, json

    /// The file's name in a result folder.
    public var fileName: String {
        switch self {
        case .html: "report.html"
        case .markdown: "summary.md"
        case .junit: "junit.xml"
        case .csv: "series.csv"
        case .openmetrics: "metrics.om"
        case .trace: "trace.json"
        case .hlog: "latency.hlog"
        case .json: "result.json"
        }
    }

    /// Whether it can tell of several runs; the others are of one.
    public var holdsSeveral: Bool {
        switch self {
        case .html, .markdown, .junit, .openmetrics, .json: true
        case .csv, .trace, .hlog: false
        }
    }

    /// `library` is for the page alone. Of several runs, one that holds one tells of the first.
    public func text(
        _ reports: [RunReport], library: () throws(ReportError) -> ChartLibrary
    ) throws(ReportError) -> String {
        switch self {
        case .html: return ReportPage(try library()).text(reports)
        case .markdown: return SummaryMarkdown.text(reports)
        case .junit: return JUnit.text(reports)
        case .csv: return reports.first.map { SeriesCSV.text($0) } ?? ""
        case .openmetrics: return OpenMetrics.text(reports)
        case .trace: return reports.first.map { TraceEvents.text($0) } ?? ""
        case .hlog:
            guard let report = reports.first else { return "" }
            do throws(ZlibError) {
                return try LatencyLog.text(report)
            } catch {
                throw .noHistogramLog("\(error)")
            }
        case .json:
            return reports.count == 1 ? reports[0].resultJSON : RunReport.resultJSON(reports)
        }
    }
}
