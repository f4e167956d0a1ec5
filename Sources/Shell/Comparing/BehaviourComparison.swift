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
            let others = (ours + theirs).filter { $0.digest != run.digest }
            guard let other = others.first else { continue }
            lines.append("seed \(run.seed): digest \(run.digest) → \(other.digest)")
            for counter in run.counters {
                guard let value = other.counters.first(where: { $0.name == counter.name })?.value,
                    value != counter.value
                else { continue }
                lines.append("seed \(run.seed): \(counter.name) \(counter.value) → \(value)")
            }
        }
        let rest = lines.count - bound
        return rest > 0 ? lines.prefix(bound) + ["and \(rest) more"] : lines
    }
}

extension RunResult {
    fileprivate var key: String { "\(hash) \(seed)" }
}
