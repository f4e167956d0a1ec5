import Reports
import SQLite
import Scenarios

extension HistoryStore {
    /// A change-point search over so many values takes a tenth of a second.
    public static let trendBound = 10_000

    /// Of the runs that are like the newest one that has the metric, of the scenario or of any.
    public func trend(
        of metric: String, scenario: String? = nil, allowed: Set<Trend.Difference> = [],
        bound: Int = trendBound
    ) throws(HistoryError) -> Trend {
        let scenarioID = try identityIfNamed(scenario)
        let metricID = try identity(ofMetric: metric)
        let newest = try newest(having: metricID, metric, of: scenarioID)
        let seriesIDs = try series(like: newest, allowed)
        let all = try reading { database throws(SQLiteError) in
            let ids = seriesIDs.map(String.init).joined(separator: ", ")
            let countQuery = "SELECT count(*) FROM run WHERE series IN (\(ids)) AND is_evidence = 1"
            let count = try number(database, countQuery, [])
            let shown = Trend.shownCount(of: count, bound: bound)
            let statement = try database.prepare(Self.pointsQuery(ids))
            try statement.bind(.integer(metricID), .integer(Int64(shown)))
            var points: [Trend.Point] = []
            while try statement.next() {
                points.append(
                    Trend.Point(
                        run: statement.integer(0),
                        finishedMilliseconds: UInt64(max(statement.integer(1), 0)),
                        version: statement.text(2) ?? "", commit: statement.text(3),
                        value: statement.measured(4)))
            }
            let total = try number(
                database, Self.scenarioCountQuery, [.text(newest.scenario)])
            return (points: points, older: points.count < shown ? 0 : count - shown, total: total)
        }
        return Trend(
            metric: metric, newest: newest, points: all.points.reversed(),
            olderCount: all.older, leftOutCount: all.total - all.older - all.points.count)
    }

    /// The newest first: the bound cuts off the oldest.
    static func pointsQuery(_ seriesIDs: String) -> String {
        """
        SELECT run.id, run.finished_ms, run.version, run.git_commit, measurement.value
        FROM run CROSS JOIN measurement
            ON measurement.run = run.id AND measurement.metric = ?
        WHERE run.series IN (\(seriesIDs)) AND run.is_evidence = 1
        ORDER BY run.id DESC LIMIT ?
        """
    }

    static let scenarioCountQuery =
        "SELECT count(*) FROM run WHERE scenario = (SELECT id FROM scenario WHERE name = ?)"

    private func newest(
        having metricID: Int64, _ metric: String, of scenario: Int64?
    ) throws(HistoryError) -> StoredRun {
        let found = try reading { database throws(SQLiteError) -> Int64? in
            let statement = try database.prepare(Self.newestQuery(isOfScenario: scenario != nil))
            try statement.bind(.integer(scenario ?? .max), .integer(metricID))
            return try statement.next() ? statement.integer(0) : nil
        }
        guard let found else { throw .noValues(metric) }
        return try run(found)
    }

    static func newestQuery(isOfScenario: Bool) -> String {
        """
        SELECT run.id FROM run
        WHERE \(isOfScenario ? "run.scenario = ?" : "run.id < ?") AND run.is_evidence = 1
            AND EXISTS (SELECT 1 FROM measurement
                WHERE measurement.run = run.id AND measurement.metric = ?)
        ORDER BY run.id DESC LIMIT 1
        """
    }

    private func series(
        like run: StoredRun, _ allowed: Set<Trend.Difference>
    ) throws(HistoryError) -> [Int64] {
        var conditions = ["scenario.name = ?", "series.mode = ?"]
        var values: [SQLiteValue] = [.text(run.scenario), .text(run.mode)]
        if !allowed.contains(.scenario) {
            conditions += ["series.hash = ?", "series.settings = ?"]
            values += [.text(run.hash), .text(run.settings)]
        }
        if !allowed.contains(.host) {
            conditions.append("host.fingerprint = ?")
            values.append(.text(run.hostFingerprint))
        }
        return try reading { database throws(SQLiteError) in
            let statement = try database.prepare(
                """
                SELECT series.id FROM scenario JOIN series ON series.scenario = scenario.id
                    JOIN host ON host.id = series.host
                WHERE \(conditions.joined(separator: " AND "))
                """)
            try statement.bind(values)
            var ids: [Int64] = []
            while try statement.next() { ids.append(statement.integer(0)) }
            return ids
        }
    }

    private func identity(ofMetric name: String) throws(HistoryError) -> Int64 {
        let found = try reading { database throws(SQLiteError) -> Int64? in
            let statement = try database.prepare("SELECT id FROM metric WHERE name = ?")
            try statement.bind(.text(name))
            return try statement.next() ? statement.integer(0) : nil
        }
        if let found { return found }
        switch MetricTable.lookUp(name) {
        case .found: throw .noValues(name)
        case .needsSuffix(let nearest): throw .noMetric(name, nearest: nearest)
        case .unknown:
            throw .noMetric(name, nearest: Nearest.word(to: name, in: try names("metric")))
        }
    }

    private func number(
        _ database: borrowing Database, _ sql: String, _ values: [SQLiteValue]
    ) throws(SQLiteError) -> Int {
        let statement = try database.prepare(sql)
        try statement.bind(values)
        return try statement.next() ? Int(statement.integer(0)) : 0
    }
}
