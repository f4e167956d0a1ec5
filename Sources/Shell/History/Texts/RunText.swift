public import Reports
import Scenarios

/// `locksim history show`: one run with its values.
public enum RunText {
    private static let columns = ["count", "min", "mean", "p50", "p90", "p99", "p99.9", "max"]

    public static func text(_ run: StoredRun, _ values: [StoredValue], _ style: Style) -> String {
        var facts = [
            ["run", String(run.id)], ["scenario", "\(run.scenario), hash \(run.hash)"],
            [
                "ran",
                "\(run.mode), seed \(run.seed)" + (run.settings.isEmpty ? "" : ", ")
                    + run.settings,
            ],
            ["ended", DateText.minute(run.finishedMilliseconds) + " UTC"],
            [
                "verdict",
                "\(run.verdict), exit code \(run.exitCode)"
                    + (run.isEvidence ? "" : ", no evidence"),
            ],
            ["digest", run.digest], ["version", run.version],
            ["host", run.hostFingerprint],
        ]
        if let commit = run.commit { facts.append(["commit", commit]) }
        var text = TextTable(rows: facts, leftColumns: [0, 1]).text
        for table in distributions(values).split(toFit: style.columns) where !table.rows.isEmpty {
            text += "\n" + table.text
        }
        let others = values.filter { $0.base == nil && ($0.value != 0 || !$0.isCounter) }
        let rows = others.map { [$0.name, MetricAmount($0.value, of: $0.name).text] }
        return style.spelled(text + "\n" + TextTable(rows: rows).text)
    }

    /// A line a metric.
    private static func distributions(_ values: [StoredValue]) -> TextTable {
        var names: [String] = []
        var cells: [String: String] = [:]
        for value in values {
            guard let base = value.base else { continue }
            if !names.contains(base) { names.append(base) }
            cells[value.name] = MetricAmount(value.value, of: value.name).text
        }
        let rows = names.map { name in
            [name] + columns.map { cells["\(name).\($0)"] ?? "" }
        }
        return TextTable(rows: [["time"] + columns] + rows)
    }

    public static func json(_ run: StoredRun, _ values: [StoredValue]) -> String {
        var writer = JSONWriter()
        writer.object { json in
            json.field("schema", historySchema)
            run.write(into: &json)
            for (key, isCounter) in [("metrics", false), ("counters", true)] {
                json.key(key)
                json.object { json in
                    for value in values where value.isCounter == isCounter {
                        let digits = MetricAmount(value.value, of: value.name).digits
                        json.field(value.name, decimal: digits)
                    }
                }
            }
        }
        return writer.text + "\n"
    }
}

extension StoredValue {
    /// Of a distribution in time or events, the name without its suffix.
    fileprivate var base: String? {
        guard case .found(let metric) = MetricTable.lookUp(name), metric.suffix != nil,
            !["rss", "cpu"].contains(metric.base)
        else { return nil }
        return metric.base
    }
}
