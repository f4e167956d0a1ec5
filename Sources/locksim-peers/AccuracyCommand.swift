import Chronology
import Linux
import Statistics
import TimerQueues
import TimerSubjects

/// `locksim-peers accuracy KIND [WAKE] [TIMERS] [SECONDS] [busy]`: one measurement in lines of a
/// name and a value, for tests and for looking.
enum AccuracyCommand {
    static func main(_ words: [String]) -> Never {
        guard let name = words.first, let kind = QueueKind(rawValue: name) else { exitNow(64) }
        var job = AccuracyProcess(kind)
        for word in words.dropFirst() {
            if let wake = WakeKind(rawValue: word) { job.wake = wake }
            if word.hasSuffix("s"), let seconds = UInt64(word.dropLast()) {
                job.plan.span = .seconds(seconds)
            }
            if let timers = Int(word) { job.plan.timers = timers }
            if word == "busy" { job.isBesideBusy = true }
            if word == "busy" || word == "pinned" { job.processor = 0 }
        }
        do {
            let result = try job.run(program: try executablePath())
            try StandardStream.output.write(lines(result))
        } catch {
            try? StandardStream.error.write("locksim-peers: \(error)\n")
            exitNow(1)
        }
        exitNow(0)
    }

    private static func lines(_ result: Accuracy) -> String {
        func value(_ percentile: Percentile) -> UInt64 {
            result.lateness.value(at: percentile) ?? 0
        }
        return """
            fired \(result.fired)
            early \(result.early)
            lost \(result.lost)
            p50_ns \(value(.p50))
            p99_ns \(value(.p99))
            p99.9_ns \(value(.p999))
            max_ns \(value(.p100))
            cpu_ns \(result.cpu.nanoseconds)
            wall_ns \(result.wall.nanoseconds)
            spun_ns \(result.spun.nanoseconds)

            """
    }
}
