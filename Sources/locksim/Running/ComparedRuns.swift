import Comparing
import Linux
import Reports
import Scenarios

/// Runs of one scenario with one or two settings, in turn, so that what changes on the machine
/// meanwhile meets both alike.
struct ComparedRuns {
    /// Those of `run` that a side can have of its own; every other name is a path in the file.
    static let options = ["timers", "wake", "seed", "workers", "mode", "time-scale"]
    static let usualCount: UInt64 = 10
    /// Of one run. A busy machine makes it invalid, which is no matter of either side.
    static let triesBound = 3

    private let file: String
    private let count: Int
    private let out: String
    private let isKept: Bool
    private let sides: [(name: String, words: [String])]

    /// What is wrong with a setting or the scenario is known before anything runs.
    init(
        _ file: String, sides names: [String], _ arguments: Arguments
    ) throws(CommandError) {
        self.file = file
        let count = try arguments.number("repeat", 1...Repetition.bound)
        self.count = Int(count ?? Self.usualCount)
        let out = arguments.value("out")
        if out == "" { throw .usage("“--out” needs a path") }
        isKept = out != nil
        let temporary = environmentVariable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        self.out = out ?? "\(temporary)/locksim-compare-\(processID)"
        var sides: [(name: String, words: [String])] = []
        for name in names {
            let words = try arguments.all(name).map(Self.word)
            try Self.check(words, file)
            sides.append((name, words))
        }
        self.sides = sides
        for side in names { try Repetition.requireNoRuns(in: folder(side)) }
    }

    func folder(_ side: String) -> String { "\(out)/\(side)" }

    /// What nobody asked to keep goes, also after a run that failed.
    func cleanUp() {
        if !isKept { try? removeFolder(out) }
    }

    /// A, B, B, A, A, B …; what can be known from one of each is asked before all others run.
    func run(
        _ console: Console, checkFirst: () throws(CommandError) -> Void
    ) throws(CommandError) {
        for number in 1...count {
            for side in number & 1 == 1 ? sides : sides.reversed() {
                console.diagnose("run \(number) of \(count), side \(side.name)")
                try run(number, side, console)
            }
            if number == 1 { try checkFirst() }
        }
    }

    /// An invalid one is run again at once; the last try is left in the folder.
    private func run(
        _ number: Int, _ side: (name: String, words: [String]), _ console: Console
    ) throws(CommandError) {
        let folder = "\(folder(side.name))/\(Repeating.name(number))"
        let words = ["--quiet", "--no-history"] + side.words + ["--", file]
        for attempt in 1...Self.triesBound {
            let code = try Repetition.one(words, out: folder, isSilent: true)
            // Violations and a threshold that it missed are measured like all else.
            if [0, Trouble.violation.rawValue, Trouble.threshold.rawValue].contains(code) {
                return
            }
            guard code == Trouble.invalid.rawValue else {
                var message = "run \(number) of side \(side.name) ended with \(code)"
                if Trouble(rawValue: code) != nil {
                    let shown = (["locksim run"] + side.words + [file]).joined(separator: " ")
                    message += "; “\(shown)” tells why"
                }
                throw .run(RunFailure(exitCode: code, message: message))
            }
            let isLast = attempt == Self.triesBound
            console.diagnose(
                "  invalid: the load generator could not keep up; "
                    + (isLast ? "left out after \(attempt) tries" : "again"))
        }
    }

    private static func word(_ setting: String) throws(CommandError) -> String {
        guard let equals = setting.firstIndex(of: "="), equals != setting.startIndex else {
            throw .usage("“--a” and “--b” need name=value (got “\(setting)”)")
        }
        let isOption = options.contains(String(setting[..<equals]))
        return isOption ? "--\(setting)" : "--set=\(setting)"
    }

    /// As “run” will see them.
    private static func check(_ words: [String], _ file: String) throws(CommandError) {
        let arguments = try Arguments(words + ["--", file], of: .run)
        let options = try RunOptions(arguments)
        if options.timers.count > 1 { throw .usage("one timer queue a side: “--a timers=NAME”") }
        let scenarios = try ScenarioSet.load(arguments.operands, options)
        guard scenarios.count == 1 else {
            throw .usage("“--run” compares runs of one scenario (\(file) has \(scenarios.count))")
        }
        try options.checkTimers(for: scenarios)
    }
}
