import Comparing
import Linux
import Reports
import Scenarios

/// What a command line says about a comparison.
struct CompareOptions {
    enum Sides {
        case folders(String, String)
        case runs(ComparedRuns)
        case noise(String)
    }

    var sides: Sides
    var comparison = RunComparison.Options()
    var markdownFile: String?
    var printsJSON = false
    var isStrict = false

    static let all: [Command.Option] = [
        .init("gate", "METRIC=5%", "judges this metric, from that change on; can be repeated"),
        .init("minimum-effect", "2%", "the least change that matters where no gate says it"),
        .init("strict", nil, "exit code 3 where it can't be told"),
        .init("noise-floor", nil, "of one set: the change that chance alone shows"),
        .init("allow-different", "scenario|host,...", "compares in spite of another one"),
        .init(
            "run", "FILE", "runs this scenario for both sides, in turn", values: .scenarioFiles),
        .init("a", "NAME=VALUE", "of side A's runs: timers, or a path in the file; repeatable"),
        .init("b", "NAME=VALUE", "of side B's runs"),
        .init("repeat", "N", "runs of each side, 10 if not given"),
        .init("out", "DIR", "keeps their results there, in a and b"),
        .init("markdown", "FILE", "writes the table there"),
        .init("json", nil, "prints JSON instead of the table"),
    ]

    init(_ arguments: Arguments) throws(CommandError) {
        sides = try Self.sides(arguments)
        for text in arguments.all("gate") { comparison.gates.append(try Self.gate(text)) }
        if let text = arguments.value("minimum-effect") {
            comparison.minimumEffect = try Self.share(text, "--minimum-effect")
        }
        for list in arguments.all("allow-different") {
            for name in list.split(separator: ",", omittingEmptySubsequences: false) {
                comparison.allowed.insert(try Self.difference(String(name)))
            }
        }
        markdownFile = arguments.value("markdown")
        if markdownFile == "" { throw .usage("“--markdown” needs a path") }
        printsJSON = arguments.has("json")
        isStrict = arguments.has("strict")
    }

    private static func sides(_ arguments: Arguments) throws(CommandError) -> Sides {
        let operands = arguments.operands
        if let file = arguments.value("run") {
            guard operands.isEmpty else {
                throw .usage("“--run” makes its own results: unexpected “\(operands[0])”")
            }
            return .runs(try ComparedRuns(file, arguments))
        }
        for name in ["a", "b", "repeat", "out"] where arguments.has(name) {
            throw .usage("“--\(name)” goes with “--run FILE”")
        }
        if arguments.has("noise-floor") {
            guard operands.count == 1 else { throw .usage("“--noise-floor” is of one set of runs") }
            return .noise(operands[0])
        }
        guard operands.count == 2 else {
            throw .usage("expected two files or folders of results (got \(operands.count))")
        }
        return .folders(operands[0], operands[1])
    }

    private static func gate(_ text: String) throws(CommandError) -> RunComparison.Gate {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .usage("“--gate” needs METRIC=5% (got “\(text)”)") }
        let name = String(parts[0])
        guard ComparedMetric.isKnown(name) else {
            let hint = ComparedMetric.nearest(to: name).map { "; did you mean “\($0)”?" }
            throw .usage("no metric “\(name)” to compare\(hint ?? "; see “locksim metrics”")")
        }
        return .init(name: name, effect: try share(String(parts[1]), "--gate \(name)"))
    }

    /// `5%`, `0.5%`.
    private static func share(_ text: String, _ option: String) throws(CommandError) -> Double {
        let digits = text.dropLast()
        let isPlain = digits.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
        guard text.hasSuffix("%"), isPlain, let percent = Double(digits), percent <= 1000 else {
            throw .usage("“\(option)” needs a share such as 5% (got “\(text)”)")
        }
        return percent / 100
    }

    private static func difference(
        _ name: String
    ) throws(CommandError) -> RunComparison.Difference {
        if let difference = RunComparison.Difference(rawValue: name) { return difference }
        let names = RunComparison.Difference.allCases.map(\.rawValue)
        let hint = Nearest.word(to: name, in: names).map { "; did you mean “\($0)”?" }
        throw .usage(
            "“--allow-different” takes \(names.joined(separator: ", ")) (got “\(name)”)"
                + (hint ?? ""))
    }
}

/// Runs of one scenario with two settings, in turn, so that what changes on the machine meanwhile
/// meets both alike.
struct ComparedRuns {
    /// Those of `run` that a side can have of its own; every other name is a path in the file.
    static let options = ["timers", "wake", "seed", "workers", "mode"]
    static let usualCount: UInt64 = 10

    private let file: String
    private let count: Int
    private let out: String
    private let isKept: Bool
    private let words: [(side: String, words: [String])]

    init(_ file: String, _ arguments: Arguments) throws(CommandError) {
        self.file = file
        let count = try arguments.number("repeat", 1...Repetition.bound)
        self.count = Int(count ?? Self.usualCount)
        let out = arguments.value("out")
        if out == "" { throw .usage("“--out” needs a path") }
        isKept = out != nil
        let temporary = environmentVariable("TMPDIR") ?? "/tmp"
        self.out = out ?? "\(temporary)/locksim-compare-\(processID)"
        var words: [(side: String, words: [String])] = []
        for side in ["a", "b"] {
            words.append((side, try arguments.all(side).map(Self.word)))
        }
        self.words = words
    }

    func folder(_ side: String) -> String { "\(out)/\(side)" }

    /// What nobody asked to keep goes, also after a run that failed.
    func cleanUp() {
        if !isKept { try? removeFolder(out) }
    }

    /// A, B, B, A, A, B …
    func run(_ console: Console) throws(CommandError) {
        for number in 1...count {
            for side in number & 1 == 1 ? words : words.reversed() {
                let folder = "\(folder(side.side))/\(Repeating.name(number))"
                console.diagnose("run \(number) of \(count), side \(side.side)")
                let words = ["--quiet", "--no-history"] + side.words + ["--", file]
                let code = try Repetition.one(words, out: folder, isSilent: true)
                // A run that was no evidence is left out later; a threshold it missed is no matter.
                guard [0, 98, 99].contains(code) else {
                    throw .run(
                        RunFailure(
                            exitCode: code, message: "a run of side \(side.side) ended with \(code)"
                        ))
                }
            }
        }
    }

    private static func word(_ setting: String) throws(CommandError) -> String {
        guard let equals = setting.firstIndex(of: "="), equals != setting.startIndex else {
            throw .usage("“--a” and “--b” need name=value (got “\(setting)”)")
        }
        let isOption = options.contains(String(setting[..<equals]))
        return isOption ? "--\(setting)" : "--set=\(setting)"
    }
}
