/// A run as the history has it, without its values.
public struct StoredRun: Hashable, Sendable {
    public var id: Int64
    /// Since 1970.
    public var finishedMilliseconds: UInt64
    public var scenario: String
    public var mode: String
    public var hash: String
    public var settings: String
    public var hostFingerprint: String
    public var seed: UInt64
    public var version: String
    /// Nil: not in a repository, or recorded before this was kept.
    public var commit: String?
    public var verdict: String
    public var exitCode: Int32
    /// Neither partial nor invalid.
    public var isEvidence: Bool
    public var digest: String
}

/// One value of a run.
public struct StoredValue: Hashable, Sendable {
    /// As in the table of metrics.
    public var name: String
    public var isCounter: Bool
    public var value: Double

    /// Of a counter.
    var count: UInt64 { UInt64(min(max(value, 0), 0x1p63)) }
}
