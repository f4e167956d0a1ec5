public import Chronology

/// What a run must reach; no data fails too.
public struct Threshold: Sendable {
    public enum Value: Hashable, Sendable {
        case duration(TimeSpan)
        case number(Millionths)
        case share(Share)
        case rate(Rate)
        case bytes(UInt64)
    }

    public var metric: Metric
    public var comparison: ComparisonOperator
    public var value: Value
    /// End the run as soon as it fails.
    public var aborts = false
    /// Not looked at before, by the clock of the sessions, where it aborts.
    public var after = TimeSpan.zero
    /// As written.
    public var text: String
    public var position: SourcePosition

    public init(
        metric: Metric, comparison: ComparisonOperator, value: Value, text: String,
        position: SourcePosition
    ) {
        self.metric = metric
        self.comparison = comparison
        self.value = value
        self.text = text
        self.position = position
    }
}
