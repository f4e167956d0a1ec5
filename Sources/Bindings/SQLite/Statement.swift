internal import CSQLite

/// A statement ready to run, again and again, with other values each time.
@safe public struct Statement: ~Copyable {
    private let statement: OpaquePointer
    private let connection: OpaquePointer

    init(owning statement: OpaquePointer, of connection: OpaquePointer) {
        unsafe self.statement = statement
        unsafe self.connection = connection
    }

    deinit { _ = unsafe sqlite3_finalize(statement) }

    // MARK: Running

    /// From the start, with these values in place of its `?`, of which there must be as many.
    public borrowing func bind(_ values: SQLiteValue...) throws(SQLiteError) { try bind(values) }

    public borrowing func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
        _ = unsafe sqlite3_reset(statement)
        let count = unsafe sqlite3_bind_parameter_count(statement)
        precondition(Int(count) == values.count, "a value for each “?”")
        for (index, value) in values.enumerated() {
            let place = Int32(index + 1)
            let code =
                switch value {
                case .null: unsafe sqlite3_bind_null(statement, place)
                case .integer(let number): unsafe sqlite3_bind_int64(statement, place, number)
                case .real(let number): unsafe sqlite3_bind_double(statement, place, number)
                case .text(let text):
                    unsafe csqlite_bind_text(statement, place, text, Int32(text.utf8.count))
                }
            if code != SQLITE_OK { throw problem(code) }
        }
    }

    /// To the next row; false behind the last one.
    public borrowing func next() throws(SQLiteError) -> Bool {
        switch unsafe sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            // What it held is free for others at once.
            _ = unsafe sqlite3_reset(statement)
            return false
        case let code:
            let problem = problem(code)
            _ = unsafe sqlite3_reset(statement)
            throw problem
        }
    }

    /// For a statement that returns no rows.
    public borrowing func run() throws(SQLiteError) {
        while try next() {}
    }

    /// Before the first row again, whatever is left of them.
    public borrowing func rewind() { _ = unsafe sqlite3_reset(statement) }

    private func problem(_ code: Int32) -> SQLiteError {
        unsafe SQLiteError(code, words(of: connection))
    }

    // MARK: The row, its columns from 0

    public borrowing func integer(_ column: Int) -> Int64 {
        unsafe sqlite3_column_int64(statement, Int32(column))
    }

    public borrowing func real(_ column: Int) -> Double {
        unsafe sqlite3_column_double(statement, Int32(column))
    }

    /// Nil for null.
    public borrowing func text(_ column: Int) -> String? {
        guard let text = unsafe sqlite3_column_text(statement, Int32(column)) else { return nil }
        return unsafe String(cString: text)
    }

    public borrowing func isNull(_ column: Int) -> Bool {
        unsafe sqlite3_column_type(statement, Int32(column)) == SQLITE_NULL
    }
}

/// What a `?` stands for.
public enum SQLiteValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)

    public init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}
