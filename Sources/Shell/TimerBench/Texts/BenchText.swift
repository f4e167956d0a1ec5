public import Reports
import TimerQueues

/// A bench for people: a table for each number of sessions, a chart, and what was not measured.
public struct BenchText: Sendable {
    static let indentWidth = 2

    public var style: Style

    public init(style: Style) { self.style = style }

    public func text(_ result: BenchResult) -> String {
        var parts = [interruption(result)] + result.options.sessions.map { table($0, of: result) }
        if let chart = BenchChart(style: style).text(result) { parts.append(chart) }
        parts.append(accuracy(result))
        parts.append(legend(result))
        parts.append(sentences("not measured, or otherwise", result.notes, .yellow))
        parts.append(sentences("WRONG", result.failures, .red))
        return parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func interruption(_ result: BenchResult) -> String {
        guard let words = result.interruption else { return "" }
        return style.paint("INTERRUPTED", .yellow) + "  (partial)\n"
            + wrapped(words, width: style.columns - Self.indentWidth).map { "  \($0)\n" }.joined()
    }

    private func table(_ sessions: Int, of result: BenchResult) -> String {
        let operations = result.options.operations
        let lines: [(kind: QueueKind, rows: [BenchRow?])] = result.options.queues.compactMap {
            kind in
            let count = self.sessions(of: kind, asked: sessions, in: result)
            let rows = operations.map { result.row(kind, count, $0) }
            return rows.contains { $0 != nil } ? (kind, rows) : nil
        }
        guard !lines.isEmpty else { return "" }
        let headings = operations.map { CostText.heading($0) }
        var costs = [["ns per operation"] + headings + ["bytes/timer"]]
        var floors = [["x bare store"]]
        var ratios = [["against \(result.options.baseline?.rawValue ?? "")"] + headings]
        let floored = operations.indices.filter { operations[$0].hasStoreAsFloor }
        floors[0] += floored.map { headings[$0] }
        for (kind, rows) in lines {
            let name = self.name(kind, rows, sessions)
            // Bytes of arming alone; after `mixed` a queue holds what it put off, too.
            let bytes = zip(operations, rows).first { $0 != .mixed && $1 != nil }?.1?.byteTenths
            costs.append(
                [name] + rows.map { $0.map { CostText.cell($0, style) } ?? dash }
                    + [bytes.map { CostText.bytes($0) } ?? dash])
            floors.append(
                [name]
                    + floored.map { index in
                        rows[index].flatMap { overFloor($0, in: result) } ?? dash
                    })
            ratios.append(
                [name]
                    + rows.map { row in
                        row.flatMap { againstBaseline($0, in: result) } ?? dash
                    })
        }
        costs += floorLines(sessions, operations, of: result)
        var text = style.paint("N = \(Quantity.count(UInt64(sessions))) sessions", .bold) + "\n"
        text += fitted(costs)
        if floors.dropFirst().contains(where: { $0.dropFirst().contains { $0 != dash } }) {
            text += "\n" + fitted(floors)
        }
        if ratios.dropFirst().contains(where: { $0.dropFirst().contains { $0 != dash } }) {
            text += "\n" + fitted(ratios)
        }
        return text
    }

    /// A queue with a bound shows in every table with what it was measured with.
    private func sessions(of kind: QueueKind, asked count: Int, in result: BenchResult) -> Int {
        let measured = result.rows.filter { $0.cell.subject == .queue(kind.rawValue) }
            .map(\.cell.sessions)
        if measured.contains(count) { return count }
        return measured.filter { $0 < count }.max() ?? count
    }

    private func name(_ kind: QueueKind, _ rows: [BenchRow?], _ asked: Int) -> String {
        let count = rows.compactMap { $0?.cell.sessions }.first ?? asked
        return count == asked
            ? kind.rawValue : "\(kind.rawValue) (N=\(Quantity.count(UInt64(count))))"
    }

    private func floorLines(
        _ sessions: Int, _ operations: [BenchOperation], of result: BenchResult
    ) -> [[String]] {
        let here = result.floors.filter { $0.cell.sessions == sessions }
        return here.map { row in
            let name =
                switch row.cell.subject {
                case .store(let width): "bare store, \(width) bytes"
                case .record: "bare record, 64 bytes"
                case .prefetchedRecord: "bare record, prefetched"
                case .events, .queue: "events without timers"
                }
            let cells = operations.map { operation in
                row.cell.operation == operation ? CostText.cell(row, style) : ""
            }
            return [name] + cells + [""]
        }
    }

    private var dash: String { style.usesUnicode ? "–" : "-" }

    private func fitted(_ rows: [[String]]) -> String {
        TextTable(rows: rows).split(toFit: style.columns).map(\.text).joined(separator: "\n")
    }

    private func overFloor(_ row: BenchRow, in result: BenchResult) -> String? {
        result.floor(of: row).flatMap {
            CostText.times(CostRatio(row.cost.median, to: $0.cost.median))
        }
    }

    private func againstBaseline(_ row: BenchRow, in result: BenchResult) -> String? {
        result.baseline(of: row).flatMap {
            CostText.comparison(row.cost.median, against: $0.cost.median)
        }
    }

    private func accuracy(_ result: BenchResult) -> String {
        guard !result.accuracy.isEmpty else { return "" }
        var rows = [["lateness", "p50", "p99", "p99.9", "max", "early", "lost", "CPU", "spun"]]
        for row in result.accuracy {
            let neighbour = row.isBusy ? "busy" : row.isContended ? "idle ~" : "idle"
            rows.append(
                ["\(row.queue), \(row.wake), \(neighbour)"]
                    + [row.p50, row.p99, row.p999, row.max].map { Quantity.duration($0) }
                    + [Quantity.count(row.early), Quantity.count(row.lost)]
                    + [row.processorBillionths, row.spinBillionths].map {
                        Quantity.percent(billionths: $0)
                    })
        }
        return fitted(rows)
    }

    private func legend(_ result: BenchResult) -> String {
        guard let first = result.rows.first else { return "" }
        var text = ""
        let repeats = result.options.repeats
        if result.signal != nil {
            text += "medians of \(result.rows.map(\.cost.count).max() ?? 0) or fewer; "
        } else if repeats > 1 {
            let cost = MedianInterval(Array(repeating: 0, count: repeats))
            let share = Quantity.percent(
                billionths: UInt64((cost?.coverage ?? 0) * 1_000_000_000))
            text += "median of \(repeats), ± the \(share) interval's farther end; "
        }
        text += "costs on one processor, by the clock"
        if result.rows.contains(where: { $0.typical.isProcessorTime }) {
            text += "; expire of what the kernel's clock moves is processor time"
        }
        let discarded = result.rows.reduce(0) { $0 + $1.discarded }
        if discarded > 0 {
            text += "; \(discarded) measurements discarded, as the processor was shared"
        }
        if result.rows.contains(where: \.isContended) {
            text += "; ~ it was shared in every try, and the best of them stands"
        }
        if first.cell.operation != .arm {
            text += "; bytes by the growth over arming"
        }
        return wrapped(style.spelled(text), width: style.columns - 2)
            .map { "  \($0)\n" }.joined()
    }

    private func sentences(_ title: String, _ all: [String], _ colour: Style.Colour) -> String {
        guard !all.isEmpty else { return "" }
        var text = style.paint(title, colour) + "\n"
        for sentence in all {
            let lines = wrapped(style.spelled(sentence), width: style.columns - 4)
            for (index, line) in lines.enumerated() {
                text += (index == 0 ? "  " : "    ") + line + "\n"
            }
        }
        return text
    }
}
