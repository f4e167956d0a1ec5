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
                switch order.queue {
                case .hierarchicalWheel:
                    try prepare(HierarchicalWheel.self, order, loop, buffer, control)
                case .sortedArray:
                    try prepare(SortedArrayQueue.self, order, loop, buffer, control)
                case .chunkedWheel:
                    try prepare(ChunkedWheel.self, order, loop, buffer, control)
                }
            } catch {
                control.refuse("\(error)")
            }
        }
        loop.run()
        exitNow(0)
    }

    private static func prepare<Queue: TimerQueue & ~Copyable>(
        _: Queue.Type, _ order: WorkOrder, _ loop: Loop, _ buffer: ReadBuffer,
        _ control: ControlChannel
    ) throws {
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
