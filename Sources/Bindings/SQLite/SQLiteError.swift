internal import CSQLite

/// Why SQLite would not do something.
public enum SQLiteError: Error, Hashable, Sendable {
    /// It can't be opened, made or mapped: no such folder, no permission.
    case cannotOpen(String)
    /// Others held it longer than the busy timeout.
    case busy
    /// Its first bytes are not SQLite's.
    case notADatabase
    /// SQLite's, but torn.
    case damaged(String)
    case readOnly
    case full
    case inputOutput(String)
    /// A rule of the schema is broken: only our bug, or somebody else's hand, can do that.
    case constraint(String)
    /// By SQLite's number, with its words.
    case other(Int32, String)

    init(_ code: Int32, _ words: String) {
        switch code & 0xFF {
        // A small file beside it, for which there was no space.
        case _ where code == csqlite_no_shared_memory: self = .full
        case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: self = .cannotOpen(words)
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_NOTADB: self = .notADatabase
        case SQLITE_CORRUPT: self = .damaged(words)
        case SQLITE_READONLY: self = .readOnly
        case SQLITE_FULL: self = .full
        case SQLITE_IOERR: self = .inputOutput(words)
        case SQLITE_CONSTRAINT: self = .constraint(words)
        default: self = .other(code, words)
        }
    }
}

extension SQLiteError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .cannotOpen(let words): "\(words), or to make those it needs beside it"
        case .busy: "others hold it; they took longer than could be waited for"
        case .notADatabase: "no database, or damaged at its start"
        case .damaged(let words): "damaged: \(words)"
        case .readOnly: "can't be written to"
        case .full: "no space is left for it"
        case .inputOutput(let words): "input or output: \(words)"
        case .constraint(let words): "a rule of its schema is broken: \(words)"
        case .other(let code, let words): "SQLite's error \(code): \(words)"
        }
    }
}
