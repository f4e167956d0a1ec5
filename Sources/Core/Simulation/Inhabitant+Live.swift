public import AppLock
import Auditing
public import Devices
import Workloads

/// The same life where time is real: what was due comes a little later than it was, and answers
/// come later still.
extension Inhabitant {
    /// Lets everything due at `intended` happen at `now`, which may be later. What the person does
    /// next counts from the intended instant, so that a slow generator doesn't thin out the load.
    public mutating func live(
        at intended: UInt64, reached now: UInt64, _ world: inout World,
        _ plan: borrowing PopulationPlan, _ actions: inout ActionBuffer
    ) {
        world.log.session = person.session
        world.advance(&session, to: now)
        if person.next <= intended {
            world.outbox?.intended = intended
            actions.removeAll()
            let sight = look()
            person.act(at: intended, seeing: sight, plan.tables, into: &actions)
            for index in 0..<actions.count {
                do {
                    try world.perform(actions[index], in: nil, on: &session, at: now)
                } catch {
                    world.impossible += 1
                }
            }
        }
        world.close(&session, at: now)
        notice(at: now, plan)
        let index = UInt64(person.session)
        if person.isGone, let stay = plan.curve.stay(of: index, after: intended + 1) {
            person.arrive(at: stay.from, until: stay.until)
        }
    }

    /// An answer has come, to the oldest event under way.
    public mutating func hear(
        _ answer: inout CommandBuffer, to entry: borrowing Outbox.Entry, at now: UInt64,
        _ world: inout World, _ plan: borrowing PopulationPlan
    ) {
        world.log.session = person.session
        world.receive(&answer, to: entry, &session, at: now)
        notice(at: now, plan)
    }

    /// With answers under way the person hasn't seen what comes of the last deed.
    private mutating func notice(at now: UInt64, _ plan: borrowing PopulationPlan) {
        guard session.inFlight == 0 else { return }
        if session.device.showsLock || !session.auditor.isLoggedIn {
            let sight = look()
            person.notice(sight, at: now, plan.tables)
        }
    }
}
