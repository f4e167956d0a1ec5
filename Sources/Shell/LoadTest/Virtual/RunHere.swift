import Linux
import Scenarios
import Simulation
import TimerQueues
import UV

/// One worker in virtual time needs no process: it runs here, with a look at signals now and then.
struct RunHere: QueueVisitor {
    let scenario: Scenario
    let plan: PopulationPlan
    let tell: (LoadTestProgress) -> Void
    let isToEnd: (RunSoFar) -> Bool

    func visit<Queue: TimerQueue & ~Copyable>(
        _: Queue.Type
    ) throws(LoadTestError) -> LoadTestResult {
        do {
            let loop = try Loop()
            let caught = Caught()
            let interrupt = try Signal(loop)
            let terminate = try Signal(loop)
            try interrupt.start(Signal.interrupt) { caught.take(Signal.interrupt) }
            try terminate.start(Signal.terminate) { caught.take(Signal.terminate) }
            var run = VirtualRun<Queue>(
                plan, first: 0, stride: 1, tick: scenario.timers.tick,
                watch: Watch(scenario.thresholds))
            let meter = UsageMeter(loop)
            let start = Clock.boottime.now()
            var told = (at: start, events: UInt64(0))
            var isEnded = false
            while !run.isDone && caught.signal == nil && !isEnded {
                run.runPiece()
                loop.run(.withoutWaiting)
                let now = Clock.boottime.now()
                guard now - told.at >= 1_000_000_000 else { continue }
                let state = run.progress
                var progress = LoadTestProgress()
                progress.elapsed = now - start
                progress.reached = state.reached
                progress.duration = plan.duration
                progress.sessions = plan.sessionCount
                progress.events = state.events
                let span = Double(now - told.at) / 1e9
                progress.eventsPerSecond = UInt64(Double(state.events - told.events) / span)
                progress.locks = state.locks
                progress.violations = state.violations
                told = (now, state.events)
                tell(progress)
                if let soFar = RunSoFar([(state.part, state.reached)]) { isEnded = isToEnd(soFar) }
            }
            var result = LoadTestResult()
            let finished = run.finish()
            result.part = finished.part
            result.modelNanoseconds = finished.reached
            result.signal = caught.signal
            result.isPartial = finished.reached < plan.duration
            var report = ChildReport()
            meter.fill(&report, loop)
            result.wallNanoseconds = report.wall
            result.cpuNanoseconds = report.cpu
            result.offeredEvents = finished.part.counters[.events]
            result.achievedEvents = result.offeredEvents
            result.processes = [
                ProcessUse(
                    role: .driver, index: 0, cpuNanoseconds: report.cpu,
                    wallNanoseconds: report.wall, residentByteCount: report.resident,
                    voluntarySwitches: report.voluntarySwitches,
                    involuntarySwitches: report.involuntarySwitches, idleNanoseconds: 0)
            ]
            interrupt.close()
            terminate.close()
            loop.run(.withoutWaiting)
            return result
        } catch {
            throw .system("\(error)")
        }
    }
}

/// The first signal stops the run, the second the process.
private final class Caught {
    private(set) var signal: Int32?

    func take(_ number: Int32) {
        if signal != nil { exitNow(128 + number) }
        signal = number
    }
}
