import AppLock
import Auditing
import Devices
import WindowStacks
import Workloads
import Chronology
import Glibc
import LoadTest
import ScenarioFiles
import Scenarios
import Simulation
import TimerQueues

@main
struct Main {
    static func main() {
        let words = Array(CommandLine.arguments.dropFirst(2))
        switch CommandLine.arguments.dropFirst().first {
        case "worker": WorkerProcess.main(words)
        case "engine-process": EngineProcess.main(words)
        case "load-test": exit(LoadTestCommand.main(words))
        default: break
        }
        if CommandLine.arguments.last == "SIZES" {
            print("Inhabitant", MemoryLayout<Inhabitant>.stride, "Person", MemoryLayout<Person>.stride, "Session", MemoryLayout<Session>.stride, "Device", MemoryLayout<Device>.stride, "Scene", MemoryLayout<Scene>.stride, "WindowStack", MemoryLayout<WindowStack>.stride, "Window", MemoryLayout<Window>.stride, "Controller", MemoryLayout<Controller>.stride, "Engine", MemoryLayout<LockEngine>.stride, "Auditor", MemoryLayout<Auditor>.stride, "Stored", MemoryLayout<StoredState>.stride, "Event", MemoryLayout<LockEvent>.stride, "Command", MemoryLayout<LockCommand>.stride, "Policy", MemoryLayout<LockPolicy>.stride, "Action", MemoryLayout<DeviceAction>.stride)
            return
        }
        do {
            var failed = 0
            let paths = try ScenarioFinder.find(Array(CommandLine.arguments.dropFirst()))
            for path in paths {
                let scenario = try ScenarioLoader().load(path: path)
                if case .population(let population) = scenario.body {
                    guard let plan = try PopulationPlan(scenario, population) else { continue }
                    var shard = PopulationShard<HierarchicalWheel>(
                        plan, first: 0, stride: 1, tick: scenario.timers.tick)
                    let clock = ContinuousClock()
                    let took = clock.measure { shard.run() }
                    let part = shard.finish()
                    for kind in Counters.Kind.allCases { print(kind.name, part.counters[kind]) }
                    for first in part.firsts {
                        print(first)
                        for finding in SessionReplay(plan, session: first.session).run() where finding.violation.rule == first.rule {
                            for entry in finding.trail.suffix(14) { print("     ", Double(entry.at) / 1e9, entry.event) }
                        }
                    }
                    print(part.violationTotal, "impossible", part.impossible)
                    print("digest", part.digest, "bytes", part.sessionBytes / part.sessions, took)
                    print(Double(part.counters[.events]) / (Double(took.components.attoseconds) / 1e18 + Double(took.components.seconds)))
                    continue
                }
                guard case .script(let script) = scenario.body else { continue }
                var runner = ScriptRunner(scenario)
                let result = runner.run(script)
                if !result.failures.isEmpty { failed += 1 }
                print(result.failures.isEmpty ? "ok  " : "FAIL", path)
                for failure in result.failures.prefix(4) {
                    print("   \(path):\(failure.position.line): \(failure.subject): expected \(failure.expected), got \(failure.actual)")
                }
            }
            print("failed", failed)
        } catch {
            print(error)
        }
    }
}
