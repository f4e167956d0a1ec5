import Linux

/// The runs of one side of a comparison.
public struct RunSet: Hashable, Sendable {
    static let fileName = "result.json"
    /// How deep below a folder results are looked for.
    static let depthBound = 8

    /// As given.
    public var path: String
    /// That are evidence, in the order of their paths.
    public var runs: [RunResult] = []
    /// Partial and invalid ones, which are left out.
    public var leftOut: [String] = []

    /// A file stands for its runs, a folder for every `result.json` below it.
    public init(path: String) throws(ResultError) {
        self.path = path
        guard fileExists(path) else {
            throw ResultError(kind: .missing, description: "\(path): error: no such file or folder")
        }
        let files = try reading { () throws(SystemError) in
            guard isFolder(path) else { return [path] }
            var seen = Set([FileIdentity(path)].compactMap { $0 })
            return try Self.files(below: path, seen: &seen)
        }
        guard !files.isEmpty else {
            throw ResultError(
                kind: .missing, description: "\(path): error: no \(Self.fileName) in here")
        }
        for file in files {
            try take(try reading { () throws(SystemError) in try readFile(file) }, file)
        }
    }

    /// Runs that are kept elsewhere than in files, all of them evidence.
    public init(path: String, runs: [RunResult]) {
        self.path = path
        self.runs = runs
    }

    private mutating func take(_ bytes: [UInt8], _ file: String) throws(ResultError) {
        for run in try RunResult.all(in: bytes, path: file) {
            if run.isEvidence { runs.append(run) } else { leftOut.append(file) }
        }
    }

    /// Each once: a link to a run, or to a folder above it, would make two of one.
    private static func files(
        below folder: String, depth: Int = 0, seen: inout Set<FileIdentity>
    ) throws(SystemError) -> [String] {
        guard depth < depthBound else { return [] }
        var files: [String] = []
        for name in try folderEntries(folder) {
            let path = "\(folder)/\(name)"
            let isFolder = isFolder(path)
            guard isFolder || name == fileName, let identity = FileIdentity(path),
                seen.insert(identity).inserted
            else { continue }
            files += isFolder ? try self.files(below: path, depth: depth + 1, seen: &seen) : [path]
        }
        return files
    }

    /// Those that results name, of runs that compare queues, in the order of the runs.
    var queues: [String] {
        runs.compactMap(\.queue).reduce(into: []) { queues, queue in
            if !queues.contains(queue) { queues.append(queue) }
        }
    }

    /// Of a metric in all runs; nil unless each has it.
    public func values(_ name: String) -> [Double]? {
        let values = runs.compactMap { $0.value(name) }
        return values.isEmpty || values.count < runs.count ? nil : values
    }
}

private func reading<Value>(
    _ body: () throws(SystemError) -> Value
) throws(ResultError) -> Value {
    do throws(SystemError) {
        return try body()
    } catch {
        throw ResultError(kind: .unreadable, description: "error: \(error)")
    }
}
