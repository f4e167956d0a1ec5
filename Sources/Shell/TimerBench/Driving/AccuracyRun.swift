import Chronology
public import Linux
import TimerQueues
import TimerSubjects

/// Measures how late timers are, one process after the other, and `cyclictest` among them: what
/// the kernel itself needs to wake somebody up, in the same minutes on the same processor.
public struct AccuracyRun {
    public static let seconds: UInt64 = 10
    /// Of `cyclictest`, which wakes every millisecond.
    static let cycles = 5_000

    let cells: [AccuracyCell]
    let children: MeasuringChildren
    /// Nil where this process may not choose.
    let processor: Int?

    public init(_ options: BenchOptions, _ children: MeasuringChildren, _ host: Host) {
        let isFree = host.allowedProcessorCount == host.processorCount
        processor = isFree ? host.processorCount - 1 : nil
        // A neighbour has to be on the same one.
        cells = AccuracyCell.all(options).filter { isFree || !$0.isBusy }
        self.children = children
    }

    public func run(into result: inout BenchResult, progress: (BenchProgress) -> Void) {
        if cells.isEmpty || result.signal != nil { return }
        if let note = AccuracyCell.note(result.options) { result.laterNotes.append(note) }
        if processor == nil {
            result.laterNotes.append(
                "accuracy beside a busy neighbour: this process may not choose its processor")
        }
        for (index, cell) in cells.enumerated() {
            progress(BenchProgress(done: index, total: cells.count, label: cell.label))
            // In the middle, where it is nearest to all of them.
            if index == cells.count / 2 { addCyclictest(to: &result) }
            measure(cell, into: &result)
            result.signal = children.interruption
            if result.signal != nil { return }
        }
    }

    private func measure(_ cell: AccuracyCell, into result: inout BenchResult) {
        guard let program = program(of: cell.kind) else {
            let why = cell.kind.absence ?? PeersProgram.absence
            return result.refuse(cell.kind, accuracy: why)
        }
        var process = AccuracyProcess(cell.kind)
        if let wake = cell.wake { process.wake = wake }
        process.processor = processor
        process.isBesideBusy = cell.isBusy
        process.plan.seed = result.options.seed
        process.plan.span = .seconds(Self.seconds)
        do {
            result.accuracy.append(AccuracyRow(cell, try process.run(program: program)))
        } catch {
            if children.interruption == nil { result.refuse(cell.kind, accuracy: "\(error)") }
        }
    }

    private func program(of kind: QueueKind) -> String? {
        switch kind.home {
        case .here: try? executablePath()
        case .peers: PeersProgram.path()
        case .missing: nil
        }
    }

    private func addCyclictest(to result: inout BenchResult) {
        var words = ["-n", "-10", "cyclictest", "-q", "-t1", "-i1000", "-l\(Self.cycles)"]
        words += ["-h200000", "--policy=other"]
        if let processor { words.append("-a\(processor)") }
        guard let text = children.text(of: "nice", words), let row = Self.row(cyclictest: text)
        else {
            if children.interruption != nil { return }
            result.laterNotes.append(
                "accuracy: cyclictest (Debian: rt-tests) is not installed or may not run here")
            return
        }
        result.accuracy.append(row)
    }

    /// From its histogram: lines of microseconds and how often.
    static func row(cyclictest text: String) -> AccuracyRow? {
        var counts: [(microseconds: UInt64, count: UInt64)] = []
        var greatest: UInt64?
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# Max Latencies:") {
                greatest = line.split(separator: " ").last.flatMap { UInt64($0) }
            }
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard words.count == 2, let value = UInt64(words[0]), let count = UInt64(words[1])
            else { continue }
            counts.append((value, count))
        }
        let total = counts.reduce(0) { $0 + $1.count }
        guard total > 0, let greatest else { return nil }
        func value(_ partsPerThousand: UInt64) -> UInt64 {
            var seen: UInt64 = 0
            for (value, count) in counts {
                seen += count
                if seen * 1000 >= total * partsPerThousand { return value * 1000 }
            }
            return greatest * 1000
        }
        return AccuracyRow(
            queue: "cyclictest", wake: "kernel", isBusy: false, timers: total, p50: value(500),
            p99: value(990), p999: value(999), max: greatest * 1000, early: 0, lost: 0,
            processorBillionths: 0, spinBillionths: 0)
    }
}
