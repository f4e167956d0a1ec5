import Linux
import Scenarios
import TimerQueues

/// Options that change nothing about any of the scenarios, which somebody may not know.
enum UselessOptions {
    /// A sentence for each, in the order of the help.
    static func warnings(_ options: RunOptions, for scenarios: [Scenario]) -> [String] {
        let rows: [(option: String, isGiven: Bool, isUsed: (Scenario) -> Bool, serves: String)] = [
            ("mode", options.mode == .live, { !$0.isTimerScript }, "scenarios but timer scripts"),
            ("seed", options.seed != nil, { !$0.isTimerScript }, "scenarios but timer scripts"),
            (
                "workers", options.workers != nil,
                { $0.isPopulation || scenarios.count >= ScriptJob.leastCount },
                "populations, and for \(ScriptJob.leastCount) scripts or more"
            ),
            (
                "timers", !options.timers.isEmpty, { $0.isPopulation || $0.isTimerScript },
                "populations and timer scripts"
            ),
            (
                "wake", options.wake != nil, { $0.isPopulation && $0.mode == .live },
                "live populations"
            ),
            (
                "time-scale", options.timeScale != nil,
                { !$0.isTimerScript && $0.mode == .live }, "live runs"
            ),
        ]
        return rows.filter { row in row.isGiven && !scenarios.contains(where: row.isUsed) }
            .map { "“--\($0.option)” changes nothing here: it is for \($0.serves)" }
    }
}

extension Scenario {
    fileprivate var isTimerScript: Bool {
        if case .timerScript = body { true } else { false }
    }

    fileprivate var isPopulation: Bool {
        if case .population = body { true } else { false }
    }
}
