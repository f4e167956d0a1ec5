import AppLock
import Devices
import Scenarios

/// The JSON Schema of scenario files, for editors and for whoever writes them by program.
///
/// It knows what one value can say about another only where JSON Schema can; that shares sum to
/// 100% or that a window was made before is for `locksim check`. Words, units and metrics are taken
/// from the tables the decoder reads by; keys are held against it by a test that asks it.
public struct ScenarioSchema: Sendable {
    let root: Schema

    public init(settings: LoaderSettings = LoaderSettings()) {
        root = Schema.scenario(settings)
    }

    /// JSON Schema 2020-12, one document.
    public var text: String { root.text() + "\n" }
}

extension Schema {
    fileprivate static func scenario(_ settings: LoaderSettings) -> Schema {
        let keys = [
            key("scenario", scenarioName, "The scenario's name: a to z, 0 to 9 and hyphens."),
            key("description", typed("string", "number", "boolean", "null"), "A line for people."),
            key("mode", cases(Scenario.Mode.self), "Simulated time (default), or the real clock."),
            key("seed", whole(0, .max), "Of everything drawn; 1 by default, --seed replaces it."),
            key("engine", engine, "The engine under test and its policy."),
            key("timers", timers(settings), "What timers are kept in."),
            key("device", device, "The simulated phones."),
            key("thresholds", list(threshold), "What a run must reach beside the rules."),
            key("script", list(reference("step"), least: 1), "Steps of one session, in order."),
            key(
                "expect_violations", list(rule).with("uniqueItems", .flag(true)),
                "Rules that must be broken, and no other may; none by default."),
            key("population", population, "Many sessions, drawn from behaviours or replayed."),
            key(
                "timer_script", list(reference("timer_step"), least: 1),
                "Calls of one timer queue, played on every queue."),
            key("stable", bool, "Played only on queues that keep the order of equal deadlines."),
        ]
        let dependent = Schema()
            .with("expect_violations", .list([.text("script")]))
            .with("stable", .list([.text("timer_script")]))
        let bodies = ["script", "population", "timer_script"].map { Value.schema(requiring($0)) }
        let head = Schema()
            .with("$schema", .text("https://json-schema.org/draft/2020-12/schema"))
            .with("$id", .text("urn:locksim:scenario"))
            .with("title", .text("locksim scenario"))
        let body = map(keys, required: ["scenario"])
            .with("oneOf", .list(bodies))
            .with("dependentRequired", .schema(dependent))
            .with("$defs", .schema(definitions))
        return body.members.reduce(head) { $0.with($1.name, $1.value) }
    }

    private static var definitions: Schema {
        [
            ("duration", duration), ("positive_duration", positiveDuration), ("shift", shift),
            ("rate", rate), ("share", share), ("load", load), ("level", level), ("name", plainName),
            ("instant", instant), ("distribution", distribution), ("step", step),
            ("action", action), ("expect", expect), ("timer_step", timerStep),
        ].reduce(Schema()) { $0.with($1.0, .schema($1.1)) }
    }

    private static let scenarioName = typed("string", "integer").with("minimum", .number("0"))
        .with("pattern", .text("^[a-z0-9-]{1,200}$"))

    private static let rule = words(Rule.allCases.map(\.rawValue))
}

extension ScenarioSchema {
    /// A single value of a scenario, as `--set` names it.
    public struct Setting: Hashable, Sendable {
        /// Keys with dots between them.
        public var path: String
        public var says: String
        /// What it can be, where that is a choice.
        public var words: [String]
    }

    /// All that lie outside of lists, in the order of the format.
    public var settings: [Setting] { root.settings("", Self.bodies) }

    /// A list can be set as a whole; its items have numbers that nobody knows beforehand.
    private static let bodies: Set = ["script", "timer_script", "expect_violations"]
}

extension Schema {
    fileprivate func settings(
        _ prefix: String, _ without: Set<String>
    ) -> [ScenarioSchema.Setting] {
        guard case .schema(let properties)? = self["properties"] else {
            guard case .list(let choices)? = self["anyOf"] else { return [] }
            return choices.flatMap { choice -> [ScenarioSchema.Setting] in
                guard case .schema(let schema) = choice else { return [] }
                return schema.settings(prefix, without)
            }
        }
        return properties.members.flatMap { name, value -> [ScenarioSchema.Setting] in
            guard case .schema(let schema) = value, !without.contains(name) else { return [] }
            let inner = schema.settings("\(prefix)\(name).", without)
            if schema["properties"] != nil { return inner }
            var says = ""
            if case .text(let text)? = schema["description"] { says = text }
            let setting = ScenarioSchema.Setting(
                path: prefix + name, says: says, words: schema.choices)
            return [setting] + inner
        }
    }

    /// The words of an `enum`, or of one beside other forms; those of a truth value.
    private var choices: [String] {
        if case .text("boolean")? = self["type"] { return ["true", "false"] }
        if case .list(let values)? = self["enum"] {
            return values.compactMap { if case .text(let text) = $0 { text } else { nil } }
        }
        guard case .list(let choices)? = self["anyOf"] else { return [] }
        return choices.flatMap { choice -> [String] in
            guard case .schema(let schema) = choice else { return [] }
            return schema.choices
        }
    }
}
