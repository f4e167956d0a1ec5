public import AppLock
import Chronology
public import Devices
public import Scenarios

/// What every process of a trace run knows.
public struct TracePlan: Sendable {
    public let trace: Trace
    public let policy: LockPolicy
    public let owner: LockPolicy
    public let settings: DeviceSettings
    public let sessionCount: UInt64
    public let duration: UInt64
    public let warmup: UInt64
    public let seed: UInt64

    /// Nil where the population is drawn and not replayed.
    public init?(_ scenario: Scenario, _ population: Population) {
        guard case .trace(let trace) = population.source, !trace.recordings.isEmpty else {
            return nil
        }
        self.trace = trace
        policy = scenario.engine.policy
        owner = scenario.engine.ownerPolicy
        settings = scenario.device
        sessionCount = population.sessions
        duration = population.duration.nanoseconds
        warmup = population.warmup.nanoseconds
        seed = scenario.seed
    }

    public func world() -> World { World(policy: policy, owner: owner, settings: settings) }
}
