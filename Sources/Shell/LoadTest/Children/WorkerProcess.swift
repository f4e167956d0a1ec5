import Linux
import ScenarioFiles
import Scenarios
import Simulation
import TimerQueues
import UV

/// `locksim worker`: a share of a population's sessions, in virtual or real time.
public enum WorkerProcess {
    public static func main(_ arguments: [String]) -> Never {
        let (loop, buffer, control) = ChildStart.open(arguments)
        control.onOrder = { order in
            do {
                let work = Work(order: order, loop: loop, buffer: buffer, control: control)
                if try order.queue.withQueue(work) == nil { throw NoSuchQueue(order.queue) }
            } catch {
                control.refuse("\(error)")
            }
        }
        loop.run()
        exitNow(0)
    }
}

/// This build has no such queue.
private struct NoSuchQueue: Error, CustomStringConvertible {
    let description: String

    init(_ kind: QueueKind) { description = "\(kind.rawValue) isn't part of this build" }
}

/// Makes a shard ready and connects it, once the queue's type is known.
private struct Work: QueueVisitor {
    let order: WorkOrder
    let loop: Loop
    let buffer: ReadBuffer
    let control: ControlChannel

    func visit<Queue: TimerQueue & ~Copyable>(_: Queue.Type) throws(any Error) {
        let scenario = try order.scenario()
        guard case .population(let population) = scenario.body,
            let plan = try PopulationPlan(scenario, population)
        else { throw DistributionFlaw(text: "a worker runs a population of behaviours") }
        if order.isLive {
            let shard = LiveShard<Queue>(
                plan, first: order.index, stride: order.count, tick: scenario.timers.tick,
                scale: TimeScale(order.timeScale), isInline: order.isInline,
                watch: Watch(scenario.thresholds))
            try LiveWorker(shard, order, loop, buffer, control).connect()
        } else {
            let run = VirtualRun<Queue>(
                plan, first: order.index, stride: order.count, tick: scenario.timers.tick,
                watch: Watch(scenario.thresholds))
            try VirtualWorker(run, loop, control).connect()
        }
        control.sayReady(order)
    }
}
