internal import CSQLite

/// One connection to a database file, used from one thread.
///
/// Statements may outlive it: SQLite keeps the file open until the last of them is gone.
@safe public struct Database: ~Copyable {
    public enum Opening: Hashable, Sendable {
        /// One that isn't there is an error.
        case existing
        case madeIfMissing
        /// To read alone, where no file can be made beside it. Nobody may write to it meanwhile,
        /// and what is in a write-ahead log isn't seen.
        case unchanging
    }

    let connection: OpaquePointer

    /// Foreign keys are enforced. `busyMilliseconds`: how long every call waits for others.
    public init(
        path: String, _ opening: Opening, busyMilliseconds: Int32
    ) throws(SQLiteError) {
        precondition(busyMilliseconds >= 0)
        var name = path
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        switch opening {
        case .existing: flags |= SQLITE_OPEN_READWRITE
        case .madeIfMissing: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .unchanging:
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            name = Self.address(of: path) + "?immutable=1"
        }
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(name, &opened, flags, nil)
        // Also one that failed is made, to tell why.
        guard let connection = unsafe opened else { preconditionFailure("out of memory") }
        unsafe self.connection = connection
        try check(code)
        try check(unsafe sqlite3_busy_timeout(connection, busyMilliseconds))
        try execute("PRAGMA foreign_keys = ON")
    }

    /// A path as a URI, in which some letters have a meaning.
    private static func address(of path: String) -> String {
        let letters = [("%", "%25"), ("?", "%3f"), ("#", "%23")]
        return letters.reduce("file:" + path) { $0.replacing($1.0, with: $1.1) }
    }

    deinit { _ = unsafe sqlite3_close_v2(connection) }

    /// As leaving its scope does, but where one says so.
    public consuming func close() {}

    /// One or more statements without values, separated by semicolons; what they return is lost.
    public borrowing func execute(_ sql: String) throws(SQLiteError) {
        try check(unsafe sqlite3_exec(connection, sql, nil, nil, nil))
    }

    /// One statement, its values as `?`.
    public borrowing func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        var made: OpaquePointer?
        try check(unsafe sqlite3_prepare_v2(connection, sql, -1, &made, nil))
        guard let statement = unsafe made else { preconditionFailure("no statement: \(sql)") }
        return unsafe Statement(owning: statement, of: connection)
    }

    /// All of it or, where `body` throws, nothing. Takes the right to write at once, so that nobody
    /// can come between what is read and what is written.
    public borrowing func write<Value, Failure: Error>(
        failure: (SQLiteError) -> Failure, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try transaction("BEGIN IMMEDIATE", failure, body)
    }

    /// All that is read there is of one moment, whatever others write meanwhile.
    public borrowing func read<Value, Failure: Error>(
        failure: (SQLiteError) -> Failure, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try transaction("BEGIN", failure, body)
    }

    private borrowing func transaction<Value, Failure: Error>(
        _ start: String, _ failure: (SQLiteError) -> Failure, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        func run(_ sql: String) throws(Failure) {
            do throws(SQLiteError) { try execute(sql) } catch { throw failure(error) }
        }
        try run(start)
        do throws(Failure) {
            let value = try body()
            try run("COMMIT")
            return value
        } catch {
            // Where SQLite has already rolled back there is nothing left to do.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// The row id of the last row this connection added.
    public var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(connection) }

    /// Rows the last statement changed, those that went along left out.
    public var changedRowCount: Int { Int(unsafe sqlite3_changes64(connection)) }

    private borrowing func check(_ code: Int32) throws(SQLiteError) {
        if code != SQLITE_OK { throw unsafe SQLiteError(code, words(of: connection)) }
    }
}

/// Of the last call on that connection.
func words(of connection: OpaquePointer) -> String {
    guard let words = unsafe sqlite3_errmsg(connection) else { return "" }
    return unsafe String(cString: words)
}
