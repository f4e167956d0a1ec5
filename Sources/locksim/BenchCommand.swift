import Chronology
import Linux
import Reports
import ScenarioFiles
import Scenarios
import TimerBench
import TimerQueues

/// `locksim timers bench`: options in, measurements in children, a table or a document out.
struct BenchCommand {
    let console: Console
    let options: BenchOptions
    let form: Form
    let isQuiet: Bool

    enum Form { case text, json, csv }

    static let options: [Command.Option] = [
        .init("queues", "QUEUE,...", "bench: these; all without it"),
        .init("sessions", "N,...", "bench: with so many timers; 1000,100000,1000000 without it"),
        .init("operation", "OPERATION,...", "bench: touch, arm, cancel, expire, mixed, accuracy"),
        .init("repeats", "N", "bench: medians of so many; 5 without it"),
        .init("baseline", "QUEUE", "bench: what the others are compared with; else uv-timer"),
        .init("seed", "N", "bench: of deadlines, events and the order of measurements"),
        .init("tick", "SPAN", "bench: of our own queues; 1ms without it"),
        .init("json", nil, "bench: prints a JSON document"),
        .init("csv", nil, "bench: prints lines of comma-separated values"),
        .init("quiet", nil, "bench: no progress"),
    ]

    static let notes = """
        Each measurement is a process of its own on one processor; where others took that meanwhile
        it is repeated. Results go to stdout, progress to stderr.
        Stopped by SIGINT or SIGTERM, what was measured is printed, marked as partial.
        Exit codes: 0 measured, 95 a queue did not do its work, 64 usage, 130 and 143 signals.
        """

    init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
        self.console = console
        isQuiet = arguments.has("quiet")
        if arguments.has("json") && arguments.has("csv") {
            throw .usage("“--json” and “--csv” both want stdout: choose one")
        }
        form = arguments.has("json") ? .json : arguments.has("csv") ? .csv : .text
        let queues = try Self.list("queues", arguments, Self.queue)
        let sessions = try Self.list("sessions", arguments, Self.sessions)
        let words = try Self.list("operation", arguments, Self.operation)
        let operations = words.isEmpty ? nil : words.flatMap { BenchOperation.named($0) }
        var baseline: QueueKind?
        if let name = arguments.value("baseline") { baseline = try Self.queue(name) }
        // Without a word it is the loop's own timer, where that is measured anyway.
        let isThere = queues.isEmpty || queues.contains(.uvTimer)
        options = BenchOptions(
            queues: queues, sessions: sessions,
            operations: operations.map { named in
                BenchOperation.allCases.filter { named.contains($0) }
            },
            measuresAccuracy: words.isEmpty || words.contains("accuracy"),
            repeats: try arguments.number("repeats", 1...BenchOptions.repeatLimit)
                .map { Int($0) } ?? 5,
            baseline: baseline ?? (isThere ? .uvTimer : nil),
            seed: try arguments.number("seed", 0...UInt64.max) ?? 1,
            tick: try Self.tick(arguments))
    }

    func run() throws(CommandError) -> Int32 {
        let host = Host.current()
        if let shortage = BenchPlan.shortage(
            options, available: host.availableMemoryByteCount, limit: memoryLimit())
        {
            throw .usage(shortage)
        }
        let plan = BenchPlan(options, descriptors: (try? openFileLimit()) ?? 1024)
        let result = try measured(plan, host)
        switch form {
        case .text: try console.print(BenchText(style: console.style).text(result))
        case .json: try console.print(result.json)
        case .csv: try console.print(result.csv)
        }
        if form != .text {
            if let words = result.interruption { console.diagnose("locksim: \(words)") }
            for failure in result.failures { console.diagnose(failure) }
        }
        return result.exitCode
    }

    private func measured(_ plan: BenchPlan, _ host: Host) throws(CommandError) -> BenchResult {
        do throws(MeasureFailure) {
            let children = try MeasuringChildren()
            var printer = BenchProgressPrinter(console, isQuiet: isQuiet)
            defer { printer.finish() }
            let bench = Bench(options, plan) { children.run($0, isPeer: $1) }
            var result = bench.run { printer.show($0) }
            AccuracyRun(options, children, host).run(into: &result) { printer.show($0) }
            result.environment = RunEnvironment(host: host)
            return result
        } catch {
            let words =
                switch error {
                case .wrong(let words), .impossible(let words): words
                }
            throw .run(RunFailure(exitCode: ExitCode.output, message: words))
        }
    }
}

// Words.
extension BenchCommand {
    private static func list<Value>(
        _ name: String, _ arguments: Arguments,
        _ read: (String) throws(CommandError) -> Value
    ) throws(CommandError) -> [Value] {
        var values: [Value] = []
        for list in arguments.all(name) {
            for word in list.split(separator: ",", omittingEmptySubsequences: false) {
                values.append(try read(String(word)))
            }
        }
        return values
    }

    private static func queue(_ name: String) throws(CommandError) -> QueueKind {
        try RunOptions.queue(name)
    }

    private static func sessions(_ text: String) throws(CommandError) -> Int {
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isPlain, let count = UInt64(text), (1...BenchOptions.sessionLimit).contains(count)
        else {
            throw .usage(
                "“--sessions” needs whole numbers from 1 to \(BenchOptions.sessionLimit) "
                    + "(got “\(text)”)")
        }
        return Int(count)
    }

    private static func operation(_ word: String) throws(CommandError) -> String {
        if BenchOperation.words.contains(word) || !BenchOperation.named(word).isEmpty {
            return word
        }
        let hint = Nearest.word(to: word, in: BenchOperation.words)
        throw .usage(
            "unknown operation “\(word)”"
                + (hint.map { "; did you mean “\($0)”?" }
                    ?? "; there are \(BenchOperation.words.joined(separator: ", "))"))
    }

    private static func tick(_ arguments: Arguments) throws(CommandError) -> TimeSpan {
        guard let text = arguments.value("tick") else { return .milliseconds(1) }
        guard let tick = TimeSpan(spanText: text) else {
            throw .usage("“--tick” needs a span such as 1ms (got “\(text)”)")
        }
        if tick == .zero { throw .usage("“--tick” must be longer than nothing (got “\(text)”)") }
        return tick
    }
}
