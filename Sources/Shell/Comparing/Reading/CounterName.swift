/// Counters stand in `result.json` by groups, in the table of metrics by one name.
public enum CounterName {
    private static let rules = "violations.by_rule."

    public static func metric(_ key: String) -> String {
        if key == "violations.total" { return "violations" }
        return isOfRule(key) ? "violations." + key.dropFirst(rules.count) : key
    }

    public static func key(_ metric: String) -> String {
        if metric == "violations" { return "violations.total" }
        let prefix = "violations."
        return metric.hasPrefix(prefix) ? rules + metric.dropFirst(prefix.count) : metric
    }

    static func isOfRule(_ key: String) -> Bool { key.hasPrefix(rules) }
}
