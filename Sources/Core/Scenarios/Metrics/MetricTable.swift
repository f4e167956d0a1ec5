import Devices

/// A value of a result under its full name, such as `decision_latency.lifecycle.p99`.
public struct Metric: Hashable, Sendable {
    public enum Unit: String, Hashable, Sendable { case duration, number, share, rate, bytes }

    public enum Suffix: String, CaseIterable, Hashable, Sendable {
        case count, min, mean, p50, p90, p99
        case p999 = "p99.9"
        case p9999 = "p99.99"
        case max, rate
    }

    /// The name without its suffix.
    public var base: String
    /// Nil: the count itself.
    public var suffix: Suffix?
    public var unit: Unit

    public var path: String { suffix.map { "\(base).\($0.rawValue)" } ?? base }
}

/// The closed table of metrics: thresholds, results and documentation use these names alone.
public enum MetricTable {
    public enum Kind: Hashable, Sendable {
        /// Takes every suffix, and needs one.
        case distribution(Metric.Unit)
        /// Takes `rate` or nothing.
        case counter
    }

    public struct Row: Hashable, Sendable {
        public var name: String
        public var kind: Kind
        public var meaning: String
    }

    public enum LookUp: Hashable, Sendable {
        case found(Metric)
        case needsSuffix(nearest: String)
        case unknown(nearest: String?)
    }

    public static let rows: [Row] = distributions + counters

    private static let distributions: [Row] = [
        latency("decision_latency", "from when an event was due to its commands applied"),
        latency("decision_latency.lifecycle", "of callbacks of the life cycle"),
        latency("decision_latency.touch", "of touches, keys and scrolls"),
        latency("decision_latency.auth", "of authentication results"),
        latency("decision_latency.timer", "of timers"),
        latency("service_time", "from when it was sent to its commands received"),
        latency("engine_time", "CPU inside the engine"),
        latency("lock_latency", "later of due and return to the foreground, to lock up"),
        latency("exposure", "sensitive content visible past due"),
        latency("timer_lateness", "fired minus deadline"),
        latency("generator_lag", "how late the workers send"),
        Row(name: "queue_depth", kind: .distribution(.number), meaning: "events waiting"),
        Row(name: "loop_idle", kind: .distribution(.share), meaning: "loop waiting, of its time"),
        Row(name: "cpu", kind: .distribution(.share), meaning: "of one core, per process"),
        Row(name: "rss", kind: .distribution(.bytes), meaning: "resident memory, per process"),
    ]

    private static let counters: [Row] =
        [
            counter("events", "all events"),
            counter("events.lifecycle", "callbacks of the life cycle"),
            counter("events.touch", "touches, keys and scrolls"),
            counter("events.auth", "authentication results"),
            counter("events.timer", "timers"),
            counter("events.other", "overlays, entries, windows and the like"),
            counter("launches", "launches of the app"),
            counter("backgrounds", "scenes gone to the background"),
            counter("returns", "scenes back in the foreground"),
            counter("kills", "times the app was killed"),
            counter("reboots", "times the device was started anew"),
            counter("sleeps", "times the device went to sleep"),
            counter("wall_changes", "times the wall clock was set"),
            counter("locks", "locks raised"),
            counter("unlocks", "locks taken down by authentication"),
            counter("idle_fires", "idle timeouts"),
            counter("covers", "covers raised"),
            counter("prompts", "prompts for authentication"),
            counter("limit_actions", "actions after too many attempts"),
            counter("entries", "deep links, notifications and other entries"),
            counter("entries_delivered", "of these, handed on to the app"),
            counter("overlays", "overlays shown"),
            counter("snapshots", "pictures taken, each orientation one"),
            counter("leaks", "pictures that show what they must not"),
            counter("violations", "all rules"),
            counter("sessions", "sessions that took part"),
            counter("sessions.lost", "sessions of processes that died"),
            counter("timers.fired", "timers fired"),
            counter("timers.early", "timers fired before their deadline"),
            counter("timers.lost", "timers that never fired"),
            counter("timers.cancelled", "timers cancelled"),
            counter("timers.rearmed", "timers given another deadline"),
            counter("context_switches", "of all processes"),
            counter("overflows", "what a full queue refused"),
        ] + Rule.allCases.map { counter("violations.\($0.rawValue)", "of that rule") }

    /// What is known only once the processes of a run have ended: no threshold of these can end it.
    private static let knownAtTheEnd: Set = [
        "loop_idle", "cpu", "rss", "context_switches", "timers.lost",
    ]

    /// Whether its value is known while a run goes on.
    public static func isKnownMeanwhile(_ metric: Metric) -> Bool {
        !knownAtTheEnd.contains(metric.base)
    }

    /// Every full name, in the order of the table.
    public static var paths: [String] { rows.flatMap { $0.metrics.map(\.path) } }

    public static func lookUp(_ path: String) -> LookUp {
        for row in rows where path == row.name || path.hasPrefix(row.name + ".") {
            let rest = String(path.dropFirst(row.name.count + 1))
            switch row.kind {
            case .counter where path == row.name:
                return .found(Metric(base: row.name, suffix: nil, unit: .number))
            case .counter where rest == "rate":
                return .found(Metric(base: row.name, suffix: .rate, unit: .rate))
            case .distribution where path == row.name:
                return .needsSuffix(nearest: row.name + ".p99")
            case .distribution(let unit):
                guard let suffix = Metric.Suffix(rawValue: rest) else { continue }
                return .found(Metric(base: row.name, suffix: suffix, unit: suffix.unit(unit)))
            case .counter: continue
            }
        }
        return .unknown(nearest: Nearest.word(to: path, in: paths))
    }

    private static func latency(_ name: String, _ meaning: String) -> Row {
        Row(name: name, kind: .distribution(.duration), meaning: meaning)
    }

    private static func counter(_ name: String, _ meaning: String) -> Row {
        Row(name: name, kind: .counter, meaning: meaning)
    }
}

extension MetricTable.Row {
    /// All that a result can tell of it.
    public var metrics: [Metric] {
        switch kind {
        case .distribution(let unit):
            Metric.Suffix.allCases.map { Metric(base: name, suffix: $0, unit: $0.unit(unit)) }
        case .counter:
            [
                Metric(base: name, suffix: nil, unit: .number),
                Metric(base: name, suffix: .rate, unit: .rate),
            ]
        }
    }
}

extension Metric.Suffix {
    /// The unit under this suffix of what is measured in `unit`.
    func unit(_ unit: Metric.Unit) -> Metric.Unit {
        switch self {
        case .count: .number
        case .rate: .rate
        case .min, .mean, .p50, .p90, .p99, .p999, .p9999, .max: unit
        }
    }
}
