import ScenarioFiles
import Testing

@Suite struct BadInputTests {
    static let head = "scenario: a\n"
    static let body = "script: [{do: launch}]\n"
    static let crowd = """
        population:
          sessions: 1
          duration: 1s
          behaviour: [{name: all, foreground: {constant: 1s}, background: {constant: 1s}}]

        """

    /// A text and what its only error says.
    static let table: [(text: String, error: String)] = [
        (
            head + "scrpt: [{do: launch}]\n" + body,
            "2:1: error: not a key of scenario file (got key “scrpt”); did you mean “script”?"
        ),
        (
            head + "engine: {background_lock: {after: 20}}\n" + body,
            "2:35: error: expected a duration such as 20s, never or immediately (got “20”)"
                + "; the unit is missing"
        ),
        (
            head + "thresholds: [{that: locks > 1, abort: true}]\n" + body,
            "2:14: error: expected “abort” only with a population of behaviours"
        ),
        (
            head + "thresholds: [{that: rss.max < 1GiB, abort: true}]\n" + crowd,
            "2:21: error: expected a metric that is known while a run goes on beside “abort”"
                + " (got “rss”, known at the end)"
        ),
        (
            head + "thresholds: [{that: locks > 1, after: 2s}]\n" + crowd,
            "2:32: error: expected “after” only beside “abort: true”"
        ),
        (
            head + "timers: {tick: 1sec}\n" + body,
            "2:16: error: expected a duration such as 250us, 1.5ms or 1h30m (got “1sec”)"
                + "; “sec” is none of the units ns, us, ms, s, m, h, d"
        ),
        (
            head + "seed: 1\nseed: 2\n" + body,
            "3:1: error: expected each key once (got “seed” again, first in line 2)"
        ),
        (
            head + "device: {snapshot_delay: -5ms}\n" + body,
            "2:26: error: expected a duration such as 250us, 1.5ms or 1h30m (got “-5ms”)"
                + "; it can't be negative"
        ),
        (
            head + "mode: Live\n" + body,
            "2:7: error: expected virtual or live (got “Live”); did you mean “live”?"
        ),
        (
            head + "engine: {preset: hardend}\n" + body,
            "did you mean “hardened”?"
        ),
        (
            head + "timers: {queue: hierarchical-weel}\n" + body,
            "2:17: error: expected sorted-array, hierarchical-wheel or chunked-wheel"
                + " (got “hierarchical-weel”)"
                + "; did you mean “hierarchical-wheel”?"
        ),
        (
            head + "engine: {dismissal: hideThenRelease}\n" + body,
            "did you mean “hide_then_release”?"
        ),
        (
            head + "engine: {idle: {after: immediately}}\n" + body,
            "2:24: error: expected a duration such as 20s or never (got “immediately”)"
        ),
        (
            head + "engine: {login_at_launch: yes}\n" + body,
            "2:27: error: expected true or false (got “yes”); did you mean “true”?"
        ),
        (
            head + "device: {orientations: 3}\n" + body,
            "2:24: error: expected orientations from 1 to 2 (got “3”)"
        ),
        (
            head + "seed: -1\n" + body,
            "it can't be negative"
        ),
        (
            head + "engine: {placement: external}\n" + body,
            "2:21: error: placement external is not available yet in this version"
        ),
        (
            head + "engine: {command: [python3, engine.py]}\n" + body,
            "2:10: error: an engine's command is not available yet in this version"
        ),
        (head, "1:1: error: expected one of script, population or timer_script (got none)"),
        (
            head + body + "timer_script: [{advance: 1s}]\n",
            "3:1: error: expected one of script, population or timer_script in a file "
                + "(got “timer_script” beside “script”)"
        ),
        (body, "1:1: error: expected key “scenario” in scenario file"),
        ("scenario: A b\n" + body, "1:11: error: expected a name of a to z, 0 to 9 and hyphens"),
        (
            head + body + "expect_violations: [content-exposd]\n",
            "3:21: error: expected the name of a rule (got “content-exposd”)"
                + "; did you mean “content-exposed”?"
        ),
        (
            head + "timer_script: [{advance: 1s}]\nexpect_violations: []\n",
            "3:1: error: expected “expect_violations” only beside “script”"
        ),
        (head + body + "stable: true\n", "only beside “timer_script”"),
        ("- a\n", "1:1: error: expected scenario file: a map of"),
        ("", "1:1: error: the file is empty"),
        ("# nothing\n", "1:1: error: the file is empty"),
        (head + body + "---\nscenario: b\n", "3:1: error: a second document starts here"),
        (head + "script: [{do: launch}\n", "error: not YAML: "),
        (head + "script: *nobody\n", "2:9: error: alias *nobody names no anchor before it"),
        (head + "script: &a [*a]\n", "2:13: error: alias *a stands inside what it names"),
    ]

