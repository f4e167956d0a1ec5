import AppLock
import Chronology
import Devices
import ScenarioFiles
import Scenarios
import Simulation
import Testing
import TimerQueues

/// The folder of shipped scenarios, with a slash.
let scenariosFolder =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Scenarios/"

/// The morning rush with fewer people in it.
struct Rush {
    var scenario: Scenario
    var population: Population

    init(sessions: UInt64, overrides: [String] = []) throws {
        let all = ["population.sessions=\(sessions)"] + overrides
        scenario = try ScenarioLoader(overrides: all.map { Override($0) })
            .load(path: scenariosFolder + "morning-rush.yaml")
        guard case .population(let population) = scenario.body else {
            throw NoPopulation()
        }
        self.population = population
    }

    func plan(seed: UInt64 = 1) throws -> PopulationPlan {
        var scenario = scenario
        scenario.seed = seed
        return try #require(try PopulationPlan(scenario, population))
    }

    /// Changes every behaviour.
    mutating func forEachBehaviour(_ change: (inout Behaviour) -> Void) {
        guard case .behaviours(var behaviours) = population.source else { return }
        for index in behaviours.indices { change(&behaviours[index]) }
        population.source = .behaviours(behaviours)
    }
}

struct NoPopulation: Error {}

/// Runs a plan in so many shards, one after the other, and merges them.
func run<Queue: TimerQueue & ~Copyable>(
    _ plan: PopulationPlan, on queue: Queue.Type, shards: [UInt64] = [0],
    tick: TimeSpan = .milliseconds(1)
) -> RunPart {
    var whole = RunPart()
    for first in shards {
        var shard = PopulationShard<Queue>(
            plan, first: first, stride: UInt64(shards.count), tick: tick)
        shard.run()
        whole.merge(shard.finish())
    }
    return whole
}

func rules(_ part: RunPart) -> Set<Rule> {
    Set(Rule.allCases.filter { part.violations[$0.index] > 0 })
}
