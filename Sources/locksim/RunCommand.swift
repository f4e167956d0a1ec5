import Linux
import Reports
import Scenarios
import TimerQueues

extension Command {
    static let run = Command(
        name: "run", summary: "Runs scenarios and judges them.", usage: "[OPTION]... FILE...",
        examples: [
            ("locksim run Scenarios/cases/", "all scripts below a folder, a line each"),
            ("locksim run rush.yaml --seed 7 --out results", "with result.json"),
            ("locksim run rush.yaml --session 12", "what led to that session's violations"),
        ],
        options: RunOptions.all,
        notes: """
            Exit codes: 0 pass, 95 violation or failed expectation, 96 not deterministic,
            97 worker or engine lost, 98 run invalid, 99 threshold failed, 64 usage, 65 bad
            scenario, 66 file missing, 70 internal error, 74 input or output, 130 and 143 signals.
            """
    ) { (arguments, console) throws(CommandError) in
        let options = try RunOptions(arguments)
        // What is wrong with the rest is told by the first of them.
        if let count = options.repeats, !options.isDryRun {
            return try Repetition(count, arguments, options).run(console)
        }
        let scenarios = try ScenarioSet.load(arguments.operands, options)
        try options.checkTimers(for: scenarios)
        try options.checkSession(for: scenarios)
        try options.checkFiles(for: scenarios)
        for warning in UselessOptions.warnings(options, for: scenarios) {
            console.diagnose("locksim: warning: \(warning)")
        }
        if options.isDryRun { return try CheckCommand.explain(scenarios, console) }
        let run = RunCommand(
            options: options, console: console, files: try ResultFiles(options),
            environment: RunEnvironment(host: .current()))
        return try run.run(scenarios)
    }
}

/// Runs scenarios, prints as it goes, in the order of the files, and writes files in the end.
struct RunCommand {
    let options: RunOptions
    let console: Console
    let files: ResultFiles
    let environment: RunEnvironment

    func run(_ scenarios: [Scenario]) throws(CommandError) -> Int32 {
        var reports: [RunReport] = []
        var failure: RunFailure?
        do throws(RunFailure) {
            for group in groups(scenarios) {
                if group.count >= ScriptJob.leastCount {
                    try runTogether(Array(group), &reports)
                    continue
                }
                for scenario in group {
                    if options.comparesQueues(of: scenario) {
                        try compareQueues(scenario, &reports)
                        continue
                    }
                    let report = finished(try self.report(scenario), of: scenario)
                    reports.append(report)
                    try show(report)
                }
                if reports.last?.signal != nil { break }
            }
        } catch {
            failure = error
        }
        HistoryRecording(options: options, console: console).record(reports)
        try files.write(reports, console)
        try showTotal(reports)
        if let failure { throw .run(failure) }
        return Trouble.heaviest(reports.map(\.exitCode))
    }

    /// Neighbours that can run at the same time; what uses all processors itself is alone.
    private func groups(_ scenarios: [Scenario]) -> [ArraySlice<Scenario>] {
        if processCount < 2 { return scenarios.indices.map { scenarios[$0...$0] } }
        var groups: [ArraySlice<Scenario>] = []
        for index in scenarios.indices {
            if let last = groups.last?.last, ScriptJob.canRun(last),
                ScriptJob.canRun(scenarios[index])
            {
                groups[groups.count - 1] = scenarios[groups[groups.count - 1].startIndex...index]
            } else {
                groups.append(scenarios[index...index])
            }
        }
        return groups
    }

    private var processCount: Int {
        options.workers ?? environment.host?.allowedProcessorCount ?? 1
    }

