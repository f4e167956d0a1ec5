public import Linux
public import SQLite

/// What is wrong with the history, or with what was asked of it.
public enum HistoryError: Error, Hashable, Sendable {
    case folder(SystemError)
    case database(String, SQLiteError)
    /// SQLite's, but made by another program.
    case foreign(String)
    /// Of a later version of this program.
    case newer(String, format: Int64, known: Int64)
    /// What a run printed could not be read: a bug.
    case unreadable(String)

    case noRun(Int64)
    /// Nothing is recorded, or nothing of the kind asked for.
    case noRuns
    case noScenario(String, nearest: String?)
    case noMetric(String, nearest: String?)
    /// A metric that is known, but that none of these runs has.
    case noValues(String)
    case malformedSelection(String)
    /// Of partial runs, and of those whose generator was saturated.
    case noEvidence(Int64)
}

extension HistoryError {
    /// The file may be good, and where it lies nothing can be written.
    var isOfPlace: Bool {
        guard case .database(_, let error) = self else { return false }
        switch error {
        case .cannotOpen, .readOnly, .full, .inputOutput: return true
        case .busy, .notADatabase, .damaged, .constraint, .other: return false
        }
    }

    /// The question was wrong, and not the file.
    public var isAnswer: Bool {
        switch self {
        case .folder, .database, .foreign, .newer, .unreadable: false
        case .noRun, .noRuns, .noScenario, .noMetric, .noValues, .malformedSelection, .noEvidence:
            true
        }
    }
}

extension HistoryError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .folder(let error): "\(error)"
        case .database(let path, let error): "\(path): \(error)"
        case .foreign(let path):
            "\(path): a database of another program; it is left as it is"
        case .newer(let path, let format, let known):
            "\(path): made by a newer locksim: format \(format), known up to \(known)"
        case .unreadable(let words): "a result can't be recorded: \(words)"
        case .noRun(let id): "no run \(id) in the history; see “locksim history list”"
        case .noRuns: "no such run is in the history; “locksim run” puts them there"
        case .noScenario(let name, let nearest):
            "no run of a scenario “\(name)”" + Self.hint(nearest, "see “locksim history list”")
        case .noMetric(let name, let nearest):
            "no metric “\(name)” in the history" + Self.hint(nearest, "see “locksim metrics”")
        case .noValues(let name): "none of these runs has “\(name)”"
        case .malformedSelection(let text):
            "expected history:last, history:last:N, history:ID or history:ID-ID, of "
                + "\(HistorySelection.bound) runs at most (got “\(text)”)"
        case .noEvidence(let id):
            "run \(id) is no evidence: partial, or its generator was saturated"
        }
    }

    private static func hint(_ nearest: String?, _ otherwise: String) -> String {
        nearest.map { "; did you mean “\($0)”?" } ?? "; \(otherwise)"
    }
}
