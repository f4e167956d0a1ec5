/// What virtual runs did, which depends on scenario and seed alone: it is the same or it isn't.
enum BehaviourComparison {
    /// Of so many differences the first are told.
    static let bound = 12

    /// Runs are matched by scenario and seed; those with no partner say nothing, and live ones
    /// neither.
    static func differences(_ a: [RunResult], _ b: [RunResult]) -> [String] {
        var lines: [String] = []
        var seen: Set<String> = []
        for run in a where run.isVirtual && seen.insert(run.key).inserted {
            let ours = a.filter { $0.key == run.key }
            let theirs = b.filter { $0.key == run.key }
            for other in ours + theirs {
                let found = differences(run, other)
                if found.isEmpty { continue }
                lines += found.map { "seed \(run.seed): \($0)" }
                break
            }
        }
        let rest = lines.count - bound
        return rest > 0 ? lines.prefix(bound) + ["and \(rest) more"] : lines
    }
}

extension BehaviourComparison {
    /// The digest tells of events and commands, counters and times of what was made of them. Not
    /// compared is what only one of them knows, as of another version, and what the machine took.
    private static func differences(_ run: RunResult, _ other: RunResult) -> [String] {
        var lines: [String] = []
        if other.digest != run.digest { lines.append("digest \(run.digest) → \(other.digest)") }
        for counter in run.counters {
            guard let value = other.counters.first(where: { $0.name == counter.name })?.value,
                value != counter.value
            else { continue }
            lines.append("\(counter.name) \(counter.value) → \(value)")
        }
        for time in run.values where !ComparedMetric.isOfTheMachine(time.name) {
            guard let value = other.values.first(where: { $0.name == time.name })?.value,
                value != time.value
            else { continue }
            let words = [time.value, value].map { ComparisonWords.value($0, of: time.name) }
            lines.append("\(time.name) \(words[0]) → \(words[1])")
        }
        return lines
    }
}

extension RunResult {
    fileprivate var key: String { "\(hash) \(seed)" }
}
