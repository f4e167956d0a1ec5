import Testing

@Suite struct StepErrorTests {
    /// A step and what its only error says.
    static let table: [(step: String, error: String)] = [
        ("{do: lanch}", "3:10: error: expected an action (got “lanch”); did you mean “launch”?"),
        ("{do: {home: now}}", "expected “home” without an argument (got “now”)"),
        ("{do: show}", "expected an id after “show” (got nothing)"),
        ("{do: {show: nowhere}}", "expected a name that a step of this file makes (got “nowhere”)"),
        ("{do: {dismiss: {in: mian}}}", "did you mean “main”?"),
        ("{do: {dismiss_overlay: oops}}", "a name that a step of this file makes"),
        ("{scene: side, do: home}", "3:13: error: expected a name that a step of this file makes"),
        ("{expect: {top: sheet}}", "a name that a step of this file makes"),
        ("{expect: {levels: {sheet: 1}}}", "3:24: error: expected a name that a step"),
        ("{do: {launch: {logged: true}}}", "did you mean “logged_in”?"),
        ("{do: {touch: {phase: begin}}}", "did you mean “began”?"),
        ("{do: {touch: {phase: began, finger: 10}}}", "expected finger from 0 to 9 (got “10”)"),
        ("{do: {touch: []}}", "expected one to 10 fingers (got a list)"),
        (
            "{do: {touch: [{phase: began}, {phase: moved}]}}",
            "expected each finger once in an event"
        ),
        ("{do: {window: {id: w, level: alrt+1}}}", "expected a level such as alert+1 or 1000"),
        ("{do: {window: {id: w, frame: [0, 0, 1]}}}", "expected [x, y, width, height]"),
        ("{do: {window: {level: 1}}}", "expected key “id” in window"),
        ("{do: {set_wall: {shift: 1h, to: 2026-01-01T08:00:00Z}}}", "expected one of shift and to"),
        ("{do: {set_wall: {to: 2026-02-30T08:00:00Z}}}", "expected an instant such as"),
        ("{do: {authenticate: sucess}}", "did you mean “success”?"),
        ("{do: {entry: {kind: url}}}", "expected key “id” in entry"),
        ("{do: {unlock_device: {to: app}}}", "expected home (got “app”)"),
        ("{at: 1s, after: 1s, do: home}", "expected one of at and after in a step (got both)"),
        ("{after: 999999999h, do: home}", "; too large"),
        ("{after: 2562048h, do: home}", "3:13: error: expected an instant within 292 years"),
        ("{at: 2562048h, do: home}", "3:10: error: expected an instant within 292 years"),
        ("{after: 0.0000000001s, do: home}", "; finer than can be counted exactly"),
        ("{}", "expected a step of at, after, scene, do or expect (got a map)"),
        ("launch", "expected step: a map of at, after, scene, do or expect (got “launch”)"),
        ("{do: {home: , open: }}", "expected an action: a word, or a map of one action"),
        ("{expect: {prompts: -1}}", "it can't be negative"),
        ("{expect: {exposure: \"< 5\"}}", "; the unit is missing"),
        (
            "{expect: {observed: [UIApplicationDidBecomeActiveNotificaton]}}",
            "did you mean “UIApplicationDidBecomeActiveNotification”?"
        ),
    ]

    @Test(arguments: table.indices) func oneError(_ index: Int) {
        let (step, error) = Self.table[index]
        let errors = stepErrors(step)
        #expect(errors.count == 1, "\(errors)")
        #expect(errors.first?.contains(error) == true, "\(errors)")
    }

    @Test func timeNeverGoesBack() {
        let errors = stepErrors("{at: 5s, do: launch}\n  - {at: 4.999s, do: home}")
        #expect(errors.count == 1)
        #expect(errors[0].hasPrefix("test.yaml:4:10: error: expected an instant not before"))
    }

    @Test func timerScriptErrors() {
        func errors(_ steps: String) -> [String] {
            allErrors("scenario: a\ntimer_script: [\(steps)]\n")
        }
        #expect(errors("{arm: {id: a}}")[0].contains("expected one of in and at in arm"))
        #expect(errors("{arm: {id: a, in: 1s}}, {cancel: b}")[0].contains("(got “b”)"))
        #expect(errors("{advnce: 1s}")[0].contains("did you mean “advance”?"))
        #expect(
            errors("{on_fire: {id: a, do: [{advance: 1s}]}}")[0]
                .contains("expected arm, rearm or cancel"))
        #expect(errors("{expect: {memory_growth: 1}}")[0].contains("the unit is missing"))
    }
}

private func allErrors(_ text: String) -> [String] { errors(text) }
