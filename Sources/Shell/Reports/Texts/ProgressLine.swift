/// How far a run is; the runner hands one over about every second.
public struct ProgressLine: Hashable, Sendable {
    public enum Generator: String, Hashable, Sendable {
        /// Nothing is sent by the clock.
        case none
        case ok
        case late
        case saturated
    }

    /// On the clock of the run: model time in virtual mode.
    public var elapsedNanoseconds: UInt64
    public var totalNanoseconds: UInt64
    /// On the wall clock since the start; tells the time left.
    public var wallNanoseconds: UInt64
    public var sessions: UInt64 = 0
    public var eventsPerSecond: UInt64 = 0
    /// Of the decision latency; nil where nothing was measured yet.
    public var p50: UInt64?
    public var p99: UInt64?
    public var violations: UInt64 = 0
    public var generator = Generator.none

    public init(elapsed: UInt64, total: UInt64, wall: UInt64) {
        elapsedNanoseconds = elapsed
        totalNanoseconds = total
        wallNanoseconds = wall
    }

    /// Nil before anything has passed.
    public var nanosecondsLeft: UInt64? {
        guard elapsedNanoseconds > 0, totalNanoseconds >= elapsedNanoseconds else { return nil }
        let left = UInt128(totalNanoseconds - elapsedNanoseconds) * UInt128(wallNanoseconds)
        return UInt64(clamping: left / UInt128(elapsedNanoseconds))
    }

    /// One line without its end, no wider than the style's columns.
    public func text(_ style: Style, withBar: Bool) -> String {
        var words: [String] = []
        if withBar {
            let bar = Chart(style: style).bar(
                min(elapsedNanoseconds, totalNanoseconds), of: totalNanoseconds, width: 16,
                padded: true)
            words.append("[\(bar)]")
        }
        words.append(Quantity.percent(elapsedNanoseconds, of: totalNanoseconds).padded(to: 5))
        if let left = nanosecondsLeft {
            words.append("\(Quantity.duration(left / 1_000_000_000 * 1_000_000_000)) left")
        }
        words.append("\(Quantity.short(sessions)) sessions")
        words.append("\(Quantity.short(eventsPerSecond)) events/s")
        if let p50, let p99 {
            words.append("p50 \(Quantity.duration(p50)) p99 \(Quantity.duration(p99))")
        }
        words.append("\(Quantity.short(violations)) violations")
        if generator != .none { words.append("generator \(generator.rawValue)") }
        return String(words.joined(separator: "  ").prefix(max(style.columns - 1, 1)))
    }
}
