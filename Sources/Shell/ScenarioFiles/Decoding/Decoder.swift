import AppLock
import Scenarios
import YAML

/// Reads values out of a tree, noting all that is wrong instead of stopping at the first.
///
/// Every reading method answers nil where it has noted something.
final class Decoder {
    /// One more error says that there are more.
    static let diagnosticBound = 1_000

    let settings: LoaderSettings
    /// The file, then the overrides, then a trace, as marks number them.
    private(set) var origins: [String]
    /// Relative paths in the file start here; ends with a slash, or is empty.
    let folder: String
    /// Of the file, the overrides, and what else it is read together with.
    var hash: ScenarioHash
    var names = NameTable()
    var references = ReferenceCheck()
    private var problems: [(mark: Mark, message: String)] = []

    init(settings: LoaderSettings, origins: [String], folder: String, hash: ScenarioHash) {
        self.settings = settings
        self.origins = origins
        self.folder = folder
        self.hash = hash
    }

    /// The number under which marks name another file.
    func addOrigin(_ path: String) -> Int {
        origins.append(path)
        return origins.count - 1
    }

    /// In the order of the file, then of the overrides, then of the trace.
    var diagnostics: [Diagnostic] {
        problems.enumerated().sorted { a, b in
            let (x, y) = (a.element.mark, b.element.mark)
            return (x.origin, x.line, x.column, a.offset) < (y.origin, y.line, y.column, b.offset)
        }.map { _, problem in
            Diagnostic(
                file: origins[problem.mark.origin], line: problem.mark.line,
                column: problem.mark.column, message: problem.message)
        }
    }

    func report(_ message: String, at mark: Mark) {
        guard !isFull else { return }
        let isLast = problems.count == Decoder.diagnosticBound
        problems.append((mark, isLast ? "more errors, not listed" : message))
    }

    var isFull: Bool { problems.count > Decoder.diagnosticBound }

    /// `; did you mean …?`, or nothing; not looked for once nothing more is listed.
    func hint(_ word: String, in words: [String]) -> String {
        let nearest = isFull ? nil : Nearest.word(to: word, in: words)
        return nearest.map { "; did you mean “\($0)”?" } ?? ""
    }

    /// `reason` begins with a semicolon or is empty; hints are reasons.
    func expected(_ what: String, _ node: Node, reason: String = "") {
        report("expected \(what) (got \(got(node)))\(reason)", at: node.mark)
    }

    func notYet(_ what: String, at mark: Mark) {
        report("\(what) is not available yet in this version", at: mark)
    }

    func position(_ mark: Mark) -> SourcePosition {
        SourcePosition(line: mark.line, column: mark.column)
    }

    private func got(_ node: Node) -> String {
        switch node.content {
        case .sequence: return "a list"
        case .mapping: return "a map"
        case .scalar(let scalar): return scalar.isNull ? "nothing" : quoted(scalar.text)
        }
    }
}

/// In quotation marks, on one line, and not too long.
func quoted(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars.prefix(60) {
        line.unicodeScalars.append(scalar.properties.isWhitespace ? " " : scalar)
    }
    return "“\(line)\(text.unicodeScalars.count > 60 ? "…" : "")”"
}
