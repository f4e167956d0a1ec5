import Chronology
import Reports
import TimerQueues

/// What a queue did wrong, in words.
extension TimerScriptConversion {
    struct Words {
        var subject: String
        var expected: String
        var actual: String

        init(_ subject: String, _ expected: String, _ actual: String) {
            self.subject = subject
            self.expected = expected
            self.actual = actual
        }
    }

    func words(_ reason: TimerScriptFailure.Reason) -> Words {
        switch reason {
        case .fired(let expected, let actual): return Words("fired", list(expected), list(actual))
        case .pending(let expected, let actual): return Words("pending", "\(expected)", "\(actual)")
        case .returned(let expected, let actual):
            return Words("returned", "\(expected)", actual.map { "\($0)" } ?? "nothing asked")
        case .next(let expected, let actual):
            let limit = "\(expected.relation.rawValue) \(exact(expected.value))"
            return Words("next", limit, actual.map { exact($0) } ?? "nothing pending")
        case .memoryGrowth(let expected, let actual):
            let limit = "\(expected.relation.rawValue) \(expected.value) bytes"
            return Words("memory_growth", limit, "\(actual) bytes")
        case .early(let id, let deadline, let now):
            return Words("\(text(id)) fired early", "not before \(exact(deadline))", exact(now))
        case .late(let id, let deadline, let now):
            return Words("\(text(id)) fired late or never", "at \(exact(deadline))", exact(now))
        case .outOfOrder(let id, let deadline, let after):
            return Words(
                "\(text(id)) fired out of order", "\(exact(deadline)) first",
                "behind \(exact(after))")
        case .unexpected(let id, let deadline):
            return Words("\(text(id)) fired", "not to fire", "due \(exact(deadline))")
        case .count(let expected, let actual):
            return Words("timers in the queue", "\(expected)", "\(actual)")
        case .nextTooLate(let next, let earliest):
            return Words("next deadline", "\(exact(earliest)) or earlier", exact(next))
        case .wrongReturn(let id, let expected):
            return Words("answer about \(text(id))", "\(expected)", "\(!expected)")
        case .advanceInsideCallback:
            return Words("advance", "outside of callbacks", "inside of one")
        case .repeatsTooDeep: return Words("repeat", "at most 32 levels", "more")
        }
    }

    private func list(_ ids: [Int]) -> String {
        let shown = ids.prefix(12).map { text($0) }.joined(separator: ", ")
        return ids.count > 12 ? "[\(shown), and \(ids.count - 12) more]" : "[\(shown)]"
    }

    private func exact(_ instant: Instant) -> String { exact(instant.nanoseconds) }

    private func exact(_ nanoseconds: UInt64) -> String {
        Quantity.decimal(nanoseconds, per: 1_000_000, places: 6) + "ms"
    }
}
