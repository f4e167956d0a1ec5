import Comparing
import SQLite

extension HistoryStore {
    /// All of them or, on an error, none; their ids, in their order.
    @discardableResult
    public func record(_ runs: [NewRun]) throws(HistoryError) -> [Int64] {
        try writing { database throws(SQLiteError) in
            var ids: [Int64] = []
            for run in runs { ids.append(try write(run, to: database)) }
            return ids
        }
    }
}

private func write(
    _ run: NewRun, to database: borrowing Database
) throws(SQLiteError) -> Int64 {
    let result = run.result
    let host = HostFacts(result.host)
    let hostID = try identity(
        database, "host", [("fingerprint", .text(host.fingerprint))],
        else: [("facts", .text(host.text))])
    let scenarioID = try identity(database, "scenario", [("name", .text(result.scenario))])
    let seriesID = try identity(
        database, "series",
        [
            ("scenario", .integer(scenarioID)), ("mode", .text(result.modeName)),
            ("hash", .text(result.hash)), ("settings", .text(run.settings)),
            ("host", .integer(hostID)),
        ])
    try insert(
        database, "run",
        [
            ("scenario", .integer(scenarioID)), ("series", .integer(seriesID)),
            ("finished_ms", .integer(Int64(clamping: run.finishedMilliseconds))),
            ("seed", .integer(Int64(bitPattern: result.seed))), ("version", .text(run.version)),
            ("verdict", .text(run.verdict)), ("exit_code", .integer(Int64(run.exitCode))),
            ("is_evidence", .integer(result.isEvidence ? 1 : 0)),
            ("digest", .text(result.digest)), ("git_commit", SQLiteValue(run.commit)),
        ])
    let id = database.lastInsertedRow
    try writeValues(of: result, of: id, to: database)
    return id
}

private func writeValues(
    of result: RunResult, of run: Int64, to database: borrowing Database
) throws(SQLiteError) {
    let values =
        result.values.map { (name: $0.name, isCounter: false, value: SQLiteValue.real($0.value)) }
        + result.counters.map { counter in
            (
                name: CounterName.metric(counter.name), isCounter: true,
                value: .integer(Int64(clamping: counter.value))
            )
        }
    let statement = try database.prepare(
        "INSERT INTO measurement (run, metric, value) VALUES (?, ?, ?)")
    for (name, isCounter, value) in values {
        let metric = try identity(
            database, "metric", [("name", .text(name))],
            else: [("is_counter", .integer(isCounter ? 1 : 0))])
        try statement.bind(.integer(run), .integer(metric), value)
        try statement.run()
    }
}

private typealias Columns = [(name: String, value: SQLiteValue)]

/// The id of the row with that key, which is added where it is missing.
private func identity(
    _ database: borrowing Database, _ table: String, _ key: Columns, else more: Columns = []
) throws(SQLiteError) -> Int64 {
    let condition = key.map { "\($0.name) = ?" }.joined(separator: " AND ")
    let statement = try database.prepare("SELECT id FROM \(table) WHERE \(condition)")
    try statement.bind(key.map(\.value))
    if try statement.next() { return statement.integer(0) }
    try insert(database, table, key + more)
    return database.lastInsertedRow
}

private func insert(
    _ database: borrowing Database, _ table: String, _ columns: Columns
) throws(SQLiteError) {
    let names = columns.map(\.name).joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let statement = try database.prepare("INSERT INTO \(table) (\(names)) VALUES (\(places))")
    try statement.bind(columns.map(\.value))
    try statement.run()
}
