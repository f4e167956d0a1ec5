import AppLock
import Devices
import Testing

/// One bug of an engine, the script that shows it, and the rules it is reported under.
struct PlantedBug: Sendable, CustomTestStringConvertible {
    var rule: Rule
    /// What the rule can't come without, see the model.
    var along: Set<Rule> = []
    var bug: String
    var script: String
    /// A bug of the mechanism, where it is not one of commands.
    var policy: @Sendable (inout LockPolicy) -> Void = { _ in }
    var plant: Plant = { _, _ in }

    var testDescription: String { "\(rule.rawValue): \(bug)" }
}

private let ordinary = """
    scenario: planted
    engine: {preset: hardened, background_lock: {after: 20s}, idle: {after: 3m}}
    script:
      - do: [launch, {authenticate: success}]

    """

/// Nothing sensitive shows while the veil is in front, and no cover is asked for: what is left is
/// the rule alone.
private let veiled = """
    scenario: planted
    engine: {preset: hardened, background_lock: {after: 20s}, cover: {when: never}}
    script:
      - do: [launch, {authenticate: success}]
      - do: [{window: {id: veil, level: normal+1}}, {make_key_and_visible: veil}]

    """

/// Steps as lines under a script's head.
private func steps(_ head: String, _ lines: String...) -> String {
    head + lines.map { "  - \($0)\n" }.joined()
}

private let wrongCode = "{authenticate: {result: failure, method: passcode}}"

