public import Comparing

/// Runs named on a command line: `history:last`, `history:last:10`, `history:12`, `history:12-21`.
public enum HistorySelection: Hashable, Sendable {
    public static let prefix = "history:"
    /// Runs of one selection.
    static let bound: Int64 = 10_000

    /// The newest that is evidence, and as many before it that are like it.
    case last(Int)
    case range(ClosedRange<Int64>)

    public init(_ text: String) throws(HistoryError) {
        let words = text.dropFirst(Self.prefix.count).split(
            separator: ":", omittingEmptySubsequences: false)
        if words.first == "last" {
            let count = words.count == 1 ? 1 : Self.number(words[1])
            guard words.count <= 2, let count, count <= Self.bound else {
                throw .malformedSelection(text)
            }
            self = .last(Int(count))
            return
        }
        guard words.count == 1 else { throw .malformedSelection(text) }
        let ends = words[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count <= 2, let first = ends.first.flatMap(Self.number),
            let last = ends.last.flatMap(Self.number), first <= last, last - first < Self.bound
        else { throw .malformedSelection(text) }
        self = .range(first...last)
    }

    /// Whole and above 0.
    private static func number(_ text: Substring) -> Int64? {
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isPlain, let number = Int64(text), number > 0 else { return nil }
        return number
    }
}

extension HistoryStore {
    /// As one side of a comparison. Of a range those that are no evidence are left out, and gaps
    /// are none; its ends must be there.
    public func runSet(_ text: String) throws(HistoryError) -> RunSet {
        var runs: [StoredRun] = []
        switch try HistorySelection(text) {
        case .last(let count):
            let recent = try self.runs(atMost: Int(HistorySelection.bound))
            guard let newest = recent.first(where: { $0.isEvidence }) else { throw .noRuns }
            runs = recent.filter { $0.isEvidence && $0.isLike(newest) }.prefix(count).reversed()
        case .range(let ids) where ids.count == 1: runs = [try run(ids.lowerBound)]
        case .range(let ids):
            runs = [try run(ids.lowerBound)]
            for id in ids.dropFirst().dropLast() {
                do throws(HistoryError) {
                    runs.append(try run(id))
                } catch {
                    guard error == .noRun(id) else { throw error }
                }
            }
            runs.append(try run(ids.upperBound))
            runs.removeAll { !$0.isEvidence }
        }
        var results: [RunResult] = []
        for run in runs { results.append(try result(of: run)) }
        return RunSet(path: text, runs: results)
    }
}

extension StoredRun {
    /// Of the same series.
    fileprivate func isLike(_ other: StoredRun) -> Bool {
        (scenario, mode, hash, settings, hostFingerprint)
            == (other.scenario, other.mode, other.hash, other.settings, other.hostFingerprint)
    }
}
