/// What is wrong with an encoded histogram or series.
public enum StatisticsError: Error, Hashable, Sendable {
    case truncated
    case unknownVersion(UInt8)
    case numberTooLong
    case trailingBytes(Int)
    case indexOutOfRange
    /// The parts do not belong together: a sum, bound or order that cannot be.
    case inconsistent
}
