public import Statistics

/// Two sets of runs held against each other: metrics by `Comparison`, and, in virtual time, digests
/// and counters exactly.
///
/// Judged are the gates, or without any the stable metrics, as one family; the others are shown.
/// Counters of what ought not to happen are no samples of anything: a run of B that has more of
/// them than every run of A is a regression, however few runs there are.
public struct RunComparison: Sendable {
    /// The least shift that matters.
    public enum Effect: Hashable, Sendable {
        /// As a part of the value: 0.05 for 5 %. Of a median of 0 it is 0, and any rise matters.
        case share(Double)
        /// In the metric's own unit, which also tells of values that are 0.
        case amount(Double)
    }

    public struct Gate: Hashable, Sendable {
        public var name: String
        public var effect: Effect

        public init(name: String, effect: Effect) {
            self.name = name
            self.effect = effect
        }
    }

    public enum Difference: String, CaseIterable, Hashable, Sendable { case scenario, host }

    public struct Options: Hashable, Sendable {
        public var gates: [Gate] = []
        public var minimumEffect = 0.02
        public var allowed: Set<Difference> = []

        public init() {}
    }

    public struct Row: Sendable {
        public var name: String
        public var comparison: Comparison
        /// In the terms of the comparison's scale.
        public var minimumEffect: Double
        /// By Holm's correction over all that are judged; nil where it isn't judged by its p.
        public var correctedP: Double?
        public var verdict: ComparisonVerdict?
    }

    public private(set) var counts: (a: Int, b: Int)
    /// Runs that are partial or invalid, and say nothing.
    public private(set) var leftOut: (a: Int, b: Int)
    public private(set) var rows: [Row] = []
    /// What virtual runs of the same seed did differently, in words.
    public private(set) var behaviour: [String] = []
    /// What ought not to happen, happened more often in B, and no gate asks for it; in words.
    public private(set) var troubles: [String] = []
    /// Of the ratios shown, those in which more is better upside down; nil where there are none.
    public private(set) var geometricMean: Double?

    public init(_ a: RunSet, _ b: RunSet, _ options: Options) throws(ComparisonRefusal) {
        for set in [a, b] {
            if set.runs.isEmpty { throw .noRuns(set.path) }
            if set.queues.count > 1 { throw .mixed(set.path, set.queues) }
        }
        counts = (a.runs.count, b.runs.count)
        leftOut = (a.leftOut.count, b.leftOut.count)
        let runs = a.runs + b.runs
        if !options.allowed.contains(.scenario) { try Self.requireSameScenario(runs) }
        if !options.allowed.contains(.host) { try Self.requireSameHost(runs) }
        let judgedNames =
            options.gates.isEmpty ? ComparedMetric.stable : options.gates.map(\.name)
        var names = ComparedMetric.shown
        for name in judgedNames where !names.contains(name) { names.append(name) }
        for name in names {
            let gate = options.gates.last { $0.name == name }
            guard let valuesA = a.values(name), let valuesB = b.values(name) else {
                guard gate == nil else { throw .noValues(name) }
                continue
            }
            // In virtual time much takes no time at all.
            guard gate != nil || (valuesA + valuesB).contains(where: { $0 != 0 }) else { continue }
            rows.append(
                Self.row(name, valuesA, valuesB, gate?.effect ?? .share(options.minimumEffect)))
        }
        judge(judgedNames.filter { !ComparedMetric.isTrouble($0) })
        for place in rows.indices where ComparedMetric.isTrouble(rows[place].name) {
            let (worstA, worstB) = (Self.most(rows[place].name, a), Self.most(rows[place].name, b))
            let allowed =
                switch options.gates.last(where: { $0.name == rows[place].name })?.effect {
                case .amount(let amount): worstA + amount
                case .share(let share): worstA * (1 + share)
                case nil: worstA
                }
            rows[place].verdict = worstB > allowed ? .regression : .noEvidence
        }
        let ratios = rows.filter { $0.comparison.scale == .ratio }.map { row in
            let shift = row.comparison.shift
            return ComparedMetric.direction(row.name) == .lowerIsBetter ? shift : 1 / shift
        }
        if !ratios.isEmpty { geometricMean = Quantiles.geometricMean(ratios) }
        behaviour = BehaviourComparison.differences(a.runs, b.runs)
        for name in ComparedMetric.troubles where !judgedNames.contains(name) {
            let (worstA, worstB) = (Self.most(name, a), Self.most(name, b))
            guard worstB > worstA else { continue }
            let (ours, theirs) = (
                ComparisonWords.value(worstA, of: name), ComparisonWords.value(worstB, of: name)
            )
            troubles.append("\(name): up to \(theirs) in a run of B, up to \(ours) in A")
        }
    }

