import SQLite

extension HistoryStore {
    /// Which runs go.
    public enum Pruning: Hashable, Sendable {
        /// All but so many of the newest, of each scenario.
        case keep(Int)
        /// Those that ended before, in milliseconds since 1970.
        case before(UInt64)
    }

    /// Of one scenario or all; how many go. A rehearsal counts, and changes nothing.
    public func prune(
        _ pruning: Pruning, of scenario: String? = nil, isRehearsal: Bool = false
    ) throws(HistoryError) -> Int {
        let scenarios: [Int64]
        if let scenario {
            scenarios = [try identity(ofScenario: scenario)]
        } else {
            scenarios = try reading { database throws(SQLiteError) in
                try numbers(database, "SELECT id FROM scenario", [])
            }
        }
        let count = try writing { database throws(SQLiteError) in
            var count = 0
            for id in scenarios { count += try prune(pruning, id, isRehearsal, database) }
            if count > 0 && !isRehearsal { try database.execute(Self.removal) }
            return count
        }
        if count > 0 && !isRehearsal {
            // Space that others hold at this moment is given back another time.
            try? database.execute("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        return count
    }

    private func prune(
        _ pruning: Pruning, _ scenario: Int64, _ isRehearsal: Bool,
        _ database: borrowing Database
    ) throws(SQLiteError) -> Int {
        let condition: String
        let values: [SQLiteValue]
        switch pruning {
        case .keep(let count):
            let newestGone = try numbers(
                database, Self.newestGoneQuery,
                [.integer(scenario), .integer(Int64(clamping: count))])
            guard let id = newestGone.first else { return 0 }
            (condition, values) = ("scenario = ? AND id <= ?", [.integer(scenario), .integer(id)])
        case .before(let time):
            condition = "scenario = ? AND finished_ms < ?"
            values = [.integer(scenario), .integer(Int64(clamping: time))]
        }
        if isRehearsal {
            let count = try numbers(
                database, "SELECT count(*) FROM run WHERE \(condition)", values)
            return Int(count.first ?? 0)
        }
        let statement = try database.prepare("DELETE FROM run WHERE \(condition)")
        try statement.bind(values)
        try statement.run()
        return database.changedRowCount
    }

    static let newestGoneQuery =
        "SELECT id FROM run WHERE scenario = ? ORDER BY id DESC LIMIT 1 OFFSET ?"

    /// What no run refers to any more. Names of metrics stay: there are not many.
    private static let removal = """
        DELETE FROM series WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.series = series.id);
        DELETE FROM scenario
            WHERE NOT EXISTS (SELECT 1 FROM run WHERE run.scenario = scenario.id);
        """

    private func numbers(
        _ database: borrowing Database, _ sql: String, _ values: [SQLiteValue]
    ) throws(SQLiteError) -> [Int64] {
        let statement = try database.prepare(sql)
        try statement.bind(values)
        var numbers: [Int64] = []
        while try statement.next() { numbers.append(statement.integer(0)) }
        return numbers
    }
}
