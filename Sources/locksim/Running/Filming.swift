import Auditing
import Devices
import Reports
import Scenarios
import Simulation

/// Lives again, in virtual time, the sessions a report shows step by step: those with the first
/// violation of each rule, and for the timeline a few others.
struct Filming {
    /// Sessions drawn in the timeline besides those with violations.
    static let sampleCount: UInt64 = 8

    let scenario: Scenario

    func film(_ report: inout RunReport) {
        switch scenario.body {
        case .script(let script): film(script, &report)
        case .timerScript: break
        case .population(let population):
            if let plan = TracePlan(scenario, population) {
                film(plan, &report)
            } else if let plan = try? PopulationPlan(scenario, population) {
                film(plan, &report)
            }
        }
    }

    private static let differs = """
        The run was live, and the steps are those of the same session in virtual time up to that \
        moment. There it doesn’t break this rule, so it took the real timing.
        """
    private static let resembles = """
        The run was live; the steps are those of the same session in virtual time.
        """

    // MARK: Kinds of runs

    private func film(_ script: Script, _ report: inout RunReport) {
        guard !report.part.firsts.isEmpty || report.expectations.failed > 0 else { return }
        var runner = ScriptRunner(scenario)
        runner.world.record?.film = SessionFilm(bound: SessionFilm.wholeBound)
        let result = runner.run(script)
        guard let film = result.film else { return }
        for violation in report.part.firsts {
            let again = result.log.firsts.first { $0.rule == violation.rule }
            add(
                again ?? violation, film.steps(until: (again ?? violation).at),
                report.mode == .live ? (again == nil ? Self.differs : Self.resembles) : "",
                &report)
        }
        report.timelines = [FilmWords(scenario.names).timeline(film, of: 0)]
    }

    private func film(_ plan: TracePlan, _ report: inout RunReport) {
        for session in sessions(report, of: plan.sessionCount) {
            let film = TraceShard.film(session, of: plan)
            for violation in report.part.firsts where UInt64(violation.session) == session {
                add(violation, film.steps(until: violation.at), "", &report)
            }
            report.timelines.append(FilmWords(scenario.names).timeline(film, of: session))
        }
    }

    private func film(_ plan: PopulationPlan, _ report: inout RunReport) {
        let chosen = report.session.map { [UInt64($0)] } ?? sessions(report, of: plan.sessionCount)
        for session in chosen {
            let replay = SessionReplay(plan, session: UInt32(truncatingIfNeeded: session))
            // A live violation can lie anywhere in the virtual life.
            let isLive = report.mode == .live
            let life = replay.run(
                film: SessionFilm(
                    bound: isLive ? SessionFilm.wholeBound : SessionFilm.stepBound))
            for violation in report.part.firsts where UInt64(violation.session) == session {
                let found = life.findings.first { $0.violation.rule == violation.rule }
                let steps = found?.steps ?? life.film?.steps(until: violation.at) ?? []
                add(
                    found?.violation ?? violation, steps,
                    isLive ? (found == nil ? Self.differs : Self.resembles) : "", &report)
            }
            if let film = life.film {
                report.timelines.append(FilmWords(scenario.names).timeline(film, of: session))
            }
        }
    }

    // MARK: Parts

    /// Those with violations, and some at even distances, in order.
    private func sessions(_ report: RunReport, of count: UInt64) -> [UInt64] {
        var sessions = Set(report.part.firsts.map { UInt64($0.session) })
        for index in 0..<min(Self.sampleCount, count) {
            sessions.insert(index * max(count / Self.sampleCount, 1))
        }
        return sessions.filter { $0 < count }.sorted()
    }

    private func add(
        _ violation: Violation, _ steps: [FilmStep], _ note: String, _ report: inout RunReport
    ) {
        var film = Film(
            rule: violation.rule.rawValue, session: UInt64(violation.session), at: violation.at,
            since: violation.since, count: report.part.violations[violation.rule.index],
            command: report.reproduction(of: violation.session))
        film.note = note
        film.steps = FilmWords(scenario.names).steps(steps, to: violation)
        report.films.append(film)
    }
}
