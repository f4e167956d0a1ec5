import AppLock
import Devices
import ScenarioFiles
import Scenarios
import Simulation
import Testing

/// What random scripts once showed, boiled down: each failed before it was put right.
@Suite struct FoundByChanceTests {
    struct Found: Sendable, CustomTestStringConvertible {
        var says: String
        var engine: String
        var steps: [String]
        var testDescription: String { says }
    }

    static let found: [Found] = [
        Found(
            says: "what is pushed while locked stays below a lock inside main",
            engine: "presentation: subview",
            steps: [
                "do: launch", "{after: 1s, do: {push: bill}}",
                "expect: {locked: true, content_visible: false, interactive: false}",
                "{after: 1s, do: [tap, snapshot]}",
            ]),
        Found(
            says: "a sheet that is dismissed does not take a lock inside main with it",
            engine: "presentation: subview",
            steps: [
                "do: [launch, {authenticate: success}, {alert: oops}]",
                "{after: 1s, do: manual_lock}", "{after: 1s, do: dismiss}",
                "expect: {locked: true, content_visible: false}", "{after: 1s, do: tap}",
            ]),
        Found(
            says: "main hidden while locked leaves the lock in front",
            engine: "presentation: root_swap",
            steps: [
                "do: launch", "{after: 1s, do: {hide: main}}",
                "expect: {locked: true, top: lock, key: lock, responder: lock}",
                "{after: 1s, do: advance}",
            ]),
        Found(
            says: "a lock inside main is the responder where another window was key",
            engine: "presentation: subview",
            steps: [
                "do: [launch, {authenticate: success}, {focus: amount}]",
                "do: [{window: {id: low, level: -1}}, {make_key_and_visible: low}]",
                "{after: 1s, do: manual_lock}", "expect: {key: main, responder: lock}",
                "{after: 1s, do: {authenticate: success}}", "expect: {key: low, responder: null}",
                "do: {make_key: main}", "expect: {key: main, responder: amount}",
            ]),
        Found(
            says: "the lock goes up above a cover that had to rise",
            engine: "presentation: {window: normal}, idle: {after: 5s, action: lock}",
            steps: [
                "do: [{launch: {logged_in: false}}, {connect_scene: pad}]", "{after: 1s, do: home}",
                "{scene: main, after: 1s, do: open}", "{after: 1s, do: {dismiss_overlay: login}}",
                "{after: 6s, expect: {locked: true}}", "{scene: pad, expect: {top: pad/lock}}",
            ]),
        Found(
            says: "who is logged in is known at the next launch where no login is shown",
            engine: "login_at_launch: false",
            steps: [
                "do: {launch: {logged_in: false}}", "{after: 1s, do: [kill, launch]}",
                "expect: {locked: false, prompts: 0}", "{after: 1s, do: advance}",
            ]),
        Found(
            says: "a reboot before the first launch is no absence",
            engine: "cold_start: open",
            steps: [
                "do: reboot", "{after: 1s, do: {launch: {background: true}}}",
                "{after: 5s, do: open}", "expect: {locked: false}", "{after: 1s, do: advance}",
            ]),
        Found(
            says: "idleness that fired at a return counts anew from there",
            engine: "background_lock: {after: never}, idle: {after: 5s}",
            steps: [
                "do: [launch, {authenticate: success}]", "{after: 1s, do: home}",
                "{after: 9s, do: open}", "expect: {idle_fires: 1}", "{after: 4s, do: home}",
                "{after: 9s, do: open}", "expect: {idle_fires: 2}", "{after: 1s, do: advance}",
            ]),
        Found(
            says: "a login dismissed where there is none is no login",
            engine: "login_at_launch: true",
            steps: [
                "do: [{launch: {logged_in: false}}, {entry: {kind: url, id: bill}}]",
                "do: [{overlay: {kind: login, id: mine}}, {connect_scene: pad}]",
                "{scene: pad, do: {dismiss_overlay: mine}}",
                "expect: {entries: {queued: [bill], delivered: []}}", "{after: 1s, do: advance}",
            ]),
        Found(
            says: "a scene that goes with its lock is no lock that vanished",
            engine: "cold_start: locked",
            steps: [
                "do: launch", "{after: 1s, do: {disconnect_scene: main}}",
                "{after: 1s, do: advance}",
            ]
        ),
    ]

    @Test(arguments: found)
    func nothingIsSaidAgainstIt(found: Found) throws {
        var text = "scenario: found\nengine: {preset: hardened, \(found.engine)}\nscript:\n"
        for step in found.steps { text += "  - \(step)\n" }
        let scenario = try ScenarioLoader().load(bytes: Array(text.utf8), path: "found.yaml")
        guard case .script(let script) = scenario.body else {
            Issue.record("no script")
            return
        }
        var runner = ScriptRunner(scenario)
        for failure in runner.run(script).failures {
            Issue.record(
                "\(failure.position.line): \(failure.subject): \(failure.expected), got \(failure.actual)"
            )
        }
    }
}
