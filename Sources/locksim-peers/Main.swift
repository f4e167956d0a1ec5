import Chronology
import Linux
import TimerBench
import TimerPeers
import TimerQueues
import TimerSubjects

@main
struct Main {
    static func main() {
        reserveStandardStreams()
        ignoreBrokenPipeSignal()
        unblockSignals()
        let words = Array(CommandLine.arguments.dropFirst())
        if words.count > 1, words[0] == "timers", words[1] == MeasureProcess.command {
            MeasureProcess.main(Array(words.dropFirst(2)), PeerSubjects())
        }
        guard words.first == "trial", words.count > 1, let kind = QueueKind(rawValue: words[1])
        else {
            try? StandardStream.error.write("locksim-peers: a part of locksim; see locksim help\n")
            exitNow(64)
        }
        let count = words.count > 2 ? Int(words[2]) ?? 400 : 400
        do {
            let trial = Trial(count: count, over: .milliseconds(400))
            guard let outcome = try PeerSubjects().withSubject(kind, trial) else {
                print("not in this build")
                exitNow(1)
            }
            print(outcome)
        } catch {
            print(error)
            exitNow(1)
        }
    }
}