    @Test(arguments: table.indices) func oneError(_ index: Int) {
        let (text, error) = Self.table[index]
        let errors = errors(text)
        #expect(errors.count == 1, "\(errors)")
        #expect(errors.first?.hasPrefix("test.yaml:") == true)
        #expect(errors.first?.contains(error) == true, "\(errors)")
    }

    @Test func allErrorsAreListedInTheOrderOfTheFile() {
        let text = """
            scenario: a
            mode: fast
            timers: {queue: heap, tick: 0ms}
            device: {cover_animation: never, fuz: {}}
            script:
              - {at: 5s, after: 1s, do: lauch}
              - {at: 1s, do: [{tap: nowhere}, {overlay: {kind: allert, id: oops}}]}
              - {expect: {locked: maybe, topp: main}}
            """
        let places = errors(text).map { $0.split(separator: ":")[1...2].joined(separator: ":") }
        #expect(
            places == [
                "2:7", "3:17", "3:29", "4:27", "4:34", "6:5", "6:29", "7:25", "7:52", "8:23",
                "8:30",
            ])
    }

    @Test func errorsAreBounded() {
        let text = "scenario: a\nscript:\n" + String(repeating: "  - {do: x}\n", count: 5_000)
        let errors = errors(text)
        #expect(errors.count == 1_001)
        #expect(errors.last?.hasSuffix("more errors, not listed") == true)
    }

    @Test func aliasBombEndsInAClearError() {
        var text = "scenario: a\nx0: &x0 [a, a, a, a, a, a, a, a, a, a]\n"
        for level in 1...9 {
            let items = Array(repeating: "*x\(level - 1)", count: 10).joined(separator: ", ")
            text += "x\(level): &x\(level) [\(items)]\n"
        }
        let errors = errors(text)
        #expect(errors.count == 1)
        #expect(errors[0].contains("more than 1000000 values once aliases are expanded"))
    }

    @Test(arguments: ["[", "{a: ", "- "]) func deepNestingEndsInAClearError(_ opening: String) {
        let errors = errors("scenario: a\nscript:\n  " + String(repeating: opening, count: 500))
        #expect(errors.count == 1)
        #expect(errors[0].contains("nested more than 64 deep"), "\(errors)")
    }

    @Test func binaryTextIsNamedWithItsPlace() {
        func error(_ bytes: [UInt8]) -> String {
            do {
                _ = try ScenarioLoader().load(bytes: bytes, path: "b.yaml")
                return "none"
            } catch { return "\(error)" }
        }
        let head = Array("scenario: a\nscript: ".utf8)
        #expect(
            error(head + [0])
                == "b.yaml:2:9: error: a control character (code 0): this is no text file")
        #expect(error(head + [0x61, 0xFF]) == "b.yaml:2:10: error: not UTF-8 text")
        #expect(error([0x7F, 0x45, 0x4C, 0x46]).contains("b.yaml:1:1: error: a control character"))
        #expect(error([0xFF, 0xFE, 0x61, 0]).contains("b.yaml:1:1: error: not UTF-8 text"))
    }

    @Test func aliasesAndMergesWork() throws {
        let text = """
            scenario: a
            engine: &e {background_lock: {after: 1m}, preset: unlatched}
            script:
              - &step {after: 1s, do: [launch, home]}
              - {<<: *step, do: open}
              - *step
            """
        let steps = try script(load(text)).steps
        #expect(steps.map(\.at.nanoseconds) == [1, 2, 3].map { $0 * 1_000_000_000 })
        #expect(steps.map(\.actions.count) == [2, 1, 2])
    }
}
