import Linux
import Simulation
import TimerQueues
import UV

/// A worker in virtual time: one piece of the run each turn of the loop, a report at the end.
final class VirtualWorker<Queue: TimerQueue & ~Copyable> {
    private var run: VirtualRun<Queue>?
    private let loop: Loop
    private let control: ControlChannel
    private let turns: Phase
    private var meter: UsageMeter
    private var toldAt: UInt64 = 0

    init(_ run: consuming VirtualRun<Queue>, _ loop: Loop, _ control: ControlChannel) throws {
        self.run = consume run
        self.loop = loop
        self.control = control
        turns = try Phase(loop, .insteadOfWaiting)
        meter = UsageMeter(loop)
    }

    func connect() {
        control.onStart = { [self] _ in
            meter = UsageMeter(loop)
            do throws(UVError) {
                try turns.start { [self] in turn() }
            } catch {
                control.fail("\(error)")
            }
        }
        control.onStop = { [self] in finish() }
    }

    private func turn() {
        run?.runPiece()
        if run?.isDone != false { return finish() }
        let now = Clock.boottime.now()
        guard now - toldAt >= 1_000_000_000 else { return }
        toldAt = now
        if let progress = run?.progress { control.report(progress.encode()) }
    }

    private func finish() {
        turns.stop()
        guard let run = run.take() else { return }
        let (part, reached) = run.finish()
        var report = ChildReport()
        report.reached = reached
        report.offered = part.counters[.events]
        report.achieved = report.offered
        report.part = part
        meter.fill(&report, loop)
        control.report(report.encode())
    }
}