    private static func most(_ name: String, _ set: RunSet) -> Double {
        set.runs.compactMap { $0.value(name) }.max() ?? 0
    }

    /// Not judged yet. Nought has no ratio, and an amount is none.
    private static func row(
        _ name: String, _ a: [Double], _ b: [Double], _ effect: Effect
    ) -> Row {
        let isPositive = (a + b).allSatisfy { $0 > 0 }
        switch effect {
        case .share(let share) where isPositive:
            return Row(name: name, comparison: Comparison(a, b), minimumEffect: share)
        case .share(let share):
            return Row(
                name: name, comparison: Comparison(a, b, scale: .difference),
                minimumEffect: share * Quantiles.median(a))
        case .amount(let amount):
            return Row(
                name: name, comparison: Comparison(a, b, scale: .difference),
                minimumEffect: amount)
        }
    }

    private mutating func judge(_ names: [String]) {
        let places = rows.indices.filter { names.contains(rows[$0].name) }
        let family = places.map { place in
            let rule = JudgementRule(
                direction: ComparedMetric.direction(rows[place].name),
                minimumEffect: rows[place].minimumEffect)
            return (comparison: rows[place].comparison, rule: rule)
        }
        for (place, result) in zip(places, judged(family)) {
            rows[place].correctedP = result.correctedP
            rows[place].verdict = result.verdict
        }
    }

    // MARK: How few runs are too few

    /// By their p.
    public var judgedCount: Int { rows.count { $0.correctedP != nil } }

    /// The smallest p that so many runs can have, alone and over all that are judged.
    public var leastP: (alone: Double, corrected: Double) {
        let alone = RankSumTest.leastP(counts.a, counts.b)
        return (alone, min(alone * Double(max(judgedCount, 1)), 1))
    }

    /// On either side; nil where there are enough.
    var neededRunCount: Int? {
        let judged = Double(judgedCount)
        guard leastP.corrected >= JudgementRule.usualSignificance else { return nil }
        return (1...).first {
            RankSumTest.leastP($0, $0) * judged < JudgementRule.usualSignificance
        }
    }

    // MARK: The whole

    /// Behaviour first, then the worst of what is judged.
    public var verdict: ComparisonVerdict {
        let found = Set(rows.compactMap(\.verdict))
        if !behaviour.isEmpty { return .regression }
        for verdict in [ComparisonVerdict.regression, .inconclusive, .improvement]
        where found.contains(verdict) { return verdict }
        return .noEvidence
    }

    public func exitCode(isStrict: Bool) -> Int32 {
        switch verdict {
        case .regression: 2
        case .inconclusive: isStrict ? 3 : 0
        case .improvement, .noEvidence: 0
        }
    }

    // MARK: Likeness

    private static func requireSameScenario(_ runs: [RunResult]) throws(ComparisonRefusal) {
        guard let first = runs.first else { return }
        if let other = runs.first(where: {
            ($0.hash, $0.isVirtual) != (first.hash, first.isVirtual)
        }) {
            throw .unlike(.scenario, first.path, first.scenarioText, other.path, other.scenarioText)
        }
    }

    private static func requireSameHost(_ runs: [RunResult]) throws(ComparisonRefusal) {
        guard let first = runs.first else { return }
        for run in runs where run.host != first.host {
            let place = zip(run.host, first.host).first { $0 != $1 }
            let (theirs, ours) =
                place ?? (.init(name: "host", value: "of"), .init(name: "host", value: "of"))
            throw .unlike(
                .host, first.path, "\(ours.name) \(ours.value)", run.path,
                "\(theirs.name) \(theirs.value)")
        }
    }
}

extension RunResult {
    fileprivate var scenarioText: String {
        "\(scenario) \(hash), \(isVirtual ? "virtual" : "live")"
    }
}

/// Why two sets of runs are not compared.
public enum ComparisonRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// Of that path: all were partial or invalid.
    case noRuns(String)
    /// A side, and the timer queues of its runs.
    case mixed(String, [String])
    /// The name of a gate that not every run has.
    case noValues(String)
    /// In what, and twice the path with what it has.
    case unlike(RunComparison.Difference, String, String, String, String)

    public var description: String {
        switch self {
        case .noRuns(let path): "\(path): error: every run in here is partial or invalid"
        case .mixed(let path, let queues):
            "\(path): error: runs under several timer queues in one set: "
                + queues.joined(separator: ", ")
        case .noValues(let name): "not every run has “\(name)”, which a gate names"
        case .unlike(let difference, let first, let one, let second, let other):
            """
            the runs are not of one \(difference.rawValue):
              \(first): \(one)
              \(second): \(other)
            “--allow-different \(difference.rawValue)” compares them all the same
            """
        }
    }
}
