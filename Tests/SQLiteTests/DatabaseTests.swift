import Foundation
import SQLite
import Testing

@Suite struct DatabaseTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("locksim-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var path: String { folder.appendingPathComponent("a.sqlite").path }

    private func made() throws -> Database {
        let database = try Database(path: path, .madeIfMissing, busyMilliseconds: 50)
        try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a ANY, b ANY)")
        return database
    }

    /// What is taken of the next row; nil behind the last.
    private func row<Value>(
        _ statement: borrowing Statement, _ take: (borrowing Statement) -> Value
    ) throws -> Value? {
        try statement.next() ? take(statement) : nil
    }

    @Test func valuesComeBackAsTheyWentIn() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try made()
        let insert = try database.prepare("INSERT INTO t (a, b) VALUES (?, ?)")
        try insert.bind(.integer(.min), .real(0.5))
        try insert.run()
        try insert.bind(.text("“é\u{1F512}”"), .null)
        try insert.run()
        let id = database.lastInsertedRow
        #expect(id == 2)
        let select = try database.prepare("SELECT a, b FROM t ORDER BY id")
        let first = try row(select) { ($0.integer(0), $0.real(1)) }
        #expect(first.map { $0 == (.min, 0.5) } == true)
        let second = try row(select) { ($0.text(0), $0.isNull(1) && $0.text(1) == nil) }
        #expect(second.map { $0 == ("“é\u{1F512}”", true) } == true)
        let third = try row(select) { $0.integer(0) }
        #expect(third == nil)
    }

    @Test func whatThrowsLeavesNothingBehind() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try made()
        #expect(throws: SQLiteError.full) {
            try database.write(failure: { $0 }) { () throws(SQLiteError) in
                try database.execute("INSERT INTO t (a) VALUES (1)")
                throw .full
            }
        }
        let count = try database.prepare("SELECT count(*) FROM t")
        let found = try row(count) { $0.integer(0) }
        #expect(found == 0)
    }

    @Test func whoComesSecondWaitsAndIsToldSo() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try made()
        let second = try Database(path: path, .existing, busyMilliseconds: 50)
        try first.execute("BEGIN IMMEDIATE")
        #expect(throws: SQLiteError.busy) { try second.execute("BEGIN IMMEDIATE") }
        try first.execute("COMMIT")
        try second.execute("BEGIN IMMEDIATE; COMMIT")
    }

    @Test func whatIsReadTogetherIsOfOneMoment() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let reader = try made()
        try reader.execute("PRAGMA journal_mode = WAL")
        let writer = try Database(path: path, .existing, busyMilliseconds: 50)
        func count() throws(SQLiteError) -> Int64 {
            let select = try reader.prepare("SELECT count(*) FROM t")
            _ = try select.next()
            return select.integer(0)
        }
        let found = try reader.read(failure: { $0 }) { () throws(SQLiteError) in
            let before = try count()
            try writer.execute("INSERT INTO t (a) VALUES (1)")
            return [before, try count()]
        }
        #expect(found == [0, 0])
        let after = try count()
        #expect(after == 1)
    }

    @Test func statementsOutliveTheirDatabase() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try made()
        let select = try database.prepare("SELECT 7")
        database.close()
        let found = try row(select) { $0.integer(0) }
        #expect(found == 7)
    }

    @Test func whatIsWrongIsToldByItsKind() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let missing = path + "/no/such"
        #expect(throws: SQLiteError.self) {
            _ = try Database(path: missing, .existing, busyMilliseconds: 0)
        }
        let text = path + ".txt"
        try String(repeating: "this is no database ", count: 100)
            .write(toFile: text, atomically: true, encoding: .utf8)
        let database = try Database(path: text, .existing, busyMilliseconds: 0)
        #expect(throws: SQLiteError.notADatabase) {
            try database.execute("PRAGMA user_version = 1")
        }
        let good = try made()
        #expect(throws: SQLiteError.constraint("UNIQUE constraint failed: t.id")) {
            try good.execute("INSERT INTO t (id) VALUES (1), (1)")
        }
        #expect(throws: SQLiteError.other(1, "no such table: nowhere")) {
            try good.execute("SELECT * FROM nowhere")
        }
    }
}
