import Linux
import ScenarioFiles
import Scenarios
import Simulation
import TimerQueues
public import TimerSubjects
import UV

/// `locksim worker`: a share of a population's sessions, in virtual or real time.
public enum WorkerProcess {
    /// `catalogue` is of the timers this program has besides our own queues.
    public static func main(_ arguments: [String], _ catalogue: some SubjectCatalogue) -> Never {
        let (loop, buffer, control) = ChildStart.open(arguments)
        let afterwards = Afterwards()
        control.onOrder = { order in
            do {
                let work = Work(
                    order: order, loop: loop, buffer: buffer, control: control,
                    afterwards: afterwards)
                let isHere: Void? =
                    order.queue.isPure
                    ? try order.queue.withQueue(work)
                    : try catalogue.withLibrary(order.queue, work)
                if isHere == nil { throw NoSuchQueue(order.queue) }
            } catch {
                control.refuse("\(error)")
            }
        }
        loop.run()
        do {
            try afterwards.body?()
        } catch {
            control.fail("\(error)")
        }
        exitNow(0)
    }
}

/// What goes on where the loop of libuv left off, because another one waits from then on.
private final class Afterwards {
    var body: (() throws -> Void)?
}

/// This build has no such queue.
private struct NoSuchQueue: Error, CustomStringConvertible {
    let description: String

    init(_ kind: QueueKind) {
        description = kind.absence ?? "\(kind.rawValue) isn't part of this program"
    }
}

/// Makes a shard ready and connects it, once the queue's type is known.
private struct Work: QueueVisitor, EmbeddingVisitor {
    let order: WorkOrder
    let loop: Loop
    let buffer: ReadBuffer
    let control: ControlChannel
    let afterwards: Afterwards

    func visit<Queue: TimerQueue & ~Copyable>(_: Queue.Type) throws(any Error) {
        let (scenario, plan) = try plan()
        if order.isLive {
            try worker(Queue.self, scenario, plan).connect()
        } else {
            let run = VirtualRun<Queue>(
                plan, first: order.index, stride: order.count, tick: scenario.timers.tick,
                watch: Watch(scenario.thresholds))
            try VirtualWorker(run, loop, control).connect()
        }
        control.sayReady(order)
    }

    func visit<Subject: EmbeddingSubject & ~Copyable>(_: Subject.Type) throws(any Error) {
        let (scenario, plan) = try plan()
        guard order.isLive else {
            throw DistributionFlaw(text: "\(order.queue.rawValue) works in live mode alone")
        }
        let worker = try worker(LibraryQueue<Subject>.self, scenario, plan)
        try worker.connect()
        afterwards.body = { try worker.runEmbedded() }
        control.sayReady(order)
    }

    private func plan() throws -> (Scenario, PopulationPlan) {
        let scenario = try order.scenario()
        guard case .population(let population) = scenario.body,
            let plan = try PopulationPlan(scenario, population)
        else { throw DistributionFlaw(text: "a worker runs a population of behaviours") }
        return (scenario, plan)
    }

    private func worker<Queue: TimerQueue & ~Copyable>(
        _: Queue.Type, _ scenario: Scenario, _ plan: PopulationPlan
    ) throws -> LiveWorker<Queue> {
        let shard = LiveShard<Queue>(
            plan, first: order.index, stride: order.count, tick: scenario.timers.tick,
            scale: TimeScale(order.timeScale), isInline: order.isInline,
            watch: Watch(scenario.thresholds))
        return try LiveWorker(shard, order, loop, buffer, control)
    }
}
