public import Scenarios
import YAML

/// What may stand in a file besides its fixed vocabulary, and how much.
public struct LoaderSettings: Sendable {
    /// The timer queues there are.
    public var queues = ["sorted-array", "hierarchical-wheel", "chunked-wheel"]
    /// What can wake the loop of a live run.
    public var wakes = ["timerfd", "uv", "spin"]
    /// Bytes of a file.
    public var byteBound = 4 << 20
    /// Values of a file, with its aliases expanded.
    public var nodeBound = 1_000_000
    /// Bytes of a trace.
    public var traceByteBound = 64 << 20
    /// Bytes of one line of it.
    public var traceLineBound = 64 << 10

    public init() {}
}

/// Reads scenario files, with overrides, into values that are fit to run.
public struct ScenarioLoader: Sendable {
    public var settings: LoaderSettings
    /// In this order; a later one sees what an earlier one made.
    public var overrides: [Override]

    public init(settings: LoaderSettings = LoaderSettings(), overrides: [Override] = []) {
        self.settings = settings
        self.overrides = overrides
    }

    public func load(path: String) throws(LoadError) -> Scenario {
        let bytes = try readFile(path, bound: settings.byteBound)
        guard bytes.count <= settings.byteBound else {
            let message = "the file has more than \(settings.byteBound) bytes"
            throw .invalid([Diagnostic(file: path, line: 1, column: 1, message: message)])
        }
        return try load(bytes: bytes, path: path)
    }

    /// `path` names the file in messages; relative paths within start from its folder.
    public func load(bytes: [UInt8], path: String) throws(LoadError) -> Scenario {
        let document = try parse(bytes, path)
        let decoder = Decoder(
            settings: settings, origins: [path] + overrides.map(\.origin), folder: folder(path),
            hash: hash(bytes))
        for duplicate in document.duplicates {
            decoder.report(
                "expected each key once (got \(quoted(duplicate.key)) again, "
                    + "first in line \(duplicate.first.line))", at: duplicate.mark)
        }
        var root = document.root
        for (index, override) in overrides.enumerated() {
            override.apply(to: &root, as: index + 1, decoder)
        }
        let scenario = decoder.scenario(root, path: path)
        let diagnostics = decoder.diagnostics
        guard diagnostics.isEmpty, let scenario else { throw .invalid(diagnostics) }
        return scenario
    }

    private func parse(_ bytes: [UInt8], _ path: String) throws(LoadError) -> Document {
        let limits = Document.Limits(
            byteCount: settings.byteBound, nodeCount: settings.nodeBound)
        do {
            return try Document(parsing: bytes, limits: limits)
        } catch {
            let place = error.mark
            throw .invalid([
                Diagnostic(
                    file: path, line: place.line, column: place.column, message: "\(error)")
            ])
        }
    }

    private func folder(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    private func hash(_ bytes: [UInt8]) -> ScenarioHash {
        var hash = ScenarioHash()
        hash.add(bytes)
        for override in overrides {
            hash.add([0])
            hash.add(override.text.utf8)
        }
        return hash
    }
}
