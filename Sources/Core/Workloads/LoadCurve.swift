import Chronology
public import Scenarios

/// When each session of a population is there.
///
/// The curve is a share of all sessions over time, straight between its corners. A session of
/// rank r (its place among all, from 0 to 1) is there while the curve lies above r; ranks above
/// 1 belong to spikes. Arrivals come beside the curve, each once.
public struct LoadCurve: Sendable {
    struct Corner: Sendable {
        var at: UInt64
        /// In billionths of all sessions.
        var share: UInt64
    }

    /// A span in which a session is there, in model nanoseconds.
    public struct Stay: Hashable, Sendable {
        public var from: UInt64
        public var until: UInt64
    }

    private struct Arrivals: Sendable {
        var start: UInt64
        var over: UInt64
        var count: UInt64
    }

    private var corners: [Corner] = []
    private var arrivals: [Arrivals] = []
    private let sessions: UInt64
    private let duration: UInt64
    /// Sessions of the curve; those of arrivals are numbered after them.
    public private(set) var curveSessions: UInt64
    public private(set) var totalSessions: UInt64

    public init(_ population: Population) {
        sessions = population.sessions
        duration = population.duration.nanoseconds
        curveSessions = sessions
        totalSessions = sessions
        guard !population.load.isEmpty else { return }
        var at: UInt64 = 0
        var share: UInt64 = Share.whole.billionths
        if case .ramp = population.load.first { share = 0 }
        if population.load.allSatisfy({ if case .arrivals = $0 { true } else { false } }) {
            share = 0
        }
        corners.append(Corner(at: 0, share: share))
        for segment in population.load {
            add(segment, &at, &share)
        }
        corners.append(Corner(at: .max, share: share))
        let peak = corners.map(\.share).max() ?? 0
        curveSessions = Self.scale(sessions, by: peak)
        totalSessions = curveSessions + arrivals.reduce(0) { $0 + $1.count }
    }

    private mutating func add(_ segment: LoadSegment, _ at: inout UInt64, _ share: inout UInt64) {
        switch segment {
        case .ramp(let to, let over, .linear):
            at &+= over.nanoseconds
            share = to.billionths
            corners.append(Corner(at: at, share: share))
        case .hold(let span):
            at &+= span.nanoseconds
            corners.append(Corner(at: at, share: share))
        case .spike(let to, let over, let hold):
            corners.append(Corner(at: at + over.nanoseconds, share: to.billionths))
            at += over.nanoseconds + hold.nanoseconds
            corners.append(Corner(at: at, share: to.billionths))
            corners.append(Corner(at: at, share: share))
        case .arrivals(let rate, let over):
            let per = UInt64(rate.per.nanoseconds)
            let product = over.nanoseconds.multipliedFullWidth(by: rate.count.rawValue)
            let divisor = per.multipliedReportingOverflow(by: 1_000_000)
            let count =
                divisor.overflow ? 0 : divisor.partialValue.dividingFullWidth(product).quotient
            arrivals.append(Arrivals(start: at, over: over.nanoseconds, count: count))
            at += over.nanoseconds
            corners.append(Corner(at: at, share: share))
        }
    }

    private static func scale(_ number: UInt64, by billionths: UInt64) -> UInt64 {
        let product = number.multipliedFullWidth(by: billionths)
        return UInt64(1_000_000_000).dividingFullWidth(product).quotient
    }

    /// Whether a session lives only once.
    public func livesOnce(_ session: UInt64) -> Bool { session >= curveSessions }

    /// The first span at `time` or after in which a session is there; nil where there is none.
    public func stay(of session: UInt64, after time: UInt64) -> Stay? {
        if livesOnce(session) { return arrival(session, after: time) }
        guard !corners.isEmpty else {
            // Not all at the very same nanosecond, as no crowd is.
            let start = Self.spread(session, over: min(1_000_000_000, duration / 10))
            return time <= start ? Stay(from: start, until: .max) : nil
        }
        let rank = rank(of: session)
        var from: UInt64?
        for index in 1..<corners.count {
            let (a, b) = (corners[index - 1], corners[index])
            guard b.at > time || b.at == .max else { continue }
            if from == nil {
                if a.share > rank {
                    from = max(a.at, time)
                } else if b.share > rank {
                    from = max(Self.crossing(a, b, rank), time)
                }
                if from == nil || b.share > rank { continue }
            }
            if b.share <= rank, let start = from {
                return Stay(from: start, until: max(Self.crossing(a, b, rank), start))
            }
        }
        return from.map { Stay(from: $0, until: .max) }
    }

    /// Neighbours in number are far apart in rank, so that every worker sees the same curve.
    private func rank(of session: UInt64) -> UInt64 {
        let place = sessions == 0 ? 0 : Self.rank(session, of: sessions)
        return place
    }

    private static func rank(_ session: UInt64, of sessions: UInt64) -> UInt64 {
        let product = session.multipliedFullWidth(by: 1_000_000_000)
        return sessions.dividingFullWidth((product.high % sessions, product.low)).quotient
    }

    private static func spread(_ session: UInt64, over span: UInt64) -> UInt64 {
        (session &* 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: span).high
    }

    /// Where the line from a to b meets `share`.
    private static func crossing(_ a: Corner, _ b: Corner, _ share: UInt64) -> UInt64 {
        guard b.at > a.at, a.share != b.share, b.at != .max else {
            return b.at == .max ? a.at : b.at
        }
        let rise = a.share < b.share ? b.share - a.share : a.share - b.share
        let part = a.share < share ? share - a.share : a.share - share
        let product = (b.at - a.at).multipliedFullWidth(by: min(part, rise))
        return a.at + rise.dividingFullWidth(product).quotient
    }

    private func arrival(_ session: UInt64, after time: UInt64) -> Stay? {
        var number = session - curveSessions
        for group in arrivals {
            if number < group.count {
                let product = group.over.multipliedFullWidth(by: number)
                let start = group.start + group.count.dividingFullWidth(product).quotient
                return time <= start ? Stay(from: start, until: .max) : nil
            }
            number -= group.count
        }
        return nil
    }
}
