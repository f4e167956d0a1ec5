import Reports

/// `timers bench --csv`: RFC 4180, a line for each row of the tables, then those of accuracy.
extension BenchResult {
    static let columns = [
        "kind", "name", "sessions", "operation", "ns_per_op", "low", "high", "repeats", "discarded",
        "contended", "ratio_to_floor", "ratio_to_baseline", "bytes_per_timer", "time",
        "operations", "touched", "fired", "wake", "neighbour", "p50_ns", "p99_ns", "p99_9_ns",
        "max_ns", "early", "lost",
    ]

    public var csv: String {
        var lines = [Self.columns]
        for row in rows + floors { lines.append(cells(row)) }
        for row in accuracy { lines.append(cells(row)) }
        return lines.map { $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
    }

    private func cells(_ row: BenchRow) -> [String] {
        let (cell, cost, typical) = (row.cell, row.cost, row.typical)
        let ratios = [floor(of: row), baseline(of: row)].map { other in
            ratio(row, to: other).map { CostText.decimal($0.thousandths) } ?? ""
        }
        let bytes = row.byteTenths.map { Quantity.decimal($0, per: 10, places: 1) } ?? ""
        let cells =
            [
                cell.subject.isFloor ? "floor" : "queue", cell.subject.name, "\(cell.sessions)",
                cell.operation.rawValue,
            ]
            + [cost.median, cost.low, cost.high].map { CostText.decimal($0) }
            + ["\(cost.count)", "\(row.discarded)", "\(row.isContended)"] + ratios
            + [bytes, typical.isProcessorTime ? "processor" : "clock"]
            + ["\(typical.operations)", "\(typical.touched)", "\(typical.fired)"]
        return cells + Array(repeating: "", count: Self.columns.count - cells.count)
    }

    private func cells(_ row: AccuracyRow) -> [String] {
        let head = ["queue", row.queue, "\(row.timers)", "accuracy"]
        let tail =
            [row.wake, row.isBusy ? "busy" : "idle"]
            + [row.p50, row.p99, row.p999, row.max, row.early, row.lost].map { "\($0)" }
        let gap = Self.columns.count - head.count - tail.count
        return head + Array(repeating: "", count: gap) + tail
    }

    private func quoted(_ cell: String) -> String {
        guard cell.contains(where: { ",\"\r\n".contains($0) }) else { return cell }
        return "\""
            + cell.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }
}
