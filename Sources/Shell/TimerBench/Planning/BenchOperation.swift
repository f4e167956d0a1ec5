/// What is done to the timers of all sessions while the time is taken.
public enum BenchOperation: String, CaseIterable, Sendable {
    case touch, arm, cancel
    /// All due within 10 s, advanced in steps of a millisecond or a microsecond.
    case expireByMilliseconds = "expire-1ms"
    case expireByMicroseconds = "expire-1us"
    /// The headline: people come and go, and what a touch put off is paid.
    case mixed

    /// Words of `--operation`; `accuracy` is beside these, as it has no cost per operation.
    public static let words = ["touch", "arm", "cancel", "expire", "mixed", "accuracy"]

    /// Both steps for `expire`, none for a word that means nothing.
    public static func named(_ word: String) -> [BenchOperation] {
        if word == "expire" { return [.expireByMilliseconds, .expireByMicroseconds] }
        return BenchOperation(rawValue: word).map { [$0] } ?? []
    }

    /// Sessions come in random order, so the least it can cost is one random store.
    public var hasStoreAsFloor: Bool {
        switch self {
        case .touch, .cancel, .mixed: true
        case .arm, .expireByMilliseconds, .expireByMicroseconds: false
        }
    }
}

/// What is timed: a timer queue, or the least that any could do.
public enum BenchSubject: Hashable, Sendable {
    case queue(String)
    /// One random store of so many bytes, sessions drawn as for a touch.
    case store(width: Int)
    /// All 64 bytes of a random session's record.
    case record
    /// The same, asked of memory sixteen sessions ahead.
    case prefetchedRecord
    /// The events of `mixed` read and told apart, and nothing done.
    case events

    /// Of a session's record, as of which there are as many as sessions.
    public static let recordWidth = 64

    public var isFloor: Bool {
        if case .queue = self { return false }
        return true
    }

    public var name: String {
        switch self {
        case .queue(let name): name
        case .store(let width): "store-\(width)"
        case .record: "record-64"
        case .prefetchedRecord: "record-64-prefetched"
        case .events: "events"
        }
    }

    /// `queue:NAME` or `floor:NAME`, for the command line of a child.
    public var word: String { (isFloor ? "floor:" : "queue:") + name }

    public init?(word: String) {
        let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        switch (parts[0], parts[1]) {
        case ("queue", let name): self = .queue(name)
        case ("floor", "record-64"): self = .record
        case ("floor", "record-64-prefetched"): self = .prefetchedRecord
        case ("floor", "events"): self = .events
        case ("floor", let name):
            guard name.hasPrefix("store-"), let width = Int(name.dropFirst(6)) else { return nil }
            self = .store(width: width)
        default: return nil
        }
    }
}
