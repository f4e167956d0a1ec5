import Linux
import Reports
import Scenarios

extension Command {
    static let report = Command(
        name: "report", summary: "Renders results again, as text or as files.",
        usage: "[OPTION]... RESULT...",
        examples: [
            ("locksim report results", "the summary"),
            ("locksim report results --html report.html --junit junit.xml", ""),
        ],
        options: [
            .init("html", "FILE", "the report as a page"),
            .init("markdown", "FILE", "the summary for a job's page"),
            .init("junit", "FILE", "JUnit XML"),
            .init("csv", "FILE", "a line for each second"),
            .init("openmetrics", "FILE", "OpenMetrics"),
            .init("trace", "FILE", "a trace for Perfetto"),
            .init("hlog", "FILE", "a HdrHistogram log"),
            .init("json", nil, "prints result.json instead of the summary"),
        ],
        notes: """
            RESULT is a folder that “run --out” wrote, or a result.series in it. Nothing else is
            needed: not the scenario, and not the machine it ran on.
            """
    ) { (arguments, console) throws(CommandError) in
        if arguments.operands.isEmpty { throw .usage("which result? locksim report RESULT") }
        var reports: [RunReport] = []
        for path in arguments.operands { reports += try KeptResult.read(path) }
        let files = try RunOptions.files(arguments)
        if reports.count > 1, let single = files.first(where: { !$0.format.holdsSeveral }) {
            let name = single.format.rawValue
            throw .usage("“--\(name)” is about one run, and these are \(reports.count)")
        }
        let library = ResultFiles.loadLibrary()
        for file in files {
            try ResultFiles.render(file.format, reports, library, to: file.path)
        }
        if arguments.has("json") {
            return try console.print(
                reports.count == 1 ? reports[0].resultJSON : RunReport.resultJSON(reports))
        }
        guard files.isEmpty else { return 0 }
        return try console.print(summary(reports, console.style))
    }

    private static func summary(_ reports: [RunReport], _ style: Style) -> String {
        var text = ""
        for report in reports {
            if report.isScript {
                let words = ScriptText(style: style)
                text += words.line(report) + (report.exitCode == 0 ? "" : words.details(report))
            } else if report.session != nil {
                text += SessionText(style: style).text(report)
            } else {
                text += Summary(style: style).text(report)
            }
        }
        return reports.count > 1 ? text + ScriptText(style: style).total(reports) : text
    }
}

/// Results as `run --out` left them.
enum KeptResult {
    /// Of a folder with one run, of one with a folder for each, or of a file.
    static func read(_ path: String) throws(CommandError) -> [RunReport] {
        let name = ResultFiles.archiveName
        guard isFolder(path) else { return try readArchive(path) }
        if fileExists("\(path)/\(name)") { return try readArchive("\(path)/\(name)") }
        var reports: [RunReport] = []
        for inner in try entries(path) where fileExists("\(path)/\(inner)/\(name)") {
            reports += try readArchive("\(path)/\(inner)/\(name)")
        }
        // The error of what was looked for first.
        return reports.isEmpty ? try readArchive("\(path)/\(name)") : reports
    }

    private static func readArchive(_ path: String) throws(CommandError) -> [RunReport] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try readFile(path, atMost: 1 << 30)
        } catch {
            throw error.isMissingFile ? .missing(error) : .system(error)
        }
        do throws(ArchiveError) {
            return try ResultArchive.reports(bytes)
        } catch {
            throw .archive(path, error)
        }
    }

    /// In the order of their names, numbers by their value: `rush-2` before `rush-10`.
    private static func entries(_ path: String) throws(CommandError) -> [String] {
        do throws(SystemError) {
            return try folderEntries(path).sorted { order($0) < order($1) }
        } catch {
            throw .system(error)
        }
    }

    private static func order(_ name: String) -> (String, Int, String) {
        guard let dash = name.lastIndex(of: "-"), let number = Int(name[name.index(after: dash)...])
        else { return (name, 0, name) }
        return (String(name[..<dash]), number, name)
    }
}