    private func runTogether(
        _ scenarios: [Scenario], _ reports: inout [RunReport]
    ) throws(RunFailure) {
        var done: [RunReport] = []
        var failure: RunFailure?
        defer { reports += done }
        try ScriptJob.run(scenarios, options, processes: processCount) { result in
            do throws(RunFailure) {
                let report = finished(try result.get(), of: scenarios[done.count])
                done.append(report)
                try show(report)
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
    }

    private func report(_ scenario: Scenario) throws(RunFailure) -> RunReport {
        switch scenario.body {
        case .script(let script) where scenario.mode == .virtual:
            return .playing(script, of: scenario)
        case .timerScript(let script):
            return .playing(script, of: scenario, on: options.queuesForTimerScripts)
        case .population(let population) where options.session != nil:
            return try runSession(options.session ?? 0, of: scenario, population)
        case .script, .population:
            var printer = ProgressPrinter(console, isQuiet: options.isQuiet)
            defer { printer.finish() }
            return try runPopulation(scenario, options: options) { printer.show($0) }
        }
    }

    /// One scenario under each of the queues, and the results side by side.
    private func compareQueues(
        _ scenario: Scenario, _ reports: inout [RunReport]
    ) throws(RunFailure) {
        var compared: [RunReport] = []
        defer { reports += compared }
        for queue in options.timers {
            var scenario = scenario
            scenario.timers.queue = queue.rawValue
            var report = finished(try self.report(scenario), of: scenario)
            report.queue = queue.rawValue
            compared.append(report)
            if report.signal != nil { break }
        }
        QueueComparison.judge(&compared)
        let isFine = compared.allSatisfy { $0.exitCode == 0 }
        if options.isQuiet && isFine { return }
        try tell(
            QueueComparison(style: options.printsJSON ? console.errorStyle : console.style)
                .text(compared), isFine: isFine)
    }

    private func finished(_ report: RunReport, of scenario: Scenario) -> RunReport {
        var report = report
        report.environment = environment
        report.overrides = options.overrides
        if files.wantFilms { Filming(scenario: scenario).film(&report) }
        return report
    }

    private func show(_ report: RunReport) throws(RunFailure) {
        let isFine = report.exitCode == 0
        if options.isQuiet && isFine { return }
        let style = options.printsJSON ? console.errorStyle : console.style
        let text: String
        if report.isScript {
            let words = ScriptText(style: style)
            text = words.line(report) + (isFine ? "" : words.details(report))
        } else {
            text =
                report.session == nil
                ? Summary(style: style).text(report) : SessionText(style: style).text(report)
        }
        try tell(text, isFine: isFine)
    }

    /// With `--json` stdout belongs to the JSON, so failures go to stderr.
    private func tell(_ text: String, isFine: Bool) throws(RunFailure) {
        if options.printsJSON {
            if !isFine { console.show(text) }
            return
        }
        do throws(CommandError) {
            try console.print(text)
        } catch {
            throw RunFailure(exitCode: error.exitCode, message: error.description)
        }
    }

    private func showTotal(_ reports: [RunReport]) throws(CommandError) {
        if reports.isEmpty { return }
        if options.printsJSON {
            let isOne = reports.count == 1
            try console.print(isOne ? reports[0].resultJSON : RunReport.resultJSON(reports))
            return
        }
        let isFine = reports.allSatisfy { $0.exitCode == 0 }
        guard reports.count > 1 || reports.first?.isScript == true,
            !reports.allSatisfy({ $0.queue != nil })
        else { return }
        if !options.isQuiet || !isFine {
            try console.print(ScriptText(style: console.style).total(reports))
        }
    }
}

extension RunOptions {
    /// Queues that a pure player can drive: all, or those named.
    var queuesForTimerScripts: [QueueKind] {
        (timers.isEmpty ? QueueKind.allCases : timers).filter { $0.isPure }
    }

    /// Some files tell of one run.
    func checkFiles(for scenarios: [Scenario]) throws(CommandError) {
        let runCount = scenarios.reduce(0) { $0 + (comparesQueues(of: $1) ? timers.count : 1) }
        guard runCount > 1, let single = files.first(where: { !$0.format.holdsSeveral }) else {
            return
        }
        throw .usage("“--\(single.format.rawValue)” is about one run, and these are \(runCount)")
    }

    /// A population is run once with each of several queues.
    func comparesQueues(of scenario: Scenario) -> Bool {
        guard timers.count > 1, session == nil, case .population(let population) = scenario.body
        else { return false }
        if case .trace = population.source { return false }
        return true
    }

    /// For populations queues that work in the scenario's mode; for timer scripts at least one that
    /// plays them.
    func checkTimers(for scenarios: [Scenario]) throws(CommandError) {
        for scenario in scenarios where !timers.isEmpty {
            switch scenario.body {
            case .script: break
            case .population:
                if scenario.mode == .virtual, let live = timers.first(where: { $0.modes == .live })
                {
                    throw .usage("“\(live.rawValue)” works in live mode alone")
                }
                if timers.count > 1 && !comparesQueues(of: scenario) {
                    throw .usage("“--timers” takes one queue for a trace, or with “--session”")
                }
            case .timerScript(let script):
                let fitting = queuesForTimerScripts.filter {
                    $0.isStable || !script.needsStableQueue
                }
                if fitting.isEmpty {
                    throw .usage("none of “--timers” can play \(scenario.path)")
                }
            }
        }
    }
}
