import Chance
import Chronology

/// What every subject of one seed is given alike: deadlines, orders, sessions.
///
/// Each purpose has a stream of its own, so that measuring one operation draws nothing from
/// another's.
struct SessionDraws {
    enum Purpose: UInt64 {
        case deadlines = 1, touches, order, warmUp, events, ages
    }

    let seed: UInt64
    let sessions: Int

    func stream(_ purpose: Purpose) -> ChanceStream {
        ChanceStream(seed: seed, session: 0, purpose: purpose.rawValue)
    }

    /// Spans from the first instant, uniform over `range` nanoseconds, one for each session.
    func spans(_ range: Range<UInt64>) -> [UInt64] {
        var stream = stream(.deadlines)
        let width = range.upperBound - range.lowerBound
        return (0..<sessions).map { _ in range.lowerBound + stream.next(below: width) }
    }

    /// All sessions, each once.
    func order(_ purpose: Purpose = .order) -> [UInt32] {
        var stream = stream(purpose)
        var order = Array(0..<UInt32(sessions))
        for index in stride(from: sessions - 1, to: 0, by: -1) {
            order.swapAt(index, Int(stream.next(below: UInt64(index + 1))))
        }
        return order
    }
}
