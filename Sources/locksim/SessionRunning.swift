import AppLock
import Auditing
import Devices
import Linux
import Reports
import Scenarios
import Simulation

/// Lives one session of a population alone, in virtual time, as it was lived among the others.
func runSession(
    _ session: UInt32, of scenario: Scenario, _ population: Population
) throws(RunFailure) -> RunReport {
    var report = RunReport(scenario)
    let (wall, cpu) = (Clock.monotonic.now(), Clock.processTime.now())
    let plan: PopulationPlan?
    do throws(DistributionFlaw) {
        plan = try PopulationPlan(scenario, population)
    } catch {
        throw RunFailure(exitCode: 65, message: "\(scenario.path): \(error.text)")
    }
    guard let plan, UInt64(session) < plan.sessionCount else {
        let count = plan?.sessionCount ?? 0
        throw RunFailure(
            exitCode: ExitCode.usage,
            message: "\(scenario.path) has sessions 0 to \(max(count, 1) - 1) (got \(session))")
    }
    let life = SessionReplay(plan, session: session).run()
    report.session = session
    report.part = life.part
    report.warmupNanoseconds = 0
    // They are about the crowd.
    report.thresholds = []
    report.duration.modelNanoseconds = plan.duration
    report.duration.wallNanoseconds = Clock.monotonic.now() - wall
    report.duration.cpuNanoseconds = Clock.processTime.now() - cpu
    report.failures = life.findings.map { finding in
        let count = life.part.violations[finding.violation.rule.index]
        return ReportedFailure(finding, outOf: count, session, EventWords(scenario.names))
    }
    return report
}

extension ReportedFailure {
    fileprivate init(
        _ finding: SessionReplay.Finding, outOf count: UInt64, _ session: UInt32,
        _ words: EventWords
    ) {
        let violation = finding.violation
        var actual = "at \(exactSeconds(violation.at))"
        if violation.since < violation.at { actual += ", since \(exactSeconds(violation.since))" }
        if violation.scene != .first { actual += ", scene \(violation.scene.index + 1)" }
        if count > 1 { actual += ", the first of \(count)" }
        self.init(
            place: "session \(session)", subject: violation.rule.rawValue,
            expected: "no \(violation.rule.rawValue)", actual: actual)
        trail = finding.trail.suffix(ScriptRecord.trailBound).map { words.line($0) }
    }
}

private func exactSeconds(_ nanoseconds: UInt64) -> String {
    Quantity.decimal(nanoseconds, per: 1_000_000_000, places: 9) + "s"
}

extension RunOptions {
    /// `--session` is about sessions that are drawn, in virtual time.
    func checkSession(for scenarios: [Scenario]) throws(CommandError) {
        guard session != nil else { return }
        for scenario in scenarios {
            guard case .population(let population) = scenario.body,
                case .behaviours = population.source
            else {
                throw .usage("“--session” needs a population of behaviours (\(scenario.path))")
            }
            guard scenario.mode == .virtual else {
                throw .usage("“--session” needs virtual time: add --mode virtual")
            }
        }
    }
}
