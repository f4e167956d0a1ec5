public import Statistics

/// Two sets of runs held against each other: metrics by `Comparison`, and, in virtual time, digests
/// and counters exactly.
///
/// Judged are the gates, or without any the stable metrics, as one family; the others are shown.
public struct RunComparison: Sendable {
    public struct Gate: Hashable, Sendable {
        public var name: String
        /// The least shift that matters, as a part.
        public var effect: Double

        public init(name: String, effect: Double) {
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
        /// Nil where a value is 0: nought has no ratio.
        public var comparison: Comparison?
        public var minimumEffect: Double
        /// By Holm's correction over all that are judged; nil where it isn't judged.
        public var correctedP: Double?
        public var verdict: ComparisonVerdict?
    }

    public private(set) var counts: (a: Int, b: Int)
    public private(set) var rows: [Row] = []
    /// What virtual runs of the same seed did differently, in words.
    public private(set) var behaviour: [String] = []
    /// Of the ratios shown, those in which more is better upside down; nil where there are none.
    public private(set) var geometricMean: Double?

    public init(_ a: RunSet, _ b: RunSet, _ options: Options) throws(ComparisonRefusal) {
        for set in [a, b] where set.runs.isEmpty { throw .noRuns(set.path) }
        counts = (a.runs.count, b.runs.count)
        let runs = a.runs + b.runs
        if !options.allowed.contains(.scenario) { try Self.requireSameScenario(runs) }
        if !options.allowed.contains(.host) { try Self.requireSameHost(runs) }
        let judgedNames =
            options.gates.isEmpty ? ComparedMetric.stable : options.gates.map(\.name)
        var names = ComparedMetric.shown
        names += judgedNames.filter { !names.contains($0) }
        for name in names {
            let gate = options.gates.last { $0.name == name }
            guard let valuesA = a.values(name), let valuesB = b.values(name) else {
                guard gate == nil else { throw .noValues(name) }
                continue
            }
            let isJudged = judgedNames.contains(name)
            let isPositive = (valuesA + valuesB).allSatisfy { $0 > 0 }
            guard isPositive || gate != nil else { continue }
            var row = Row(name: name, minimumEffect: gate?.effect ?? options.minimumEffect)
            if isPositive { row.comparison = Comparison(valuesA, valuesB) }
            if isJudged && !isPositive {
                row.correctedP = 1
                row.verdict = Set(valuesA + valuesB).count == 1 ? .noEvidence : .inconclusive
            }
            rows.append(row)
        }
        judge(judgedNames)
        let ratios = rows.compactMap { row in
            row.comparison.map {
                ComparedMetric.direction(row.name) == .lowerIsBetter ? $0.ratio : 1 / $0.ratio
            }
        }
        if !ratios.isEmpty { geometricMean = Quantiles.geometricMean(ratios) }
        behaviour = BehaviourComparison.differences(a.runs, b.runs)
    }

    private mutating func judge(_ names: [String]) {
        let places = rows.indices.filter {
            names.contains(rows[$0].name) && rows[$0].comparison != nil
        }
        let family = places.compactMap { place in
            rows[place].comparison.map { comparison in
                let rule = JudgementRule(
                    direction: ComparedMetric.direction(rows[place].name),
                    minimumEffect: rows[place].minimumEffect)
                return (comparison: comparison, rule: rule)
            }
        }
        for (place, result) in zip(places, judged(family)) {
            rows[place].correctedP = result.correctedP
            rows[place].verdict = result.verdict
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
    /// The name of a gate that not every run has.
    case noValues(String)
    /// In what, and twice the path with what it has.
    case unlike(RunComparison.Difference, String, String, String, String)

    public var description: String {
        switch self {
        case .noRuns(let path): "\(path): error: every run in here is partial or invalid"
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
