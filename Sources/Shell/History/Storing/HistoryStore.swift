import Linux
import SQLite

/// The runs of this machine's user, in one SQLite file that several processes use at once.
public struct HistoryStore: ~Copyable {
    /// A writer holds the file for some milliseconds; so many runs may end at the same time.
    static let busyMilliseconds: Int32 = 10_000

    public let path: String
    let database: Database

    /// Makes file and folder where they are missing.
    public init(making path: String) throws(HistoryError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        do throws(SystemError) {
            try makeFolder(folder.isEmpty ? "/" : folder)
        } catch {
            throw .folder(error)
        }
        try self.init(path, .madeIfMissing)
    }

    /// One that is there already; makes nothing.
    public init(existing path: String) throws(HistoryError) {
        guard fileExists(path) else { throw .noRuns }
        try self.init(path, .existing)
    }

    /// To read alone: also on a disk that is full or can't be written to, where the small files
    /// beside it that processes share can't be made.
    public init(reading path: String) throws(HistoryError) {
        guard fileExists(path) else { throw .noRuns }
        database = try Self.openToRead(path)
        self.path = path
    }

    private static func openToRead(_ path: String) throws(HistoryError) -> Database {
        do throws(HistoryError) {
            return try open(path, .existing)
        } catch {
            // Only where there is nothing in the log that the file itself lacks.
            guard error.isOfPlace, hasEmptyLog(path) else { throw error }
            return try open(path, .unchanging)
        }
    }

    private static func hasEmptyLog(_ path: String) -> Bool {
        let log = "\(path)-wal"
        return !fileExists(log) || (try? readFile(log, atMost: 0)) != nil
    }

    private init(_ path: String, _ opening: Database.Opening) throws(HistoryError) {
        database = try Self.open(path, opening)
        self.path = path
    }

    private static func open(
        _ path: String, _ opening: Database.Opening
    ) throws(HistoryError) -> Database {
        let database: Database
        do throws(SQLiteError) {
            database = try Database(path: path, opening, busyMilliseconds: busyMilliseconds)
        } catch {
            throw .database(path, error)
        }
        try HistoryFormat.prepare(database, path)
        // Readers and a writer don't wait for each other. What others do at this moment can stand
        // against the change; then it is left to the next process, and all else works without.
        try? database.execute("PRAGMA journal_mode = WAL")
        // A loss of power can take the last run with it, not more.
        try? database.execute("PRAGMA synchronous = NORMAL")
        return database
    }

    func reading<Value>(
        _ body: (borrowing Database) throws(SQLiteError) -> Value
    ) throws(HistoryError) -> Value {
        do throws(SQLiteError) {
            return try body(database)
        } catch {
            throw .database(path, error)
        }
    }

    func writing<Value>(
        _ body: (borrowing Database) throws(SQLiteError) -> Value
    ) throws(HistoryError) -> Value {
        try reading { database throws(SQLiteError) in
            try database.write(failure: { $0 }) { () throws(SQLiteError) in try body(database) }
        }
    }
}
