import Testing

@Suite struct CompletionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var line: String
        var words: Set<String>

        init(_ line: String, _ words: Set<String>) {
            self.line = line
            self.words = words
        }

        var testDescription: String { line }
    }

    /// What is proposed at the end of a line. Zsh shows a path's last part, bash what follows the
    /// last equals sign: so lines and words here are compared by their ends.
    static let rows: [Row] = [
        Row("locksim ru", ["run"]),
        Row("locksim vers", ["version"]),
        Row("locksim run --se", ["--seed", "--session", "--set"]),
        Row("locksim run x.yaml --dry", ["--dry-run"]),
        Row("locksim run --mode ", ["virtual", "live"]),
        Row("locksim run --mode=v", ["virtual"]),
        Row("locksim run --timers lazy", ["lazy-wheel"]),
        Row(
            "locksim run --timers lazy-wheel,c",
            ["lazy-wheel,coarse-wheel", "lazy-wheel,chunked-wheel"]),
        Row("locksim run --set engine.pre", ["engine.preset=", "engine.presentation="]),
        Row("locksim run --set engine.preset=s000", ["s000-window", "s000-root"]),
        Row("locksim run --set thresholds.0=unlo", ["unlocks", "unlocks.rate"]),
        Row("locksim timers ", ["list", "bench"]),
        Row("locksim completion ", ["bash", "zsh", "fish"]),
        Row("locksim schema s", ["scenario"]),
        Row("locksim help compl", ["completion"]),
        Row("locksim check Scenarios/q", ["quickstart.yaml"]),
        Row("locksim run Scenarios/cas", ["cases"]),
        Row("locksim run --out Scen", ["Scenarios"]),
        Row("locksim run --out=Scen", ["Scenarios"]),
        Row("locksim run --seed ", []),
        Row("locksim schema r", ["result"]),
        Row("locksim report Scenarios/cas", ["cases"]),
        Row("locksim report Scenarios --html READ", ["README.md"]),
        Row("locksim compare Scenarios/cas", ["cases"]),
        Row("locksim compare --gate rss", ["rss.max="]),
        Row("locksim compare --allow-different scenario,", ["scenario,host"]),
        Row("locksim compare --run Scenarios/qui", ["quickstart.yaml"]),
        Row("locksim compare --a wak", ["wake="]),
        Row("locksim compare --a timers=lazy", ["lazy-wheel"]),
        Row("locksim compare --b engine.preset=s000", ["s000-window", "s000-root"]),
        Row("locksim history ", ["list", "show", "trend", "prune"]),
        Row("locksim history trend --metric rss.ma", ["rss.max"]),
        Row("locksim history trend --allow-different h", ["host"]),
        Row("locksim timers bench --queues uv-timer,lazy", ["uv-timer,lazy-wheel"]),
        Row("locksim timers bench --operation touch,m", ["touch,mixed"]),
        Row("locksim timers bench --baseline uv", ["uv-timer", "uv-lazy"]),
    ]

    @Test(arguments: ["bash", "zsh", "fish"], rows)
    func shellsPropose(shell: String, row: Row) throws {
        guard Helpers.program(shell) else { return }
        let outcome = try Helpers.run(shell, "complete.\(shell)", ["'\(row.line)'"])
        var words = outcome.output.split(separator: "\n").map { word in
            var word = word[...]
            while word.last == "/" { word.removeLast() }
            if let slash = word.lastIndex(of: "/") { word = word[word.index(after: slash)...] }
            if !row.words.contains(String(word)), let equals = word.lastIndex(of: "=") {
                word = word[word.index(after: equals)...]
            }
            return String(word)
        }
        words.removeAll { $0.isEmpty }
        if row.line.contains(".pre") { words = words.filter { !$0.contains(".window") } }
        #expect(Set(words) == row.words, "\(outcome.output)\(outcome.errors)")
    }

    @Test(
        .enabled(
            if: ["bash", "zsh", "fish"].allSatisfy { Helpers.program($0) },
            "scripts/test-helpers installs zsh and fish"))
    func everyShellWasThere() {}

    @Test func wordsComeFromTheTableOfCommands() throws {
        let commands = try Program.run(["complete", "--", ""]).output
        let overview = try Program.run(["help"]).output
        for line in overview.split(separator: "\n") where line.hasPrefix("  ") {
            let name = line.split(separator: " ")[0]
            #expect(commands.contains("\n\(name)\t"), "\(name)")
            let options = try Program.run(["complete", "--", String(name), "--"]).output
            for help in try Program.run(["help", String(name)]).output.split(separator: "\n") {
                guard help.hasPrefix("  --") else { continue }
                #expect(options.contains("\n\(help.split(separator: " ")[0])\t"))
            }
        }
    }

    /// What a person makes up alone, and nobody can propose.
    static let free: Set = ["N", "N,...", "X", "SPAN", "AGE", "2%", "NAME"]

    @Test func everyValueThatCanBeProposedIs() throws {
        var proposed = 0
        let overview = try Program.run(["help"]).output
        for line in overview.split(separator: "\n") where line.hasPrefix("  ") {
            let command = String(line.split(separator: " ")[0])
            for help in try Program.run(["help", command]).output.split(separator: "\n") {
                guard help.hasPrefix("  --") else { continue }
                let words = help.split(separator: " ", omittingEmptySubsequences: false).dropFirst(
                    2)
                let placeholder = String(words.dropFirst().first ?? "")
                if placeholder.isEmpty || Self.free.contains(placeholder) { continue }
                let option = String(words.first ?? "")
                let lines = try Program.run(["complete", "--", command, option, ""]).output
                    .split(separator: "\n")
                #expect(lines.count > 1 || lines.first?.hasPrefix("none") == false, "\(help)")
                proposed += 1
            }
        }
        #expect(proposed > 30)
    }

    @Test func unknownShellsAreRefused() throws {
        #expect(try Program.run(["completion"]).errors.contains("expected a shell"))
        #expect(try Program.run(["completion", "bsah"]).errors.contains("mean \"bash\"?"))
        #expect(try Program.run(["completion", "tcsh"]).code == 64)
    }
}
