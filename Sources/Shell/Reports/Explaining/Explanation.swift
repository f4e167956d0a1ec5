import AppLock
import Chronology
import Devices
import Linux
public import Scenarios
import Simulation

/// What a scenario will do, before it does it: for `locksim check` and `--dry-run`.
public struct Explanation: Sendable {
    static let chartHeight = 5
    /// Of the timer queue, for each session.
    static let timerByteCount: UInt64 = 24

    static var sessionByteCount: UInt64 {
        UInt64(MemoryLayout<Inhabitant>.stride) + timerByteCount
    }

    /// Says so where the sessions of a population don't fit into that much memory.
    public static func shortage(of byteCount: UInt64, for population: Population) -> String? {
        let needed = UInt64(clamping: UInt128(population.sessions) * UInt128(sessionByteCount))
        guard needed > byteCount else { return nil }
        let sessions = Quantity.count(population.sessions)
        return "\(sessions) sessions need about \(Quantity.bytes(needed)) of memory; "
            + "this machine has \(Quantity.bytes(byteCount))"
    }

    public var style: Style
    /// Processors the run may use.
    public var processorCount: Int

    public init(style: Style, processorCount: Int) {
        self.style = style
        self.processorCount = processorCount
    }

    public func text(_ scenario: Scenario) -> String {
        var rows: [(String, String)] = []
        var chart = ""
        rows.append(("file", "\(style.spelled(scenario.path)), hash \(scenario.hash.hex)"))
        rows.append(("runs", "\(scenario.mode.rawValue), seed \(scenario.seed)"))
        var engine = scenario.engine.preset.rawValue
        if scenario.mode == .live { engine += ", \(scenario.engine.placement.rawValue)" }
        rows.append(("engine", engine))
        switch scenario.body {
        case .script(let script): rows += self.rows(script)
        case .timerScript(let script):
            let queues = script.needsStableQueue ? "stable queues" : "all queues"
            rows.append(("timer script", "\(script.steps.count) steps, on \(queues)"))
        case .population(let population):
            rows += self.rows(population, scenario)
            chart = self.chart(population)
        }
        for (index, threshold) in scenario.thresholds.enumerated() {
            rows.append((index == 0 ? "thresholds" : "", threshold.text))
        }
        var text = style.paint(scenario.name, .bold) + "\n"
        for line in wrapped(style.spelled(scenario.description), width: style.columns - 2) {
            text += "  \(line)\n"
        }
        for (label, words) in rows {
            for (index, line) in wrapped(words, width: style.columns - 16).enumerated() {
                text += "  \((index == 0 ? label : "").padded(to: 12))  \(line)\n"
            }
        }
        return text + chart
    }

    private func rows(_ script: Script) -> [(String, String)] {
        let actions = script.steps.reduce(0) { $0 + $1.actions.count }
        let looks = script.steps.filter { $0.expectation != nil }.count
        let end = Quantity.duration(script.steps.last?.at.nanoseconds ?? 0)
        var rows = [
            (
                "script",
                "\(script.steps.count) steps in \(end): \(actions) actions, \(looks) looks"
            )
        ]
        let rules = script.expectedViolations.map(\.rawValue).joined(separator: ", ")
        if !rules.isEmpty { rows.append(("must violate", rules)) }
        return rows
    }

    // MARK: Populations

    private func rows(_ population: Population, _ scenario: Scenario) -> [(String, String)] {
        var duration = Quantity.duration(population.duration.nanoseconds)
        if population.warmup > .zero {
            duration += ", the first \(Quantity.duration(population.warmup.nanoseconds)) left out"
        }
        let workers = self.workers(population, scenario)
        var rows = [
            ("sessions", "\(Quantity.count(population.sessions)) for \(duration)"),
            ("workers", "\(workers)"),
            (
                "timers",
                scenario.timers.queue + ", tick "
                    + Quantity.duration(scenario.timers.tick.nanoseconds)
            ),
        ]
        if population.timeScale != .one, scenario.mode == .live {
            let scale = Quantity.decimal(population.timeScale.rawValue, per: 1_000_000, places: 6)
            rows.append(("time scale", "\(scale), so \(wall(population)) on the clock"))
        }
        let curve = LoadCurve(population)
        let bytes = Self.sessionByteCount
        let memory = UInt64(clamping: UInt128(curve.peak) * UInt128(bytes))
        switch population.source {
        case .trace(let trace):
            let path = style.spelled(trace.path)
            let events = Quantity.count(UInt64(trace.entryCount), "event")
            let sessions = Quantity.count(UInt64(trace.recordings.count), "session")
            rows.append(("trace", "\(path): \(events) of \(sessions)"))
        case .behaviours(let behaviours):
            let names = behaviours.map(\.name).joined(separator: ", ")
            rows.append(("behaviour", style.spelled(names)))
            rows += estimates(population, scenario, workers)
        }
        rows.append(
            ("memory", "about \(Quantity.bytes(memory)): \(Quantity.count(bytes)) bytes a session"))
        rows += faults(population)
        return rows
    }

