import Chronology
import Comparing
import ScenarioFiles
import Scenarios

/// What a command line says about a comparison.
struct CompareOptions {
    enum Sides {
        case folders(String, String)
        case runs(ComparedRuns)
        case noise(String)
        case noiseOfRuns(ComparedRuns)
    }

    var sides: Sides
    var comparison = RunComparison.Options()
    var markdownFile: String?
    var printsJSON = false
    var isStrict = false

    static let all: [Command.Option] = [
        .init(
            "gate", "METRIC=5%",
            "judges this metric, from that change on, or from an amount: +200us; repeatable"),
        .init("minimum-effect", "2%", "the least change that matters where no gate says it"),
        .init("strict", nil, "exit code 3 where it can't be told"),
        .init(
            "noise-floor", nil, "of one set, or of --run FILE: the change that chance alone shows"),
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
        let isNoise = arguments.has("noise-floor")
        if isNoise {
            for name in ["gate", "minimum-effect", "strict", "allow-different", "b"]
            where arguments.has(name) {
                throw .usage(
                    "“--noise-floor” measures one side, and judges nothing: no “--\(name)”")
            }
        }
        if let file = arguments.value("run") {
            guard operands.isEmpty else {
                throw .usage("“--run” makes its own results: unexpected “\(operands[0])”")
            }
            let runs = try ComparedRuns(file, sides: isNoise ? ["a"] : ["a", "b"], arguments)
            return isNoise ? .noiseOfRuns(runs) : .runs(runs)
        }
        for name in ["a", "b", "repeat", "out"] where arguments.has(name) {
            throw .usage("“--\(name)” goes with “--run FILE”")
        }
        if isNoise {
            guard operands.count == 1 else { throw .usage("“--noise-floor” is of one set of runs") }
            return .noise(operands[0])
        }
        guard operands.count == 2 else {
            throw .usage("expected two files or folders of results (got \(operands.count))")
        }
        return .folders(operands[0], operands[1])
    }

    // MARK: Gates

    private static func gate(_ text: String) throws(CommandError) -> RunComparison.Gate {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .usage("“--gate” needs METRIC=5% (got “\(text)”)") }
        let name = String(parts[0])
        guard ComparedMetric.isKnown(name) else { throw unknown(name) }
        let limit = String(parts[1])
        guard limit.hasPrefix("+") else {
            return .init(name: name, effect: .share(try share(limit, "--gate \(name)", of: name)))
        }
        guard let amount = amount(String(limit.dropFirst()), ComparedMetric.unit(of: name)) else {
            throw .usage(
                "“--gate \(name)” needs a share such as 5% or \(amountForm(name)) (got “\(limit)”)")
        }
        return .init(name: name, effect: .amount(amount))
    }

    private static func unknown(_ name: String) -> CommandError {
        if case .found = MetricTable.lookUp(name) {
            return .usage(
                "“\(name)” can't be a gate: more of it is neither better nor worse, or no result "
                    + "tells it")
        }
        let hint = ComparedMetric.nearest(to: name).map { "; did you mean “\($0)”?" }
        return .usage("no metric “\(name)” to compare\(hint ?? "; see “locksim metrics”")")
    }

    /// `200us`, `1MiB`, `3`, `5%`, in nanoseconds, bytes, and parts of the whole.
    private static func amount(_ text: String, _ unit: Metric.Unit) -> Double? {
        switch unit {
        case .duration: TimeSpan(spanText: text).map { Double($0.nanoseconds) }
        case .bytes: byteCount(ofSizeText: text).map { Double($0) }
        case .number, .rate: plainNumber(text[...])
        case .share: text.hasSuffix("%") ? plainNumber(text.dropLast()).map { $0 / 100 } : nil
        }
    }

    private static func amountForm(_ name: String) -> String {
        switch ComparedMetric.unit(of: name) {
        case .duration: "a duration such as +200us"
        case .bytes: "a size such as +1MiB"
        case .number, .rate: "a number such as +3"
        case .share: "points such as +5%"
        }
    }

    /// `5%`, `0.5%`. `metric`: the one whose amounts would do too.
    private static func share(
        _ text: String, _ option: String, of metric: String? = nil
    ) throws(CommandError) -> Double {
        guard text.hasSuffix("%"), let percent = plainNumber(text.dropLast()), percent <= 1000
        else {
            let other = metric.map { " or " + amountForm($0) } ?? ""
            throw .usage("“\(option)” needs a share such as 5%\(other) (got “\(text)”)")
        }
        return percent / 100
    }

    /// Digits with a point at most; what else Swift takes for a number is none here.
    private static func plainNumber(_ text: Substring) -> Double? {
        let isPlain = text.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) }
        guard isPlain, text.utf8.count <= 18 else { return nil }
        return Double(text)
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
