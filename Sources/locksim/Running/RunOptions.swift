import Linux
import Reports
import ScenarioFiles
import Scenarios
import TimerQueues

/// What a command line says about runs, beside the files.
struct RunOptions: Sendable {
    /// Nil, here and below: as the scenario says.
    var mode: Scenario.Mode?
    var seed: UInt64?
    var workers: Int?
    /// The one to be lived alone; nil: all.
    var session: UInt32?
    var timeScale: Millionths?
    /// `path=value`, in the order given.
    var overrides: [String] = []
    /// Empty: as the scenario says; for timer scripts every queue that fits.
    var timers: [QueueKind] = []
    /// Nil: as the scenario says.
    var wake: WakeKind?
    /// Runs, each in a process of its own; nil: one, here.
    var repeats: Int?
    var outFolder: String?
    /// Beside the folder: single files, in the order of `ResultFormat`.
    var files: [(format: ResultFormat, path: String)] = []
    var printsJSON = false
    var isQuiet = false
    var isDryRun = false
    var recordsHistory = true

    static let all: [Command.Option] = [
        .init("mode", "virtual|live", "simulated time, or the real clock and real processes"),
        .init("seed", "N", "of everything drawn"),
        .init("session", "N", "one session of a population alone, with what led to its violations"),
        .init("workers", "N", "processes that hold the sessions"),
        .init("set", "PATH=VALUE", "puts a value into the scenario; can be repeated"),
        .init("timers", "QUEUE,...", "the timer queue; of several, each in turn, side by side"),
        .init("wake", "timerfd|uv|spin", "live: what wakes a worker when a timer is due"),
        .init("out", "DIR", "writes all files of the result there, report.html among them"),
        .init(
            "repeat", "N", "so many runs, each into a folder, DIR/run-001; JUnit and page of all"),
        .init("html", "FILE", "writes the report as a page there"),
        .init("junit", "FILE", "writes JUnit XML there"),
        .init("openmetrics", "FILE", "writes OpenMetrics there"),
        .init("trace", "FILE", "writes a trace for Perfetto there"),
        .init("hlog", "FILE", "writes a HdrHistogram log there"),
        .init("json", nil, "prints result.json instead of the summary"),
        .init("quiet", nil, "no progress, and only what failed"),
        .init("time-scale", "X", "live: model time runs so many times faster than the clock"),
        .init("dry-run", nil, "loads and explains, and runs nothing"),
        .init("no-history", nil, "is not recorded for “locksim history”"),
    ]

    init(_ arguments: Arguments) throws(CommandError) {
        if let text = arguments.value("mode") {
            guard let mode = Scenario.Mode(rawValue: text) else {
                throw .usage("“--mode” is virtual or live (got “\(text)”)")
            }
            self.mode = mode
        }
        if let text = arguments.value("wake") {
            guard let wake = WakeKind(rawValue: text) else {
                throw .usage("“--wake” is timerfd, uv or spin (got “\(text)”)")
            }
            self.wake = wake
        }
        seed = try arguments.number("seed", 0...UInt64.max)
        session = try arguments.number("session", 0...UInt64(UInt32.max)).map { UInt32($0) }
        workers = try arguments.number("workers", 1...1024).map { Int($0) }
        timeScale = try RunOptions.timeScale(arguments)
        overrides = arguments.all("set")
        if let broken = overrides.first(where: { !$0.contains("=") }) {
            throw .usage("“--set” needs path=value (got “\(broken)”)")
        }
        for list in arguments.all("timers") {
            for name in list.split(separator: ",", omittingEmptySubsequences: false) {
                timers.append(try RunOptions.queue(String(name)))
            }
        }
        repeats = try arguments.number("repeat", 1...Repetition.bound).map { Int($0) }
        outFolder = try RunOptions.path("out", arguments)
        files = try RunOptions.files(arguments)
        printsJSON = arguments.has("json")
        isQuiet = arguments.has("quiet")
        isDryRun = arguments.has("dry-run")
        recordsHistory = !arguments.has("no-history")
    }

    /// The scenario as this command line wants it; what is written in `--set` is in it already.
    func apply(to scenario: inout Scenario) {
        if let mode { scenario.mode = mode }
        if let seed { scenario.seed = seed }
        if let wake { scenario.timers.wake = wake.rawValue }
        if let queue = timers.first { scenario.timers.queue = queue.rawValue }
        guard case .population(var population) = scenario.body else { return }
        if let workers { population.workers = .count(workers) }
        if let timeScale { population.timeScale = timeScale }
        scenario.body = .population(population)
    }

    /// Those again that change what a scenario is, for a process that is to see the same.
    var words: [String] {
        var words = overrides.map { "--set=\($0)" }
        if let mode { words.append("--mode=\(mode.rawValue)") }
        if let seed { words.append("--seed=\(seed)") }
        if let wake { words.append("--wake=\(wake.rawValue)") }
        words += timers.map { "--timers=\($0.rawValue)" }
        return words
    }

    /// Those of the options named as formats.
    static func files(
        _ arguments: Arguments
    ) throws(CommandError) -> [(format: ResultFormat, path: String)] {
        var files: [(format: ResultFormat, path: String)] = []
        for format in ResultFormat.allCases where format != .json {
            if let path = try path(format.rawValue, arguments) { files.append((format, path)) }
        }
        return files
    }

    static func path(
        _ name: String, _ arguments: Arguments
    ) throws(CommandError) -> String? {
        guard let path = arguments.value(name) else { return nil }
        if path.isEmpty { throw .usage("“--\(name)” needs a path") }
        return path
    }

    static func queue(_ name: String) throws(CommandError) -> QueueKind {
        if let kind = QueueKind(rawValue: name) { return kind }
        let names = QueueKind.allCases.map(\.rawValue)
        // “heap” is short for none of them, and part of some.
        let whole = names.filter { $0.split(separator: "-").contains(Substring(name)) }
        let near = whole.isEmpty ? [Nearest.word(to: name, in: names)].compactMap { $0 } : whole
        let quoted = near.map { "“\($0)”" }
        let hint = (quoted.count > 1 ? quoted.dropLast().joined(separator: ", ") + " or " : "")
        throw .usage(
            "unknown timer queue “\(name)”; "
                + (quoted.last.map { "did you mean \(hint)\($0)?" } ?? "see “locksim timers list”"))
    }

    /// A decimal number above 0, with six decimals at most.
    private static func timeScale(_ arguments: Arguments) throws(CommandError) -> Millionths? {
        guard let text = arguments.value("time-scale") else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        let decimals = parts.count == 2 ? String(parts[1]) : ""
        guard isPlain, parts.count <= 2, decimals.count <= 6,
            let whole = UInt64(parts[0]), whole <= 1_000_000,
            let fraction = UInt64(decimals + String(repeating: "0", count: 6 - decimals.count)),
            whole + fraction > 0
        else { throw .usage("“--time-scale” needs a number above 0, such as 60 (got “\(text)”)") }
        return Millionths(rawValue: whole * 1_000_000 + fraction)
    }
}
