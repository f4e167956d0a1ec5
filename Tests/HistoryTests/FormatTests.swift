import Foundation
import SQLite
import Testing

@testable import History

@Suite struct FormatTests {
    private let folder: Folder
    private let path: String

    init() throws {
        folder = try Folder()
        path = folder.path("history.sqlite")
    }

    @Test func aFileOfFormat1IsBroughtUpToDateWithAllItHolds() throws {
        try make(formatOne)
        let store = try OpenHistory(existing: path)
        let runs = try store.runs(atMost: 10)
        #expect(runs.map(\.id) == [2, 1])
        #expect(runs.map(\.commit) == [nil, nil])
        #expect(runs[1].digest == "00000000000000aa")
        #expect(try store.values(of: 1).map(\.value) == [120_000, 3])
        #expect(try store.record([newRun(3)]) == [3])
        let all = try store.trend(of: "timer_lateness.p90", scenario: "rush")
        #expect(all.points.map(\.value) == [100_000])
        #expect(try number("PRAGMA user_version") == HistoryFormat.current)
        #expect(try number("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    }

    @Test func aFileOfALaterFormatIsRefusedAndLeftAlone() throws {
        try make("PRAGMA application_id = 1818981229; PRAGMA user_version = 99; CREATE TABLE t (a)")
        try refuses(.newer(path, format: 99, known: HistoryFormat.current))
    }

    @Test func aDatabaseOfAnotherProgramIsRefusedAndLeftAlone() throws {
        try make("CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = 2")
        try refuses(.foreign(path))
    }

    @Test func whatIsNoDatabaseIsRefusedAndLeftAlone() throws {
        try folder.write("history.sqlite", String(repeating: "not a database\n", count: 100))
        try refuses(.database(path, .notADatabase))
    }

    @Test func aTornFileIsAnErrorAndLeftAlone() throws {
        do {
            let store = try OpenHistory(making: path)
            try store.record((1...50).map { newRun($0) })
            #expect(try store.runs(atMost: 1).count == 1)
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        bytes.replaceSubrange(4096..<bytes.count, with: Data(count: bytes.count - 4096))
        try bytes.write(to: URL(fileURLWithPath: path))
        do {
            let store = try OpenHistory(existing: path)
            #expect(throws: HistoryError.self) { try store.runs(atMost: 10) }
        } catch {
            guard case HistoryError.database(_, .damaged) = error else { throw error }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    /// As on a disk that is full or can't be written to: nothing can be made beside the file.
    @Test func aPlaceThatCannotBeWrittenToCanBeRead() throws {
        let odd = folder.path("a #1?%41.sqlite")
        do { try OpenHistory(making: odd).record([newRun(1), newRun(2)]) }
        try block(odd)
        let before = try Data(contentsOf: URL(fileURLWithPath: odd))
        #expect(try OpenHistory(reading: odd).runs(atMost: 9).count == 2)
        #expect(throws: HistoryError.self) { try OpenHistory(making: odd).record([newRun(3)]) }
        #expect(throws: HistoryError.self) { try OpenHistory(existing: odd).prune(.keep(1)) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: odd)) == before)
        #expect(throws: HistoryError.noRuns) { _ = try OpenHistory(reading: path) }
    }

    /// What stands in a log alone would be missing.
    @Test func aFileWhoseLogCannotBeReadIsRefused() throws {
        let store = try OpenHistory(making: path)
        try store.record([newRun(1)])
        let copy = folder.path("copy.sqlite")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        try block(copy)
        #expect(throws: HistoryError.self) { try OpenHistory(reading: copy).runs(atMost: 9) }
        #expect(try store.runs(atMost: 9).count == 1)
    }

    /// The file that processes share is not made through a link.
    private func block(_ path: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path + "-shm", withDestinationPath: folder.path("nowhere"))
    }

    private func refuses(_ expected: HistoryError) throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(throws: expected) { _ = try OpenHistory(existing: path) }
        #expect(throws: expected) { _ = try OpenHistory(reading: path) }
        #expect(throws: expected) { try OpenHistory(making: path).record([newRun(1)]) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    }

    private func make(_ sql: String) throws {
        let database = try Database(path: path, .madeIfMissing, busyMilliseconds: 0)
        try database.execute(sql)
    }

    private func number(_ sql: String) throws -> Int64 {
        let database = try Database(path: path, .existing, busyMilliseconds: 0)
        let statement = try database.prepare(sql)
        _ = try statement.next()
        return statement.integer(0)
    }
}

/// As the first version wrote it, word for word.
private let formatOne = """
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
    INSERT INTO scenario VALUES (1, 'rush');
    INSERT INTO host VALUES (1, '00000000000000ff', '{"kernel": "6.1"}');
    INSERT INTO series VALUES (1, 1, 'live', '5eed', '', 1);
    INSERT INTO run VALUES
        (1, 1, 1, 1000, 1, '1.0.0', 'pass', 0, 1, '00000000000000aa'),
        (2, 1, 1, 2000, 1, '1.0.0', 'fail', 99, 1, '00000000000000aa');
    INSERT INTO metric VALUES (1, 'timer_lateness.p90', 0), (2, 'locks', 1);
    INSERT INTO measurement VALUES (1, 1, 120000.0), (1, 2, 3), (2, 1, 130000.0);
    PRAGMA application_id = 1818981229;
    PRAGMA user_version = 1;
    """
