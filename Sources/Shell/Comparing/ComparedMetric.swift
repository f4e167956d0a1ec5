public import Scenarios
public import Statistics

/// What a comparison knows of a metric beside its values.
public enum ComparedMetric {
    /// Judged where no gate says otherwise: those whose noise, from run to run on a busy machine of
    /// two cores, was small enough for ten runs on either side to show a change of 5 % nine times
    /// of ten. `ComparisonTests` measures that on recorded runs of the quickstart.
    ///
    /// Their values varied by 1.4 to 2.4 %; the 90th percentile of the decision latency by 2.6 %,
    /// medians by 4 %, CPU time by 6 to 12 %, p99 and beyond by more than half.
    public static let stable = ["timer_lateness.p50", "timer_lateness.p90", "rss.max"]

    /// Of its own, beside the table of metrics.
    private static let own = ["cpu_time", "wall_time", "events_per_second"]

    /// Shown in this order, where both sides have them, beside what is gated.
    static let shown =
        ["decision_latency", "service_time", "engine_time", "lock_latency", "timer_lateness"]
        .flatMap { name in ["p50", "p90", "p99"].map { "\(name).\($0)" } }
        + ["rss.max"] + own

    public static func direction(_ name: String) -> JudgementRule.Direction {
        ["events_per_second", "loop_idle"].contains { name.hasPrefix($0) }
            ? .higherIsBetter : .lowerIsBetter
    }

    /// Whether a gate can name it.
    public static func isKnown(_ name: String) -> Bool { names.contains(name) }

    /// In which gates say an amount.
    public static func unit(of name: String) -> Metric.Unit {
        if case .found(let metric) = MetricTable.lookUp(name) { return metric.unit }
        return name == "events_per_second" ? .number : .duration
    }

    public static func nearest(to name: String) -> String? { Nearest.word(to: name, in: names) }

    /// Counters of what ought not to happen; more or less of the others is neither good nor bad.
    static func isTrouble(_ counter: String) -> Bool {
        troubles.contains(counter) || counter.hasPrefix("violations.")
    }

    /// Also in virtual time.
    static func isOfTheMachine(_ name: String) -> Bool {
        own.contains(name) || ["rss.max", "cpu.max"].contains(name)
    }

    static let troubles = [
        "violations", "leaks", "sessions.lost", "timers.early", "timers.lost", "overflows",
    ]

    /// Distributions of the table with a suffix that is a value of their own unit, and counters of
    /// trouble.
    public static let names: [String] =
        MetricTable.rows.flatMap { row -> [String] in
            guard case .distribution = row.kind else {
                return isTrouble(row.name) ? [row.name] : []
            }
            if ["rss", "cpu"].contains(row.name) { return [row.name + ".max"] }
            if row.name == "loop_idle" { return [] }
            return ["min", "mean", "p50", "p90", "p99", "p99.9", "p99.99", "max"].map {
                "\(row.name).\($0)"
            }
        } + own

    /// `p99_9_ns` in a result is `p99.9` in a metric's name.
    static func suffix(ofKey key: String) -> String {
        var name = key
        if name.hasSuffix("_ns") { name.removeLast(3) }
        return name.replacing("_", with: ".")
    }
}
