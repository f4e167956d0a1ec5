import AppLock
import Auditing
import Devices
import ScenarioFiles
import Scenarios
import Simulation
import Testing

private let casesFolder =
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Scenarios/cases/"

private func script(_ file: String) throws -> (Scenario, Script)? {
    let scenario = try ScenarioLoader().load(path: casesFolder + file)
    guard case .script(let script) = scenario.body else { return nil }
    return (scenario, script)
}

/// The shipped case files but those of timer queues.
private let caseFiles = ((try? ScenarioFinder.find([casesFolder])) ?? [])
    .map { String($0.dropFirst(casesFolder.count)) }
    .filter { file in
        // One that can't be read stays, and fails.
        do { return try script(file) != nil } catch { return true }
    }

/// With `hardened` in place of the case's own engine, where the owner's choices stay.
private func run(_ file: String, hardened: Bool = false) throws -> ScriptResult? {
    guard var (scenario, script) = try script(file) else { return nil }
    if hardened {
        let owner = scenario.engine.ownerPolicy
        var policy = LockPolicy()
        policy.backgroundLock.after = owner.backgroundLock.after
        policy.coldStart = owner.coldStart
        policy.loginAtLaunch = owner.loginAtLaunch
        policy.presentation = owner.presentation
        if owner.cover.when == .never { policy.cover.when = .never }
        policy.idle.after = owner.idle.after
        policy.idle.action = owner.idle.action
        policy.entries = owner.entries
        policy.authentication.maxAttempts = owner.authentication.maxAttempts
        policy.authentication.backoff = owner.authentication.backoff
        policy.authentication.limitAction = owner.authentication.limitAction
        scenario.engine.policy = policy
        script.steps = script.steps.map {
            var step = $0
            step.expectation = nil
            return step
        }
    }
    var runner = ScriptRunner(scenario)
    return runner.run(script)
}

private func rules(_ result: ScriptResult) -> Set<Rule> {
    Set(Rule.allCases.filter { result.log[$0] > 0 })
}

@Suite struct CaseTests {
    @Test func theCasesAreThere() {
        #expect(caseFiles.filter { $0.hasPrefix("seeds/") }.count >= 20)
        #expect(caseFiles.filter { $0.hasPrefix("reports/") }.count >= 50)
        #expect(caseFiles.filter { $0.hasPrefix("random/") }.count >= 50)
    }

    @Test(arguments: caseFiles)
    func caseRunsAsWritten(file: String) throws {
        let result = try #require(try run(file))
        for failure in result.failures {
            Issue.record(
                """
                \(file):\(failure.position.line): \(failure.subject): expected \
                \(failure.expected), got \(failure.actual)
                """)
        }
        #expect(result.checked > 0)
    }

    /// What each known-bad engine must be caught at.
    static let caughtAt: [(preset: Preset, rules: Set<Rule>)] = [
        (.wallClock, [.missedLock, .contentExposed]),
        (.uptimeClock, [.missedLock, .contentExposed]),
        (.intSeconds, [.missedLock, .contentExposed]),
        (.exceeds, [.missedLock, .contentExposed]),
        (.coverOnBackground, [.snapshotLeak]),
        (.coverAnimated, [.snapshotLeak]),
        (.coverDropAnimated, [.snapshotLeak]),
        (.coverDropOnForeground, [.coverStuck]),
        (.anchorBackground, [.missedLock, .contentExposed]),
        (.graceRenewedWhileLocked, [.unlatched, .contentExposed]),
        (.authUngenerated, [.staleAuth, .contentExposed]),
        (.coldStartOpen, [.missedLock, .contentExposed]),
        (.lowerLevel, [.keyWindowWrong, .contextLost]),
        (.idleAnyFinger, [.idleEarly]),
        (.idleDefaultMode, [.idleMissed]),
        (.idleTouchesOnly, [.idleEarly]),
        (.entriesOpen, [.entryBypass]),
        (.attemptsForgotten, [.attemptsReset]),
        (.unlatched, [.unlatched, .contentExposed]),
    ]

    @Test func everyKnownBadEngineIsInTheTable() {
        #expect(Set(Self.caughtAt.map(\.preset)) == Set(Preset.allCases.filter(\.isKnownBad)))
    }

    @Test(arguments: caughtAt)
    func knownBadEngineIsCaught(preset: Preset, expected: Set<Rule>) throws {
        var catching = 0
        for file in caseFiles {
            let scenario = try ScenarioLoader().load(path: casesFolder + file)
            guard scenario.engine.preset == preset, let result = try run(file) else { continue }
            if rules(result) == expected { catching += 1 }
            let other = try #require(try run(file, hardened: true))
            #expect(rules(other).isDisjoint(with: expected), "\(file) under hardened")
            #expect(other.failures.allSatisfy { $0.subject != "action" }, "\(file)")
        }
        #expect(catching > 0, "no case catches \(preset.rawValue)")
    }
}
