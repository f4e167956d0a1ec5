import SQLite

/// The tables, and how those of earlier versions become today's.
///
/// A run is of a series: runs that can be compared, since scenario, settings and host are the same.
/// Values are clustered by run, so that a run is written at the end and read in one go; a trend
/// reads the runs of a series by index and looks one value up for each.
enum HistoryFormat {
    /// “lksm”: tells our files from others'.
    static let applicationID: Int64 = 0x6C6B_736D
    static let current = Int64(steps.count)

    /// The n-th makes format n of format n − 1, and never changes again.
    private static let steps = [
        """
        CREATE TABLE scenario (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE host (
            id INTEGER PRIMARY KEY, fingerprint TEXT NOT NULL UNIQUE, facts TEXT NOT NULL);
        CREATE TABLE series (
            id INTEGER PRIMARY KEY, scenario INTEGER NOT NULL REFERENCES scenario,
            mode TEXT NOT NULL, hash TEXT NOT NULL, settings TEXT NOT NULL,
            host INTEGER NOT NULL REFERENCES host,
            UNIQUE (scenario, mode, hash, settings, host));
        CREATE TABLE run (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            scenario INTEGER NOT NULL REFERENCES scenario,
            series INTEGER NOT NULL REFERENCES series,
            finished_ms INTEGER NOT NULL, seed INTEGER NOT NULL, version TEXT NOT NULL,
            verdict TEXT NOT NULL, exit_code INTEGER NOT NULL, is_evidence INTEGER NOT NULL,
            digest TEXT NOT NULL);
        CREATE INDEX run_of_scenario ON run (scenario);
        CREATE INDEX run_of_series ON run (series, is_evidence);
        CREATE TABLE metric (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, is_counter INTEGER NOT NULL);
        CREATE TABLE measurement (
            run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
            metric INTEGER NOT NULL REFERENCES metric, value NOT NULL,
            PRIMARY KEY (run, metric)) WITHOUT ROWID;
        """,
        // Which version of the code was tested, and runs by age.
        """
        ALTER TABLE run ADD COLUMN git_commit TEXT;
        CREATE INDEX run_by_time ON run (finished_ms);
        """,
    ]

    /// Brings a file up to date, or finds that it is none of ours. Nothing is written to one that
    /// is up to date, foreign, damaged or newer.
    static func prepare(_ database: borrowing Database, _ path: String) throws(HistoryError) {
        // Of one moment: another process may be making the tables of a new file right now.
        let format = try database.read(failure: { .database(path, $0) }) {
            () throws(HistoryError) in try self.format(of: database, path)
        }
        if format == current { return }
        do throws(SQLiteError) {
            // Takes effect in a file without tables alone: what is pruned gives its space back.
            try database.execute("PRAGMA auto_vacuum = INCREMENTAL")
        } catch {
            throw .database(path, error)
        }
        try database.write(failure: { .database(path, $0) }) { () throws(HistoryError) in
            // Another process may have come first.
            let found = try self.format(of: database, path)
            guard found < current else { return }
            do throws(SQLiteError) {
                for step in steps[Int(found)...] { try database.execute(step) }
                try database.execute("PRAGMA application_id = \(applicationID)")
                try database.execute("PRAGMA user_version = \(current)")
            } catch {
                throw .database(path, error)
            }
        }
    }

    /// 0 of a file that is empty.
    private static func format(
        of database: borrowing Database, _ path: String
    ) throws(HistoryError) -> Int64 {
        let owner: Int64
        let format: Int64
        let tables: Int64
        do throws(SQLiteError) {
            owner = try number(database, "PRAGMA application_id")
            format = try number(database, "PRAGMA user_version")
            tables = try number(database, "SELECT count(*) FROM sqlite_schema")
        } catch {
            throw .database(path, error)
        }
        if owner == 0 && format == 0 && tables == 0 { return 0 }
        guard owner == applicationID, format > 0 else { throw .foreign(path) }
        guard format <= current else { throw .newer(path, format: format, known: current) }
        return format
    }

    private static func number(
        _ database: borrowing Database, _ sql: String
    ) throws(SQLiteError) -> Int64 {
        let statement = try database.prepare(sql)
        _ = try statement.next()
        return statement.integer(0)
    }
}
