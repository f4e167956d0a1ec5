import Reports
import Scenarios

extension Command {
    static let metrics = Command(
        name: "metrics", summary: "Prints the closed table of metrics that thresholds can name.",
        usage: "", examples: [("locksim metrics", "")]
    ) { (arguments, console) throws(CommandError) in
        try arguments.expectNoOperands()
        return try console.print(MetricsText.text(console.style))
    }
}

/// The table of metrics in words.
enum MetricsText {
    static func text(_ style: Style) -> String {
        let width = MetricTable.rows.map(\.name.count).max() ?? 0
        var text = ""
        for row in MetricTable.rows {
            let facts = pad(row.name, width) + "  " + pad(unit(row.kind), 10)
            text += style.folded(facts + row.meaning, indent: facts.count) + "\n"
        }
        let suffixes = Metric.Suffix.allCases.map(\.rawValue).joined(separator: " ")
        let operators = ComparisonOperator.allCases.map(\.rawValue).joined(separator: " ")
        let rest = """

            suffixes   \(suffixes)
                       of everything but counters, which take rate or nothing
            operators  \(operators)
            units      duration 250us 1.5ms 20s 3m 1h30m, number 12, share 12% or 0.12,
                       bytes 64MiB, rate 18/min (also /s /h /day /week)
            two times  decision_latency counts from when an event was due, however late it was
                       sent; service_time from when it was sent. The first is what people
                       feel, the second what the engine takes; generator_lag lies between.
            example    decision_latency.lifecycle.p99 < 5ms

            """
        return text + style.folded(rest, indent: 11)
    }

    private static func unit(_ kind: MetricTable.Kind) -> String {
        switch kind {
        case .distribution(let unit): unit.rawValue
        case .counter: "counter"
        }
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }
}
