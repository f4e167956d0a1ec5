import Linux
import Reports

/// The files of finished runs.
struct ResultFiles {
    private let outFolder: String?
    private let junitFile: String?

    /// Makes the folder, so that one that can't be had is known before anything runs.
    init(_ options: RunOptions) throws(CommandError) {
        outFolder = options.outFolder
        junitFile = options.junitFile
        guard let outFolder else { return }
        try Self.trying { () throws(SystemError) in try makeFolder(outFolder) }
    }

    /// One run goes straight into the folder, several into one each, by their names, and those of
    /// one scenario under several queues by the queues'.
    func write(_ reports: [RunReport]) throws(CommandError) {
        try Self.trying { () throws(SystemError) in
            if let outFolder {
                var taken: Set<String> = []
                for report in reports {
                    var folder = outFolder
                    if reports.count > 1 {
                        folder += "/" + Self.freeName(Self.name(of: report, among: reports), &taken)
                        try makeFolder(folder)
                    }
                    try writeFile(folder + "/result.json", report.resultJSON)
                }
            }
            if let junitFile { try writeFile(junitFile, JUnit.text(reports)) }
        }
    }

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

    private static func trying(
        _ body: () throws(SystemError) -> Void
    ) throws(CommandError) {
        do throws(SystemError) {
            try body()
        } catch {
            throw .system(error)
        }
    }
}
