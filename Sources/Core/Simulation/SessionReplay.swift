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
        /// Step by step; empty unless filmed.
        public var steps: [FilmStep] = []
    }

    public struct Life: Sendable {
        /// The first violation of each rule, in the order they came.
        public var findings: [Finding] = []
        /// As of a run of this session alone, warm-up included.
        public var part = RunPart()
        /// Nil unless filmed.
        public var film: SessionFilm?
    }

    private let plan: PopulationPlan
    private let session: UInt32

    public init(_ plan: PopulationPlan, session: UInt32) {
        self.plan = plan
        self.session = session
    }

    public func run(film: SessionFilm? = nil) -> Life {
        var world = plan.world()
        world.record = ScriptRecord()
        world.record?.film = film
        var inhabitant = Inhabitant(session, plan)
        var actions = ActionBuffer()
        var life = Life()
        var now = inhabitant.next(&world)
        while now <= plan.duration {
            inhabitant.live(at: now, &world, plan, &actions)
            note(world, &life)
            now = max(inhabitant.next(&world), now + 1)
        }
        world.finish(&inhabitant.session, at: plan.duration)
        note(world, &life)
        world.record?.film?.finish(at: plan.duration)
        life.film = world.record?.film
        life.part.sessions = 1
        life.part.digest = inhabitant.session.digest.value
        life.part.counters = world.counters
        life.part.take(world.log)
        life.part.impossible = world.impossible
        life.part.sessionBytes = UInt64(MemoryLayout<Inhabitant>.stride)
        life.part.meter.recordNoTime(life.part.counters)
        return life
    }

    private func note(_ world: borrowing World, _ life: inout Life) {
        for violation in world.log.firsts.dropFirst(life.findings.count) {
            // Some violations are seen only at the next event.
            let trail = world.record?.trail.filter { $0.at <= violation.at } ?? []
            let steps = world.record?.film?.steps(until: violation.at) ?? []
            life.findings.append(Finding(violation: violation, trail: trail, steps: steps))
        }
    }
}
