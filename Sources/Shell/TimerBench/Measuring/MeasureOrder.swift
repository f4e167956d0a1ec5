import Chronology

/// One measurement, as a child is told: a subject, how many sessions, what is done.
public struct MeasureOrder: Hashable, Sendable {
    public var subject: BenchSubject
    public var sessions: Int
    public var operation: BenchOperation
    public var seed: UInt64
    public var tickNanoseconds: UInt64

    public init(
        subject: BenchSubject, sessions: Int, operation: BenchOperation, seed: UInt64,
        tickNanoseconds: UInt64 = 1_000_000
    ) {
        self.subject = subject
        self.sessions = sessions
        self.operation = operation
        self.seed = seed
        self.tickNanoseconds = tickNanoseconds
    }

    var words: [String] {
        [
            subject.word, "\(sessions)", operation.rawValue, "\(seed)", "\(tickNanoseconds)",
        ]
    }

    init?(words: [String]) {
        guard words.count == 5, let subject = BenchSubject(word: words[0]),
            let sessions = Int(words[1]), sessions > 0,
            let operation = BenchOperation(rawValue: words[2]), let seed = UInt64(words[3]),
            let tick = UInt64(words[4])
        else { return nil }
        self.init(
            subject: subject, sessions: sessions, operation: operation, seed: seed,
            tickNanoseconds: tick)
    }
}
