import Linux
import Reports

/// The files of finished runs.
///
/// | runs | folder |
/// | --- | --- |
/// | one | every file |
/// | several | page, JUnit, summary, metrics and archive of all; the rest in a folder for each |
///
/// Each is written aside and renamed. What can't be had is known before anything runs.
struct ResultFiles {
    static let archiveName = "result.series"

    private let outFolder: String?
    private let files: [(format: ResultFormat, path: String)]
    private let library: Result<ChartLibrary, ReportError>?

    init(_ options: RunOptions) throws(CommandError) {
        try self.init(options, into: options.outFolder)
    }

    /// With another folder, or none, than the options say.
    init(_ options: RunOptions, into folder: String?) throws(CommandError) {
        outFolder = folder
        files = options.files
        let wantsPage = files.contains { $0.format == .html }
        library = wantsPage || outFolder != nil ? Self.loadLibrary() : nil
        if wantsPage, case .failure(let error) = library { throw .report(error) }
        let paths = files.map(\.path)
        try Self.trying { () throws(SystemError) in
            if let outFolder {
                try makeFolder(outFolder)
                try checkFolder(outFolder)
            }
            for path in paths { try checkPlace(path) }
        }
    }

    /// Whether anybody will look at single sessions.
    var wantFilms: Bool {
        outFolder != nil || files.contains { $0.format == .html || $0.format == .trace }
    }

    func write(_ reports: [RunReport], _ console: Console) throws(CommandError) {
        if let outFolder { try write(reports, into: outFolder, console) }
        try writeSingles(reports)
        try tellGitHub(reports, console)
    }

    func writeSingles(_ reports: [RunReport]) throws(CommandError) {
        for file in files { try write(file.format, reports, to: file.path) }
    }

    static func loadLibrary() -> Result<ChartLibrary, ReportError> {
        do throws(ReportError) {
            return .success(try ChartLibrary.load { environmentVariable($0) })
        } catch {
            return .failure(error)
        }
    }

    // MARK: Folders

    private func write(
        _ reports: [RunReport], into folder: String, _ console: Console
    ) throws(CommandError) {
        if reports.count == 1 {
            try writeOne(reports[0], into: folder)
        } else {
            var taken: Set<String> = []
            for report in reports {
                let inner =
                    folder + "/" + Self.freeName(Self.name(of: report, among: reports), &taken)
                try Self.trying { () throws(SystemError) in try makeFolder(inner) }
                try writeOne(report, into: inner)
            }
            try Self.trying { () throws(SystemError) in
                try writeFile("\(folder)/\(Self.archiveName)", ResultArchive.bytes(reports).span)
            }
        }
        for format in [.junit, .markdown, .openmetrics] as [ResultFormat] {
            try write(format, reports, to: "\(folder)/\(format.fileName)")
        }
        if case .failure(let error) = library {
            console.diagnose(
                "locksim: \(ResultFormat.html.fileName) left out: \(error); “locksim report "
                    + "\(folder) --html FILE” writes it later")
        } else {
            try write(.html, reports, to: "\(folder)/\(ResultFormat.html.fileName)")
        }
    }

    /// What is about one run alone. A timer script has no seconds and no sessions.
    private func writeOne(_ report: RunReport, into folder: String) throws(CommandError) {
        try Self.trying { () throws(SystemError) in
            try writeFile("\(folder)/\(Self.archiveName)", ResultArchive.bytes([report]).span)
        }
        try write(.json, [report], to: "\(folder)/\(ResultFormat.json.fileName)")
        if report.isScript { return }
        for format in [.csv, .trace, .hlog] as [ResultFormat] {
            try write(format, [report], to: "\(folder)/\(format.fileName)")
        }
    }

    private func write(
        _ format: ResultFormat, _ reports: [RunReport], to path: String
    ) throws(CommandError) {
        try Self.render(format, reports, library ?? Self.loadLibrary(), to: path)
    }

    static func render(
        _ format: ResultFormat, _ reports: [RunReport],
        _ library: Result<ChartLibrary, ReportError>, to path: String
    ) throws(CommandError) {
        let text: String
        do throws(ReportError) {
            text = try format.text(reports) { () throws(ReportError) in try library.get() }
        } catch {
            throw .report(error)
        }
        try trying { () throws(SystemError) in try writeFile(path, text) }
    }

    /// Of its folder: of one scenario under several queues the queue's.
    private static func name(of report: RunReport, among reports: [RunReport]) -> String {
        guard let queue = report.queue else { return report.name }
        let isAlone = reports.allSatisfy { $0.path == report.path }
        return isAlone ? queue : "\(report.name)-\(queue)"
    }

    /// `name`, `name-2`, `name-3` …
    private static func freeName(_ name: String, _ taken: inout Set<String>) -> String {
        var free = name
        var number = 2
        while !taken.insert(free).inserted {
            free = "\(name)-\(number)"
            number += 1
        }
        return free
    }

    // MARK: GitHub

    /// A job's page gets the summary, and the scenario's lines what is wrong with them. What was
    /// asked for is written by then, so a page that can't be had is no error.
    private func tellGitHub(_ reports: [RunReport], _ console: Console) throws(CommandError) {
        if let path = environmentVariable("GITHUB_STEP_SUMMARY"), !path.isEmpty {
            do throws(SystemError) {
                try appendFile(path, SummaryMarkdown.text(reports))
            } catch {
                console.diagnose("locksim: \(error)")
            }
        }
        if environmentVariable("GITHUB_ACTIONS") == "true" {
            console.show(GitHubAnnotations.text(reports))
        }
    }

    static func trying(
        _ body: () throws(SystemError) -> Void
    ) throws(CommandError) {
        do throws(SystemError) {
            try body()
        } catch {
            throw .system(error)
        }
    }
}
