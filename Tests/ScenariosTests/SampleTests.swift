import ScenarioFiles
import Scenarios
import Simulation
import Testing
import TimerQueues

/// What `locksim check` foretells, held against what then happens.
struct SampleTests {
    @Test(arguments: ["morning-rush.yaml", "quickstart.yaml"])
    func aSampleForetellsTheEventsOfAShippedPopulation(_ name: String) throws {
        let scenario = try ScenarioLoader(
            overrides: [Override("population.sessions=3000")]
        ).load(path: scenariosFolder + name)
        guard case .population(let population) = scenario.body else { throw NoPopulation() }
        let plan = try #require(try PopulationPlan(scenario, population))
        var shard = PopulationShard<HierarchicalWheel>(
            plan, first: 0, stride: 1, tick: scenario.timers.tick)
        var peak: UInt64 = 0
        shard.run { _, columns in peak = max(peak, columns[.events]) }
        let total = shard.counters[.events]
        let sample = PopulationSample(plan, eventBound: total / 3)
        #expect(Self.isNear(sample.eventTotal, total, percent: 10))
        let counted = shard.partSoFar.counters[.events]
        #expect(Self.isNear(sample.eventsCounted, counted, percent: 10))
        #expect(Self.isNear(sample.peakPerSecond, peak, percent: 25))
        #expect(sample.eventsRun < total)
    }

    /// A run of a month in which everybody taps without end is not waited for.
    @Test func aSampleOfALongRunIsCutOff() throws {
        let rush = try Rush(sessions: 2000, overrides: ["population.duration=30d"])
        let sample = PopulationSample(try rush.plan(), eventBound: 20_000)
        #expect(sample.eventsRun < 200_000)
        #expect(sample.eventTotal > 100_000_000)
    }

    private static func isNear(_ value: UInt64, _ wanted: UInt64, percent: UInt64) -> Bool {
        max(value, wanted) - min(value, wanted) <= wanted * percent / 100
    }
}
