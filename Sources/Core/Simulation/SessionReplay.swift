public import Auditing
import Chronology
import Devices
import Workloads

/// Lives one session of a population again, alone, and keeps what led to its violations.
///
/// Sessions depend on nothing but the plan and their number, so this is what happened in the run.
public struct SessionReplay {
    public struct Finding: Sendable {
        public var violation: Violation
        /// The last events before it, oldest first.
        public var trail: [ScriptRecord.TrailEntry]
    }

    private let plan: PopulationPlan
    private let session: UInt32

    public init(_ plan: PopulationPlan, session: UInt32) {
        self.plan = plan
        self.session = session
    }

    /// The first violation of each rule, in the order they came.
    public func run() -> [Finding] {
        var world = plan.world()
        world.record = ScriptRecord()
        var inhabitant = Inhabitant(session, plan)
        var actions = ActionBuffer()
        var findings: [Finding] = []
        var now = inhabitant.next(&world)
        while now <= plan.duration {
            inhabitant.live(at: now, &world, plan, &actions)
            for violation in world.log.firsts.dropFirst(findings.count) {
                findings.append(Finding(violation: violation, trail: world.record?.trail ?? []))
            }
            now = max(inhabitant.next(&world), now + 1)
        }
        world.finish(&inhabitant.session, at: plan.duration)
        for violation in world.log.firsts.dropFirst(findings.count) {
            findings.append(Finding(violation: violation, trail: world.record?.trail ?? []))
        }
        return findings
    }
}
