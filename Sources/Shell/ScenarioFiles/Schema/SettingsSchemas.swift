import AppLock
import Devices
import Scenarios

/// The blocks beside a scenario's body.
extension Schema {
    static func timers(_ settings: LoaderSettings) -> Schema {
        map([
            key("queue", words(settings.queues), "One of “locksim timers list”."),
            key("tick", reference("positive_duration"), "The queue's resolution."),
            key("wake", words(settings.wakes), "Live: what wakes a worker when a timer is due."),
        ])
    }

    static let device = map([
        key("snapshot_delay", reference("duration"), "From the background to the picture."),
        key("suspend_delay", reference("duration"), "From the background to suspension."),
        key("cover_animation", reference("duration"), "How long an animated cover takes."),
        key(
            "protected_data_delay", reference("duration"),
            "From the device's lock to protected data being unavailable."),
        key("orientations", whole(1, 2), "Pictures the system takes at a time."),
        key("wall_start", reference("instant"), "The wall clock's time at the start, in UTC."),
        key(
            "fuzz",
            map([
                key("equal_levels", bool, "Windows of one level come in any order."),
                key("late_timers", bool, "Timers fire late."),
            ]), "What a system may do otherwise."),
    ])

    // MARK: Thresholds

    static let threshold = any(
        thresholdText,
        map(
            [
                key("that", thresholdText, "What must hold, such as decision_latency.p99 < 5ms."),
                key("abort", bool, "End the run as soon as it fails; with behaviours alone."),
                key("after", reference("duration"), "Not looked at before; beside abort."),
            ], required: ["that"]
        ).with("dependentSchemas", .schema(Schema().with("after", .schema(aborting)))))

    private static let aborting = Schema()
        .with(
            "properties",
            .schema(Schema().with("abort", .schema(Schema().with("const", .flag(true)))))
        )
        .with("required", .list([.text("abort")]))

    private static let thresholdText = pattern(
        [Metric.Unit.duration, .number, .share, .rate, .bytes]
            .map { "(?:\(metrics($0))) *\(comparison) *\(limitText($0))" }
            .joined(separator: "|")
    ).with(
        "examples",
        .list([
            .text("decision_latency.lifecycle.p99 < 5ms"), .text("timer_lateness.p99.9 < 2ms"),
            .text("timers.early == 0"), .text("violations == 0"), .text("locks > 0"),
        ]))

    /// All metrics of that unit: names that take the same suffixes stand together.
    private static func metrics(_ unit: Metric.Unit) -> String {
        var groups: [(suffixes: [String], names: [String])] = []
        for row in MetricTable.rows {
            let suffixes = row.metrics.filter { $0.unit == unit }.map { metric in
                metric.suffix.map { "." + $0.rawValue } ?? ""
            }
            if suffixes.isEmpty { continue }
            if let place = groups.firstIndex(where: { $0.suffixes == suffixes }) {
                groups[place].names.append(row.name)
            } else {
                groups.append((suffixes, [row.name]))
            }
        }
        return groups.map { "(?:\(choice($0.names)))(?:\(choice($0.suffixes)))" }
            .joined(separator: "|")
    }

    private static func choice(_ words: [String]) -> String {
        words.map { $0.split(separator: ".", omittingEmptySubsequences: false) }
            .map { $0.joined(separator: #"\."#) }.joined(separator: "|")
    }
}
