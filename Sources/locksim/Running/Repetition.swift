import Comparing
import Linux
import Reports

/// `run --repeat N`: N runs with the same words, their results in folders of their own, and the
/// files that hold several runs over all of them.
struct Repetition {
    static let bound: UInt64 = 1000

    private let count: Int
    private let folder: String
    private let words: [String]
    private let options: RunOptions

    init(_ count: Int, _ arguments: Arguments, _ options: RunOptions) throws(CommandError) {
        self.count = count
        self.options = options
        guard let folder = options.outFolder else {
            throw .usage("“--repeat” needs “--out DIR”, where the results are to be")
        }
        self.folder = folder
        if let single = options.files.first(where: { !$0.format.holdsSeveral }) {
            let name = single.format.rawValue
            throw .usage(
                "“--\(name)” is about one run, and these are \(count); each has its own "
                    + "\(single.format.fileName) in \(folder)")
        }
        let several = options.files.map(\.format.rawValue)
        words = arguments.words(of: .run, without: Set(["repeat", "out", "json"] + several))
        try Self.requireNoRuns(in: folder)
    }

    /// The heaviest of their exit codes. A signal ends the whole, and so does what would be wrong
    /// with each of them.
    func run(_ console: Console) throws(CommandError) -> Int32 {
        let files = try ResultFiles(self.options, into: nil)
        var codes: [Int32] = []
        for number in 1...count {
            codes.append(
                try Self.one(
                    words, out: "\(folder)/\(Repeating.name(number))",
                    isSilent: options.printsJSON))
            if let code = codes.last, code > 128 || (64...78).contains(code) { break }
        }
        let last = codes[codes.count - 1]
        if last > 128 || !(64...78).contains(last) { try write(codes.count, files, console) }
        return last > 128 ? last : Trouble.heaviest(codes)
    }

    private func write(
        _ count: Int, _ files: ResultFiles, _ console: Console
    ) throws(CommandError) {
        if options.files.isEmpty && !options.printsJSON { return }
        var reports: [RunReport] = []
        for number in 1...count {
            let path = "\(folder)/\(Repeating.name(number))"
            // One that was stopped at once has left nothing.
            guard fileExists("\(path)/\(ResultFiles.archiveName)") else { continue }
            reports += try KeptResult.read(path)
        }
        try files.writeSingles(reports)
        if options.printsJSON { try console.print(RunReport.resultJSON(reports)) }
    }

    /// Results of another time would count among the new ones.
    static func requireNoRuns(in folder: String) throws(CommandError) {
        guard fileExists(folder) else { return }
        let names: [String]
        do throws(SystemError) {
            names = try folderEntries(folder)
        } catch {
            throw .system(error)
        }
        guard let old = names.first(where: { $0.hasPrefix(Repeating.prefix) }) else { return }
        throw .usage(
            "\(folder) has runs already, such as \(old), which would count among the new ones; "
                + "remove it, or choose another folder")
    }

    /// One run, its result in that folder.
    static func one(
        _ words: [String], out folder: String, isSilent: Bool
    ) throws(CommandError) -> Int32 {
        do throws(RepeatError) {
            return try Repeating.run(["run", "--out=\(folder)"] + words, isSilent: isSilent)
        } catch {
            throw .run(RunFailure(exitCode: ExitCode.output, message: error.description))
        }
    }
}

extension Arguments {
    /// The words that say the same, but for those options.
    func words(of command: Command, without names: Set<String>) -> [String] {
        let switches = Set(command.options.filter { $0.placeholder == nil }.map(\.name))
        let options = given.filter { !names.contains($0.name) }.map { option in
            switches.contains(option.name)
                ? "--\(option.name)" : "--\(option.name)=\(option.value)"
        }
        return options + ["--"] + operands
    }
}
