import Chronology
import Reports
import TimerQueues

/// How far a bench is.
public struct BenchProgress: Hashable, Sendable {
    public var done: Int
    public var total: Int
    /// What is measured now.
    public var label: String
}

/// Measures all cells of a plan: repeats outside, subjects inside, in a new order each time.
public struct Bench {
    /// Tries beyond the first for one repeat that had to share its processor.
    static let extraTries = 3
    /// Of the timed part, for each time the processor may be taken away: the kernel has work of its
    /// own, and less than a thousandth of this goes by in it.
    static let nanosecondsPerSwitch: UInt64 = 100_000_000

    let options: BenchOptions
    let plan: BenchPlan
    let measure: (MeasureOrder, _ isPeer: Bool) -> MeasureOutcome

    public init(
        _ options: BenchOptions, _ plan: BenchPlan,
        measure: @escaping (MeasureOrder, _ isPeer: Bool) -> MeasureOutcome
    ) {
        self.options = options
        self.plan = plan
        self.measure = measure
    }

    public func run(progress: (BenchProgress) -> Void = { _ in }) -> BenchResult {
        var samples: [BenchCell: BenchSamples] = [:]
        var refused: Set<BenchCell> = []
        var result = BenchResult(options: options, notes: plan.notes)
        var done = 0
        repeats: for index in 0..<options.repeats {
            for cell in plan.order(ofRepeat: index) where !refused.contains(cell) {
                let count = Quantity.count(UInt64(cell.sessions))
                progress(
                    BenchProgress(
                        done: done, total: plan.cells.count * options.repeats,
                        label: "\(cell.subject.name), \(cell.operation.rawValue), N = \(count)"))
                switch repeatOnce(cell, &samples[cell, default: BenchSamples()]) {
                case nil: break
                case .interrupted(let signal)?:
                    result.signal = signal
                    break repeats
                case let trouble?:
                    refused.insert(cell)
                    result.note(trouble, about: cell)
                }
                done += 1
            }
        }
        for cell in plan.cells {
            if let sample = samples[cell], let row = BenchRow(cell, sample) { result.add(row) }
        }
        return result
    }

    /// Nil where it went well.
    private func repeatOnce(_ cell: BenchCell, _ samples: inout BenchSamples) -> MeasureOutcome? {
        let order = MeasureOrder(
            subject: cell.subject, sessions: cell.sessions, operation: cell.operation,
            seed: options.seed, tickNanoseconds: options.tick.nanoseconds)
        var contended: [Measured] = []
        for _ in 0...Self.extraTries {
            switch measure(order, isPeer(cell.subject)) {
            case .measured(let measured) where Self.isContended(measured):
                contended.append(measured)
            case .measured(let measured):
                samples.clean.append(measured)
                samples.discarded += contended.count
                return nil
            case let trouble: return trouble
            }
        }
        // The best of them stands in where no repeat was left alone.
        let best = contended.min { $0.picosecondsPerOperation < $1.picosecondsPerOperation }
        samples.contended += best.map { [$0] } ?? []
        samples.discarded += contended.count
        return nil
    }

    /// Whether a neighbour had the processor while the clock ran. Of processor time that is no
    /// matter.
    static func isContended(_ measured: Measured) -> Bool {
        !measured.isProcessorTime
            && measured.switches > measured.nanoseconds / nanosecondsPerSwitch
    }

    private func isPeer(_ subject: BenchSubject) -> Bool {
        guard case .queue(let name) = subject else { return false }
        return QueueKind(rawValue: name)?.isPure == false
    }
}

/// The repeats of one cell.
public struct BenchSamples: Hashable, Sendable {
    public var clean: [Measured] = []
    /// The best of each repeat that was never left alone.
    public var contended: [Measured] = []
    /// Measurements that did not count.
    public var discarded = 0

    public init() {}
}
