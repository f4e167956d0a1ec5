public import Reports
public import TimerQueues

/// Everything a bench found.
public struct BenchResult: Sendable {
    public var options: BenchOptions
    /// In the order of the plan.
    public private(set) var rows: [BenchRow] = []
    public private(set) var floors: [BenchRow] = []
    public var accuracy: [AccuracyRow] = []
    /// Sentences about what was not measured, or otherwise than asked.
    public var notes: [String] { plannedNotes + refusals.sentences + laterNotes }
    public var laterNotes: [String] = []
    private let plannedNotes: [String]
    /// Subjects that did not do their work.
    public private(set) var failures: [String] = []
    private var refusals = Refusals()
    /// What ended the bench before it was done; nil where it was.
    public var signal: Int32?
    public var environment = RunEnvironment()

    public init(options: BenchOptions, notes: [String] = []) {
        self.options = options
        plannedNotes = notes
    }

    /// Nil where nothing ended the bench early.
    public var interruption: String? {
        signal.map {
            "stopped by \($0 == 2 ? "SIGINT" : "SIGTERM"): rows have fewer repeats, or are missing"
        }
    }

    public mutating func add(_ row: BenchRow) {
        if row.cell.subject.isFloor { floors.append(row) } else { rows.append(row) }
    }

    mutating func note(_ outcome: MeasureOutcome, about cell: BenchCell) {
        let name = cell.subject.name
        switch outcome {
        case .measured, .interrupted: return
        case .impossible(let why):
            // What holds for all operations, or all numbers of sessions, is said once.
            let isOfOperation = cell.operation == .mixed || cell.operation == .expireByMicroseconds
            let operation = isOfOperation ? cell.operation : nil
            refusals.add(name, operation, why)
        case .failed(let why):
            failures.append("\(name), \(cell.operation.rawValue), N = \(cell.sessions): \(why)")
        }
    }

    mutating func refuse(_ kind: QueueKind, accuracy why: String) {
        refusals.add(kind.rawValue, nil, why)
    }

    public func row(_ queue: QueueKind, _ sessions: Int, _ operation: BenchOperation) -> BenchRow? {
        rows.first {
            $0.cell.subject == .queue(queue.rawValue) && $0.cell.sessions == sessions
                && $0.cell.operation == operation
        }
    }

    /// One random store of the width of the queue's own touch, at the same number of sessions.
    public func floor(of row: BenchRow) -> BenchRow? {
        guard row.cell.operation.hasStoreAsFloor, case .queue(let name) = row.cell.subject,
            let kind = QueueKind(rawValue: name)
        else { return nil }
        return floors.first {
            $0.cell.subject == .store(width: kind.touchWidth)
                && $0.cell.sessions == row.cell.sessions
        }
    }

    /// The baseline's row beside this one; nil for its own, where one of the two is processor time,
    /// and where the baseline has another number of sessions.
    public func baseline(of row: BenchRow) -> BenchRow? {
        guard let kind = options.baseline, row.cell.subject != .queue(kind.rawValue) else {
            return nil
        }
        let other = self.row(kind, row.cell.sessions, row.cell.operation)
        return other?.typical.isProcessorTime == row.typical.isProcessorTime ? other : nil
    }

    /// 0, that of a broken contract, that of asking for what can't be had here at all, or a
    /// signal's.
    public var exitCode: Int32 {
        if let signal { return 128 + signal }
        if !failures.isEmpty { return 95 }
        return rows.isEmpty && accuracy.isEmpty ? 64 : 0
    }
}

/// What could not be had, those with one reason together.
struct Refusals: Hashable, Sendable {
    private struct Refusal: Hashable {
        var names: [String]
        var operation: BenchOperation?
        var why: String
    }

    private var all: [Refusal] = []

    mutating func add(_ name: String, _ operation: BenchOperation?, _ why: String) {
        guard let index = all.firstIndex(where: { $0.why == why && $0.operation == operation })
        else { return all.append(Refusal(names: [name], operation: operation, why: why)) }
        if !all[index].names.contains(name) { all[index].names.append(name) }
    }

    /// What is said of all operations is not said of one again.
    var sentences: [String] {
        all.compactMap { refusal in
            let names = refusal.names.filter { name in
                refusal.operation == nil
                    || !all.contains {
                        $0.operation == nil && $0.why == refusal.why && $0.names.contains(name)
                    }
            }
            if names.isEmpty { return nil }
            let operation = refusal.operation.map { ", \($0.rawValue)" } ?? ""
            return names.sorted().joined(separator: ", ") + operation + ": " + refusal.why
        }
    }
}

/// A ratio of two costs in thousandths.
struct CostRatio: Hashable {
    let thousandths: UInt64

    /// Nil where the divisor is nothing.
    init?(_ cost: UInt64, to other: UInt64) {
        guard other > 0 else { return nil }
        thousandths = UInt64(
            clamping: (UInt128(cost) * 1000 + UInt128(other) / 2) / UInt128(other))
    }
}
