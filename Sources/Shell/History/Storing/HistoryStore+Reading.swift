import Comparing
import SQLite
import Scenarios

extension HistoryStore {
    /// The newest first. Of a scenario that has no run, an error that names the nearest.
    public func runs(
        of scenario: String? = nil, atMost bound: Int
    ) throws(HistoryError) -> [StoredRun] {
        let scenarioID = try identityIfNamed(scenario)
        return try reading { database throws(SQLiteError) in
            let statement = try database.prepare(
                StoredRun.query(scenarioID == nil ? "run.id < ?" : "run.scenario = ?"))
            try statement.bind(
                .integer(scenarioID ?? .max), .integer(Int64(clamping: bound)))
            var runs: [StoredRun] = []
            while try statement.next() { runs.append(StoredRun(statement)) }
            return runs
        }
    }

    public func run(_ id: Int64) throws(HistoryError) -> StoredRun {
        let run = try reading { database throws(SQLiteError) -> StoredRun? in
            let statement = try database.prepare(StoredRun.query("run.id = ?"))
            try statement.bind(.integer(id), .integer(1))
            return try statement.next() ? StoredRun(statement) : nil
        }
        guard let run else { throw .noRun(id) }
        return run
    }

    /// In the order in which they were first seen in any run, which is that of `result.json`.
    public func values(of id: Int64) throws(HistoryError) -> [StoredValue] {
        try reading { database throws(SQLiteError) in
            let statement = try database.prepare(Self.valuesQuery)
            try statement.bind(.integer(id))
            var values: [StoredValue] = []
            while try statement.next() {
                values.append(
                    StoredValue(
                        name: statement.text(0) ?? "", isCounter: statement.integer(1) != 0,
                        value: statement.measured(2)))
            }
            return values
        }
    }

    static let valuesQuery = """
        SELECT metric.name, metric.is_counter, measurement.value
        FROM measurement JOIN metric ON metric.id = measurement.metric
        WHERE measurement.run = ? ORDER BY measurement.metric
        """

    /// What a comparison takes from it.
    func result(of run: StoredRun) throws(HistoryError) -> RunResult {
        guard run.isEvidence else { throw .noEvidence(run.id) }
        var result = RunResult(
            path: "history:\(run.id)", scenario: run.scenario, hash: run.hash, seed: run.seed,
            isVirtual: run.mode == "virtual", digest: run.digest)
        result.host = try facts(ofHost: run.hostFingerprint)
        for value in try values(of: run.id) {
            if value.isCounter {
                let name = CounterName.key(value.name)
                result.counters.append(.init(name: name, value: value.count))
            } else {
                result.values.append(.init(name: value.name, value: value.value))
            }
        }
        return result
    }

    private func facts(
        ofHost fingerprint: String
    ) throws(HistoryError) -> [RunResult.Named<String>] {
        try reading { database throws(SQLiteError) in
            let statement = try database.prepare("SELECT facts FROM host WHERE fingerprint = ?")
            try statement.bind(.text(fingerprint))
            return try statement.next() ? HostFacts(text: statement.text(0) ?? "").facts : []
        }
    }

    func identityIfNamed(_ scenario: String?) throws(HistoryError) -> Int64? {
        guard let scenario else { return nil }
        return try identity(ofScenario: scenario)
    }

    func identity(ofScenario name: String) throws(HistoryError) -> Int64 {
        let found = try reading { database throws(SQLiteError) -> Int64? in
            let statement = try database.prepare("SELECT id FROM scenario WHERE name = ?")
            try statement.bind(.text(name))
            return try statement.next() ? statement.integer(0) : nil
        }
        if let found { return found }
        throw .noScenario(name, nearest: Nearest.word(to: name, in: try names("scenario")))
    }

    func names(_ table: String) throws(HistoryError) -> [String] {
        try reading { database throws(SQLiteError) in
            let statement = try database.prepare("SELECT name FROM \(table) ORDER BY id")
            var names: [String] = []
            while try statement.next() { names.append(statement.text(0) ?? "") }
            return names
        }
    }
}

extension Statement {
    /// What was measured is finite; another hand can have put anything there.
    func measured(_ column: Int) -> Double {
        let value = real(column)
        return value.isFinite ? value : 0
    }
}

extension StoredRun {
    /// The newest first, as many as its last value says.
    static func query(_ condition: String) -> String {
        """
        SELECT run.id, run.finished_ms, scenario.name, series.mode, series.hash, series.settings,
            host.fingerprint, run.seed, run.version, run.git_commit, run.verdict, run.exit_code,
            run.is_evidence, run.digest
        FROM run CROSS JOIN series ON series.id = run.series
            CROSS JOIN scenario ON scenario.id = run.scenario
            CROSS JOIN host ON host.id = series.host
        WHERE \(condition) ORDER BY run.id DESC LIMIT ?
        """
    }

    fileprivate init(_ row: borrowing Statement) {
        id = row.integer(0)
        finishedMilliseconds = UInt64(max(row.integer(1), 0))
        scenario = row.text(2) ?? ""
        mode = row.text(3) ?? ""
        hash = row.text(4) ?? ""
        settings = row.text(5) ?? ""
        hostFingerprint = row.text(6) ?? ""
        seed = UInt64(bitPattern: row.integer(7))
        version = row.text(8) ?? ""
        commit = row.text(9)
        verdict = row.text(10) ?? ""
        exitCode = Int32(truncatingIfNeeded: row.integer(11))
        isEvidence = row.integer(12) != 0
        digest = row.text(13) ?? ""
    }
}
