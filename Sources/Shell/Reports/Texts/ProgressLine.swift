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

    /// One line without its end, no wider than the style's columns: where they are few, what
    /// matters least is left out, and never half a word is shown.
    public func text(_ style: Style, withBar: Bool) -> String {
        let room = max(style.columns - 1, 1)
        // The same from second to second, or it would not be seen to grow.
        let width = min(max(style.columns / 7, Self.leastBar), Self.barBound)
        var parts = Part.allCases.filter { withBar || $0 != .bar }
        for part in [nil] + Part.leftOut.map(Optional.some) {
            if let part { parts.removeAll { $0 == part } }
            let words = parts.compactMap { part in text(part, parts).map { (part, $0) } }
            let length = words.reduce(2 * (words.count - 1)) {
                $0 + max($1.1.count, reserved($1.0))
            }
            // Colours take no columns.
            let line = words.map { part, text in colour(part).map { style.paint(text, $0) } ?? text
            }
            .joined(separator: "  ")
            guard parts.contains(.bar) else {
                if length <= room { return line }
                continue
            }
            // Two brackets, and two spaces behind.
            if length + width + 4 <= room { return bar(style, width) + "  " + line }
        }
        return ""
    }

    private static let barBound = 16
    private static let leastBar = 6

    /// What a line can hold, from left to right.
    private enum Part: CaseIterable {
        case bar, percent, left, sessions, rate, eventsWord, p50, p99, violations, generator

        /// From what matters least.
        static let leftOut: [Part] = [
            .sessions, .p50, .eventsWord, .p99, .bar, .left, .rate, .generator, .violations,
        ]
    }

    /// Columns that what changes all the time may take, so that parts don't come and go with it.
    private func reserved(_ part: Part) -> Int {
        switch part {
        case .left: "59m 59s left".count
        case .rate: "99.9 k/s".count
        case .p50: "p50 99.9us p99 99.9ms".count
        case .p99: "p99 99.9ms".count
        case .generator: generator == .none ? 0 : "generator late".count
        case .bar, .percent, .sessions, .eventsWord, .violations: 0
        }
    }

    private func text(_ part: Part, _ parts: [Part]) -> String? {
        switch part {
        case .bar, .eventsWord: return nil
        case .percent:
            return Quantity.percent(elapsedNanoseconds, of: totalNanoseconds).padded(to: 5)
        case .left:
            return nanosecondsLeft.map {
                "\(Quantity.duration($0 / 1_000_000_000 * 1_000_000_000)) left"
            }
        case .sessions: return "\(Quantity.short(sessions)) session\(sessions == 1 ? "" : "s")"
        case .rate:
            let word = parts.contains(.eventsWord) ? " events/s" : "/s"
            return Quantity.short(eventsPerSecond) + word
        case .p50:
            guard let p50, let p99 else { return nil }
            return "p50 \(Quantity.duration(p50)) p99 \(Quantity.duration(p99))"
        case .p99:
            guard let p99, !parts.contains(.p50) else { return nil }
            return "p99 \(Quantity.duration(p99))"
        case .violations:
            return "\(Quantity.short(violations)) violation\(violations == 1 ? "" : "s")"
        case .generator: return generator == .none ? nil : "generator \(generator.rawValue)"
        }
    }

    /// What a person should look up for.
    private func colour(_ part: Part) -> Style.Colour? {
        switch part {
        case .violations: violations > 0 ? .red : nil
        case .generator: generator == .saturated ? .red : generator == .late ? .yellow : nil
        case .bar, .percent, .left, .sessions, .rate, .eventsWord, .p50, .p99: nil
        }
    }

    private func bar(_ style: Style, _ width: Int) -> String {
        let filled = min(elapsedNanoseconds, totalNanoseconds)
        return "["
            + Chart(style: style).bar(filled, of: totalNanoseconds, width: width, padded: true)
            + "]"
    }
}