private let bugs: [PlantedBug] = [
    PlantedBug(
        rule: .contentExposed, bug: "the second scene gets no lock",
        script: steps(
            ordinary.replacing("idle: {after: 3m}", with: "cover: {when: never}"),
            "{after: 1s, do: {connect_scene: pad}}", "{after: 1s, do: home}",
            "{after: 20s, do: open}", "{after: 1s, do: advance}"),
        plant: { _, commands in
            commands.drop { command in
                if case .raiseLock(SceneID(1)) = command { true } else { false }
            }
        }),
    PlantedBug(
        rule: .snapshotLeak, bug: "no cover goes up",
        script: steps(ordinary, "{after: 1s, do: home}", "{after: 5s, do: open}"),
        plant: { _, commands in commands.drop { $0.raisesCover || $0.dropsCover } }),
    PlantedBug(
        rule: .inputBehindLock, along: [.lockNotTopmost],
        bug: "a tap reaches a window that was shown above the lock",
        script: steps(
            ordinary, "{after: 1s, do: manual_lock}",
            "{do: [{window: {id: high, level: alert+5}}, {show: high}, tap]}"),
        plant: { _, commands in commands.drop { $0.lifts } }),
    PlantedBug(
        rule: .lockNotTopmost, bug: "the lock stays below a window shown later",
        script: steps(
            ordinary, "{after: 1s, do: manual_lock}",
            "{do: [{window: {id: high, level: alert+5}}, {show: high}]}",
            "{after: 1s, do: advance}"),
        plant: { _, commands in commands.drop { $0.lifts } }),
    PlantedBug(
        rule: .earlyLock, bug: "a scroll locks",
        script: steps(ordinary, "{after: 1s, do: scroll}", "{after: 1s, do: advance}"),
        plant: { event, commands in
            guard event.isScroll else { return }
            commands.append(.raiseLock(.first))
            commands.append(.prompt(generation: 99))
        }),
    PlantedBug(
        rule: .missedLock, bug: "a return that is late enough does not lock",
        script: steps(
            veiled, "{after: 1s, do: home}", "{after: 20s, do: open}", "{after: 1s, do: advance}"),
        plant: { event, commands in
            if case .willEnterForeground = event { commands.drop { $0.raisesLock } }
            if case .didBecomeActive = event {
                commands.drop { command in
                    if case .prompt(generation: 2) = command { true } else { false }
                }
            }
        }),
    PlantedBug(
        rule: .unlatched, bug: "a scroll takes the lock down",
        script: steps(
            veiled, "{after: 1s, do: manual_lock}", "{after: 1s, do: scroll}",
            "{after: 1s, do: advance}"),
        plant: { event, commands in
            guard event.isScroll else { return }
            commands.append(.dropLock(.first))
            commands.append(.restoreKeyWindow(.first))
        }),
    PlantedBug(
        rule: .stuckLock, bug: "a valid success leaves the lock up",
        script: steps(
            ordinary, "{after: 1s, do: manual_lock}", "{after: 1s, do: {authenticate: success}}",
            "{after: 1s, do: advance}"),
        plant: { event, commands in
            if case .authentication(.success, _, 2) = event {
                commands.drop { $0.dropsLock || $0.restores }
            }
        }),
    PlantedBug(
        rule: .promptMissed, bug: "no prompt is offered when the app locks",
        script: steps(ordinary, "{after: 1s, do: manual_lock}", "{after: 1s, do: advance}"),
        plant: { event, commands in
            if case .manualLock = event { commands.drop { $0.prompts } }
        }),
    PlantedBug(
        rule: .promptMissed, bug: "the prompt held back by the wait never comes",
        script: steps(
            ordinary, "{after: 1s, do: manual_lock}",
            "{do: [\(wrongCode), \(wrongCode), \(wrongCode), tap]}", "{after: 10s, do: advance}"),
        plant: { event, commands in
            if case .timerFired(.backoff, _) = event { commands.drop { $0.prompts } }
        }),
    PlantedBug(
        rule: .idleEarly, bug: "a scroll counts as idleness",
        script: steps(ordinary, "{after: 1s, do: scroll}"),
        plant: { event, commands in
            if event.isScroll { commands.append(.post(.idleTimeout)) }
        }),
    PlantedBug(
        rule: .idleMissed, bug: "the timer fires and nothing is posted",
        script: steps(ordinary, "{after: 4m, do: advance}"),
        plant: { event, commands in
            if case .timerFired(.idle, _) = event { commands.removeAll() }
        }),
    PlantedBug(
        rule: .idleTwice, bug: "the expiry is posted twice",
        script: steps(ordinary, "{after: 4m, do: advance}"),
        plant: { event, commands in
            if case .timerFired(.idle, _) = event { commands.append(.post(.idleTimeout)) }
        }),
    PlantedBug(
        rule: .contextLost, bug: "the field does not get the focus back",
        script: steps(
            ordinary, "{do: {focus: amount}}", "{after: 1s, do: manual_lock}",
            "{after: 1s, do: {authenticate: success}}"),
        plant: { _, commands in commands.drop { $0.restoresResponder } }),
    PlantedBug(
        rule: .contextLost, bug: "unlocking takes the app's own window along",
        script: steps(
            ordinary, "{after: 1s, do: manual_lock}", "{after: 1s, do: {authenticate: success}}"),
        plant: { event, commands in
            if case .authentication(.success, _, 2) = event {
                commands.append(.hideOverlay(.main, .first))
            }
        }),
    PlantedBug(
        rule: .keyWindowWrong, along: [.contextLost],
        bug: "the lock's window is sunk below the content and stays key",
        script: steps(
            ordinary, "{after: 1s, do: manual_lock}", "{after: 1s, do: {authenticate: success}}"),
        policy: { $0.dismissal = .lowerLevel }),
    PlantedBug(
        rule: .coverStuck, bug: "the cover stays up after a short absence",
        script: steps(
            ordinary, "{after: 1s, do: home}", "{after: 5s, do: open}", "{after: 1s, do: advance}"),
        plant: { _, commands in commands.drop { $0.dropsCover } }),
    PlantedBug(
        rule: .doubleLock, bug: "the lock is raised twice",
        script: steps(
            ordinary, "{after: 1s, do: manual_lock}", "{after: 1s, do: {authenticate: success}}"),
        plant: { event, commands in
            if case .manualLock = event { commands.append(.raiseLock(.first)) }
        }),
    PlantedBug(
        rule: .doublePrompt, bug: "a second prompt while one is out",
        script: steps(ordinary, "{after: 1s, do: manual_lock}", "{after: 1s, do: scroll}"),
        plant: { event, commands in
            if event.isScroll { commands.append(.prompt(generation: 99)) }
        }),
    PlantedBug(
        rule: .promptLoop, bug: "a prompt comes again right after it was cancelled",
        script: steps(
            ordinary, "{after: 1s, do: manual_lock}", "{after: 1s, do: {authenticate: cancel}}"),
        plant: { event, commands in
            if case .authentication(.cancel, _, _) = event {
                commands.append(.prompt(generation: 99))
            }
        }),
    PlantedBug(
        rule: .staleAuth, bug: "the result of an older prompt opens",
        script: steps(
            veiled, "{after: 1s, do: manual_lock}",
            "{after: 1s, do: {authenticate: {result: success, generation: 1}}}"),
        plant: { event, commands in
            guard event.isSuccess, commands.isEmpty else { return }
            commands.append(.dropLock(.first))
            commands.append(.restoreKeyWindow(.first))
        }),
    PlantedBug(
        rule: .entryBypass, bug: "an entry goes straight in while locked",
        script: steps(
            ordinary, "{after: 1s, do: manual_lock}", "{do: {entry: {kind: url, id: bill}}}"),
        plant: { event, commands in
            if case .entry(let kind, let name) = event { commands.append(.deliver(kind, name)) }
        }),
    PlantedBug(
        rule: .entryLost, bug: "a waiting entry is never delivered",
        script: steps(
            ordinary, "{after: 1s, do: manual_lock}", "{do: {entry: {kind: url, id: bill}}}",
            "{after: 1s, do: {authenticate: success}}"),
        plant: { _, commands in commands.drop { $0.delivers } }),
    PlantedBug(
        rule: .entryTwice, bug: "an entry is delivered twice",
        script: steps(ordinary, "{after: 1s, do: {entry: {kind: url, id: bill}}}"),
        plant: { event, commands in
            if case .entry(let kind, let name) = event { commands.append(.deliver(kind, name)) }
        }),
    PlantedBug(
        rule: .attemptsReset, bug: "the count of wrong codes is not stored",
        script: steps(
            ordinary, "{after: 1s, do: manual_lock}", "{do: \(wrongCode)}",
            "{after: 1s, do: home}", "{after: 1s, do: kill}", "{after: 1s, do: open}"),
        plant: { _, commands in
            commands.rewrite {
                guard case .persist(var state) = $0 else { return $0 }
                state.attempts = 0
                return .persist(state)
            }
        }),
]

@Suite struct PlantedBugTests {
    @Test(arguments: bugs)
    func plantedBugIsReportedUnderItsRule(bug: PlantedBug) throws {
        #expect(try violations(of: bug.script) == [])
        let broken = try violations(of: bug.script, with: bug.plant, bug.policy)
        #expect(broken == bug.along.union([bug.rule]))
    }

    /// Those of the host's timers are in `TimerBookTests`.
    @Test func everyRuleOfTheEngineHasItsBug() {
        let ofTimers: Set<Rule> = [.timerEarly, .timerLost, .timerAfterCancel]
        #expect(Set(bugs.map(\.rule)) == Set(Rule.allCases).subtracting(ofTimers))
    }

    /// A tap is what sets input behind the lock apart from a lock that is not in front.
    @Test func withoutTheTapNothingWentBehindTheLock() throws {
        let bug = try #require(bugs.first { $0.rule == .inputBehindLock })
        let script = bug.script.replacing("{show: high}, tap]", with: "{show: high}]")
        #expect(script != bug.script)
        #expect(try violations(of: script, with: bug.plant) == [.lockNotTopmost])
    }
}
