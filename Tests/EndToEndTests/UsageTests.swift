import Testing

@Suite struct UsageTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var line: String
        var code: Int32
        var says: String

        init(_ line: String, _ code: Int32, _ says: String) {
            self.line = line
            self.code = code
            self.says = says
        }

        var testDescription: String { line }
    }

    static let rows: [Row] = [
        Row("rnu x.yaml", 64, "did you mean \"run\"?"),
        Row("--hepl", 64, "did you mean \"--help\"?"),
        Row("help chekc", 64, "did you mean \"check\"?"),
        Row("timers lsit", 64, "did you mean \"list\"?"),
        Row("timers", 64, "expected \"list\" or \"bench\""),
        Row("timers bnech", 64, "did you mean \"bench\"?"),
        Row("timers bench all", 64, "unexpected argument \"all\""),
        Row("timers list --json", 64, "\"--json\" is for \"timers bench\""),
        Row("timers bench --queues lazy-whel", 64, "did you mean \"lazy-wheel\"?"),
        Row("timers bench --queues lazy-wheel,", 64, "unknown timer queue \"\""),
        Row("timers bench --baseline uvtimer", 64, "did you mean \"uv-timer\"?"),
        Row("timers bench --operation tuch", 64, "did you mean \"touch\"?"),
        Row("timers bench --operation fly", 64, "there are touch, arm, cancel, expire, mixed"),
        Row("timers bench --sessions 0", 64, "whole numbers from 1 to 100000000 (got \"0\")"),
        Row("timers bench --sessions 10,x", 64, "(got \"x\")"),
        Row("timers bench --sessions 99999999999", 64, "whole numbers from 1 to 100000000"),
        Row("timers bench --repeats 0", 64, "whole number from 1 to 1000 (got \"0\")"),
        Row("timers bench --tick 0ms", 64, "longer than nothing (got \"0ms\")"),
        Row("timers bench --tick 5", 64, "a span such as 1ms (got \"5\")"),
        Row("timers bench --json --csv", 64, "choose one"),
        Row("timers bench --seed x", 64, "whole number from 0"),
        Row("run", 64, "expected a scenario file or folder"),
        Row("run --sede 3 \(goodCase)", 64, "did you mean \"--seed\"?"),
        Row("run --zzzzzz \(goodCase)", 64, "unknown option \"--zzzzzz\""),
        Row("run -x \(goodCase)", 64, "unknown option \"-x\""),
        Row("run \(goodCase) --seed", 64, "\"--seed\" needs a value: --seed N"),
        Row("run \(goodCase) --seed --json", 64, "\"--seed\" needs a value"),
        Row("run \(goodCase) --seed=-1", 64, "whole number from 0 (got \"-1\")"),
        Row("run \(goodCase) --workers 0", 64, "from 1 to 1024"),
        Row("run \(goodCase) --json=yes", 64, "takes no value"),
        Row("run \(goodCase) --mode slow", 64, "virtual or live"),
        Row("run \(goodCase) --wake bell", 64, "timerfd, uv or spin"),
        Row("run \(goodCase) --set timers.wake=uvv", 65, "did you mean"),
        Row("run \(goodCase) --set seed", 64, "path=value"),
        Row("run \(goodCase) --time-scale 0", 64, "above 0"),
        Row("run \(goodCase) --timers wheel,sorted-aray", 64, "unknown timer queue \"wheel\""),
        Row("run \(goodCase) --timers sorted-aray", 64, "did you mean \"sorted-array\"?"),
        Row("metrics all", 64, "unexpected argument \"all\""),
        Row("run nowhere.yaml", 66, "nowhere.yaml: error: no such file"),
        Row("run -- --json", 66, "--json: error: no such file"),
        Row("run Sources", 66, "no scenario files"),
        Row("run /dev/null/x.yaml", 66, "no such file"),
        Row("run \(goodCase) --set nonsense=1", 65, "--set nonsense=1:1:1: error"),
        Row("run \(goodCase) --out \(goodCase)", 74, "Not a directory"),
        Row("run \(goodCase) --out /dev/null/x", 74, "Not a directory"),
        Row("run \(goodCase) --out /proc/x", 74, "No such file"),
        Row("run \(goodCase) --junit /dev/full", 74, "No space left"),
        Row("run \(goodCase) --junit /proc/x", 74, "No such file"),
    ]

    @Test(arguments: rows)
    func aClearMessageAndItsCode(row: Row) throws {
        let outcome = try Program.run(row.line.split(separator: " ").map(String.init))
        #expect(outcome.code == row.code)
        #expect(outcome.errors.contains(row.says), "\(outcome.errors)")
    }

    @Test func badFilesAre65() throws {
        let folder = try Folder()
        let bomb =
            "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
            + (1...9).map { index in
                let items = Array(repeating: "*a\(index - 1)", count: 10).joined(separator: ", ")
                return "a\(index): &a\(index) [\(items)]\n"
            }.joined()
        let files = [
            try folder.write("key.yaml", failingCase.replacing("engine:", with: "enigne:")),
            try folder.write("large.yaml", String(repeating: "# much too long\n", count: 655_360)),
            try folder.write("binary.yaml", "scenario: x\u{0}\u{1}\u{2}\n"),
            try folder.write("bomb.yaml", bomb),
            try folder.write("empty.yaml", ""),
        ]
        for file in files {
            for command in ["run", "check"] {
                let outcome = try Program.run([command, file])
                #expect(outcome.code == 65, "\(file)")
                #expect(outcome.errors.hasPrefix("\(file):"))
                #expect(outcome.output.isEmpty)
            }
        }
        #expect(try Program.run(["run", files[0]]).errors.contains("engine"))
        let all = try Program.run(["run"] + files)
        #expect(all.code == 65)
        for file in files { #expect(all.errors.contains(file)) }
    }

    @Test(arguments: [
        "$L metrics >&-", "$L metrics >/dev/full", "$L version >/dev/full",
        "$L run \(goodCase) >&-", "$L run --json \(goodCase) >/dev/full",
        "$L check \(goodCase) >&-", "$L help >/dev/full 2>&-",
    ])
    func closedAndFullOutputsAre74(line: String) throws {
        let outcome = try Program.shell(line)
        #expect(outcome.code == 74)
        if !line.contains("2>&-") { #expect(outcome.errors.contains("locksim: write stdout:")) }
    }

    /// As `yes | head -1`: of SIGPIPE, without a word.
    @Test(arguments: [
        "timers list", "metrics", "run \(goodCase)", "run Scenarios/cases/seeds", "help", "man",
        "run --json \(goodCase)", "check Scenarios/quickstart.yaml", "completion bash", "schema",
        "timers bench --queues lazy-wheel --sessions 10 --operation arm --repeats 1 --quiet",
        "run Scenarios/morning-rush.yaml --set population.sessions=20 --quiet --json",
    ])
    func aReaderWhoIsGoneEndsItQuietly(line: String) throws {
        let outcome = try Program.shell(
            "set -o pipefail; { sleep 0.2; exec $L \(line); } | true; echo $?")
        #expect(outcome.output == "141\n")
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    }

    /// What was asked for beside it is there all the same.
    @Test func aReaderWhoIsGoneLeavesTheFiles() throws {
        let folder = try Folder()
        let outcome = try Program.shell(
            "{ sleep 0.2; exec $L run \(goodCase) --out \(folder.path("out")); } | true")
        #expect(outcome.errors.isEmpty)
        let text = try String(contentsOfFile: folder.path("out/result.json"), encoding: .utf8)
        #expect(text.contains("\"verdict\": \"pass\""))
    }

    @Test func aReaderOfTheHistoryWhoIsGoneEndsItQuietly() throws {
        let folder = try Folder()
        let outcome = try Program.shell(
            "set -o pipefail; export XDG_STATE_HOME=\(folder.path()) LOCKSIM_HISTORY=on;"
                + " $L run Scenarios/morning-rush.yaml --set population.sessions=20 >&2;"
                + " $L history list; { sleep 0.2; exec $L history list; } | true; echo $?")
        #expect(outcome.output.contains("morning-rush") && outcome.output.hasSuffix("\n141\n"))
        #expect(!outcome.errors.contains("locksim: "), "\(outcome.errors)")
    }

    static let timerCase = "Scenarios/cases/timers/t07-more-than-31-bits-of-milliseconds.yaml"

    @Test(arguments: [
        ("\(timerCase) --mode live", ["mode"]), ("\(timerCase) --seed 4", ["seed"]),
        ("\(timerCase) --workers 2 --wake uv --time-scale 3", ["workers", "wake", "time-scale"]),
        ("\(goodCase) --timers lazy-wheel --wake spin", ["timers", "wake"]),
        ("\(goodCase) \(timerCase) --seed 4 --timers lazy-wheel --mode virtual", []),
        ("Scenarios/cases/seeds --workers 2 --seed 3", []),
    ])
    func whatChangesNothingIsSaid(line: String, options: [String]) throws {
        let outcome = try Program.run(["run"] + line.split(separator: " ").map(String.init))
        #expect(outcome.code == 0)
        let said = outcome.errors.split(separator: "\n").map(String.init)
        #expect(said.count == options.count, "\(outcome.errors)")
        for (option, words) in zip(options, said) {
            #expect(words.hasPrefix("locksim: warning: \"--\(option)\" changes nothing here"))
        }
    }

    @Test func aClosedInputAndClosedErrorsDoNoHarm() throws {
        let outcome = try Program.shell("$L run \(goodCase) --quiet <&- 2>&-")
        #expect(outcome.code == 0)
        #expect(outcome.output.isEmpty)
    }
}
