import Auditing
import Devices
import Linux
import ScenarioFiles
import Scenarios
import Simulation
import Statistics

/// `locksim load-test FILE`: one population run, told in lines of a name and a value. Hidden: it
/// is what tests of this module look at.
///
/// `--workers N --engines N --queue NAME --wake KIND --set PATH=VALUE --in-processes
/// --engine-command WORDS`
public enum LoadTestCommand {
    public static func main(_ arguments: [String]) -> Int32 {
        do {
            return try run(arguments)
        } catch {
            say("locksim: \(error)")
            if let error = error as? LoadError { return error.exitCode }
            return 70
        }
    }

    private static func run(_ arguments: [String]) throws -> Int32 {
        var options = LoadTestOptions()
        var path = ""
        var scale: UInt64 = 1
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--workers": options.workers = rest.popFirst().flatMap { Int($0) }
            case "--engines": options.engines = rest.popFirst().flatMap { Int($0) }
            case "--queue": options.overrides.append("timers.queue=\(rest.popFirst() ?? "")")
            case "--wake": options.overrides.append("timers.wake=\(rest.popFirst() ?? "")")
            case "--set": options.overrides.append(rest.popFirst() ?? "")
            case "--in-processes": options.neverInProcess = true
            case "--silence": options.silenceBound = rest.popFirst().flatMap { UInt64($0) } ?? 0
            case "--engine-command":
                options.engineCommand = ["/bin/sh", "-c", rest.popFirst() ?? ""]
            case "--time-scale": scale = rest.popFirst().flatMap { UInt64($0) } ?? 1
            default: path = word
            }
        }
        let bytes = try readFile(path)
        let loader = ScenarioLoader.knowingAllQueues(options.overrides)
        let scenario = try loader.load(bytes: bytes, path: path)
        if case .script = scenario.body {
            return try playScript(scenario, bytes, options, scale)
        }
        let test = try LoadTest(scenario, bytes: bytes, options: options)
        let result = try test.run { progress in
            say(
                "\(progress.elapsed / 1_000_000_000) s: \(progress.events) events, "
                    + "\(progress.eventsPerSecond)/s, \(progress.violations) violations, "
                    + "\(progress.waiting) under way, \(progress.lateSends) late")
        }
        tell(result)
        return exitCode(of: result)
    }

    private static func playScript(
        _ scenario: Scenario, _ bytes: [UInt8], _ options: LoadTestOptions, _ scale: UInt64
    ) throws -> Int32 {
        let live = try LiveScript(
            scenario, bytes: bytes, timeScale: Millionths(rawValue: scale * 1_000_000),
            options: options)
        let result = try live.run()
        var lines = ["checked \(result.checked)", "failed \(result.failures.count)"]
        for failure in result.failures {
            lines.append(
                "failure \(failure.position.line) \(failure.subject): "
                    + "expected \(failure.expected), got \(failure.actual)")
        }
        try? StandardStream.output.write(lines.joined(separator: "\n") + "\n")
        return result.failures.isEmpty ? 0 : 95
    }

    /// The highest trouble wins.
    static func exitCode(of result: LoadTestResult) -> Int32 {
        if !result.lost.isEmpty { return 97 }
        if let signal = result.signal { return 128 + signal }
        if !result.isValid { return 98 }
        return result.part.violationTotal > 0 ? 95 : 0
    }

    private static func tell(_ result: LoadTestResult) {
        let part = result.part
        var lines: [String] = []
        func add(_ name: String, _ value: some CustomStringConvertible) {
            lines.append("\(name) \(value)")
        }
        add("sessions", part.sessions)
        add("sessions.lost", part.sessionsLost)
        add("digest", String(part.digest, radix: 16))
        add("model_ns", result.modelNanoseconds)
        add("wall_ns", result.wallNanoseconds)
        add("cpu_ns", result.cpuNanoseconds)
        add("valid", result.isValid)
        for reason in result.invalidReasons { add("invalid", reason) }
        add("partial", result.isPartial)
        add("signal", result.signal ?? 0)
        add("offered", result.offeredEvents)
        add("achieved", result.achievedEvents)
        add("unanswered", result.unansweredEvents)
        add("overflows", part.overflows)
        add("late_share", result.lateShare)
        add("impossible", part.impossible)
        add("timers.early", part.timersEarly)
        add("timers.lost", part.timersLost)
        for kind in Counters.Kind.allCases { add(kind.name, part.counters[kind]) }
        add("violations", part.violationTotal)
        for (index, rule) in Rule.allCases.enumerated() where part.violations[index] > 0 {
            add("violations.\(rule)", part.violations[index])
        }
        for first in part.firsts {
            add(
                "violation",
                "\(first.rule) session \(first.session) at \(first.at) since \(first.since)")
        }
        for kind in Meter.Kind.allCases {
            let histogram = part.meter[kind]
            guard histogram.count > 0 else { continue }
            let values = [Percentile.p50, .p90, .p99, .p999, .p100].map {
                "\(histogram.value(at: $0) ?? 0)"
            }
            add(kind.name, "count \(histogram.count) " + values.joined(separator: " "))
        }
        for use in result.processes {
            add(
                "process",
                "\(use.role) \(use.index) cpu \(use.cpuShare) idle \(use.idleShare) "
                    + "spin \(use.spinShare) rss \(use.residentByteCount) "
                    + "switches \(use.voluntarySwitches) "
                    + "\(use.involuntarySwitches)")
        }
        for lost in result.lost {
            add("lost", "\(lost.name) \(lost.reason), \(lost.sessions) sessions")
            for line in lost.lastLines { add("last", line) }
        }
        try? StandardStream.output.write(lines.joined(separator: "\n") + "\n")
    }

    private static func say(_ text: String) {
        try? StandardStream.error.write(text + "\n")
    }
}
