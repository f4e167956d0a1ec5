import Chronology
import Linux
import LoadTest
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
        switch words.first {
        case "worker": WorkerProcess.main(Array(words.dropFirst()), PeerSubjects())
        case AccuracyProcess.command:
            AccuracyProcess.main(Array(words.dropFirst()), PeerSubjects())
        case "timers" where words.dropFirst().first == MeasureProcess.command:
            MeasureProcess.main(Array(words.dropFirst(2)), PeerSubjects())
        case BusyNeighbour.command: BusyNeighbour.main(Array(words.dropFirst()))
        case "trial": TrialCommand.main(Array(words.dropFirst()))
        case "accuracy": AccuracyCommand.main(Array(words.dropFirst()))
        default:
            try? StandardStream.error.write("locksim-peers: a part of locksim; see locksim help\n")
            exitNow(64)
        }
    }
}