    /// From a sample, which is run; so is what an event costs on this machine.
    private func estimates(
        _ population: Population, _ scenario: Scenario, _ workers: Int
    ) -> [(String, String)] {
        let before = Clock.processTime.now()
        guard let plan = try? PopulationPlan(scenario, population) else { return [] }
        let sample = PopulationSample(plan)
        let spent = Clock.processTime.now() - before
        let cost = spent / max(sample.eventsRun, 1)
        // On the clock model time runs `timeScale` times as fast.
        let scale = scenario.mode == .live ? population.timeScale.rawValue : 1_000_000
        func perSecond(_ events: UInt64, in nanoseconds: UInt64) -> UInt64 {
            let product = UInt128(events) * UInt128(scale) * 1000
            return UInt64(clamping: product / UInt128(max(nanoseconds, 1)))
        }
        let total = sample.eventTotal
        let mean = perSecond(total, in: population.duration.nanoseconds)
        let peak = max(perSecond(sample.peakPerSecond, in: 1_000_000_000), mean)
        var events = "about \(Quantity.short(total)) in all, \(Quantity.short(mean))/s, "
        events += "\(Quantity.short(peak))/s at the peak"
        if population.warmup > .zero {
            events += "; \(Quantity.short(sample.eventsCounted)) after the warm-up"
        }
        var rows = [("events", events)]
        let cpu = UInt64(clamping: UInt128(total) * UInt128(cost))
        var words = "about \(Quantity.duration(cpu)) at \(Quantity.duration(cost)) an event"
        let cores = UInt64(min(max(workers, 1), processorCount))
        switch scenario.mode {
        case .virtual: words += ", done in \(Quantity.duration(cpu / max(cores, 1)))"
        case .live:
            let load = UInt64(clamping: UInt128(peak) * UInt128(cost))
            words += ", \(Quantity.percent(load, of: 1_000_000_000)) of a core at the peak"
            words += "; sending comes on top"
        }
        rows.append(("CPU", words))
        return rows
    }

    private func faults(_ population: Population) -> [(String, String)] {
        guard !population.faults.isEmpty else { return [] }
        let words = population.faults.map { fault in
            switch fault {
            case .wallClock: "wall clock set"
            case .deviceSleep: "device sleep"
            case .kill: "killed in background"
            case .reboot: "reboots"
            case .events: "events lost, doubled or late"
            }
        }
        return [("faults", words.joined(separator: ", "))]
    }

    /// Live, a worker and its engine take a processor each.
    private func workers(_ population: Population, _ scenario: Scenario) -> Int {
        let hasEngines = scenario.mode == .live && scenario.engine.placement == .process
        switch population.workers {
        case .automatic: return max(1, hasEngines ? processorCount / 2 : processorCount)
        case .count(let count): return count
        }
    }

    private func wall(_ population: Population) -> String {
        let scale = UInt128(max(population.timeScale.rawValue, 1))
        return Quantity.duration(
            UInt64(clamping: UInt128(population.duration.nanoseconds) * 1_000_000 / scale))
    }

    private func chart(_ population: Population) -> String {
        let curve = LoadCurve(population)
        let whole = population.duration.nanoseconds
        let drawing = LineChart(
            values: curve.sessions(at: LineChart.valueCount(style)), isArea: true,
            height: Self.chartHeight,
            marks: ["0"] + (1...4).map { Quantity.duration(whole / 4 * UInt64($0)) },
            label: { Quantity.short($0) })
        return "\n  sessions\n" + drawing.text(style)
    }
}

extension String {
    func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(width - count, 0)) + self
    }
}
