import Chronology
import Linux
import TimerPeers
import TimerQueues
import TimerSubjects

/// `locksim-peers trial KIND`: a short exercise of one subject in lines of a name and a value, for
/// tests.
enum TrialCommand {
    static func main(_ words: [String]) -> Never {
        guard let name = words.first, let kind = QueueKind(rawValue: name) else { exitNow(64) }
        let count = words.count > 1 ? Int(words[1]) ?? 0 : 400
        do {
            let trial = Trial(count: count, over: .milliseconds(400))
            guard let outcome = try PeerSubjects().withSubject(kind, trial) else {
                throw SubjectError.refused(kind.absence ?? "\(name) isn't in this program")
            }
            try StandardStream.output.write(lines(outcome))
        } catch {
            try? StandardStream.error.write("locksim-peers: \(error)\n")
            exitNow(1)
        }
        exitNow(0)
    }

    private static func lines(_ outcome: Trial.Outcome) -> String {
        """
        fired \(outcome.fired)
        expected \(outcome.expected)
        early \(outcome.early)
        undue \(outcome.undue)
        pending \(outcome.pending)
        latest_ns \(outcome.latest.nanoseconds)
        took_ns \(outcome.took.nanoseconds)
        clock \(outcome.clock.rawValue)

        """
    }
}
