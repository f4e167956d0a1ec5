import History
import Linux
import Scenarios

/// What a command line asks of the history.
struct HistoryOptions {
    enum Action {
        case list(scenario: String?, atMost: Int)
        case show(Int64)
        case trend(
            metric: String, scenario: String?, allowed: Set<Trend.Difference>, bound: Int?,
            htmlFile: String?)
        case prune(HistoryStore.Pruning, scenario: String?, isRehearsal: Bool)
    }

    /// Runs that `list` shows without `--limit`.
    static let usualLimit: UInt64 = 20

    var action: Action
    var printsJSON: Bool

    static let all: [Command.Option] = [
        .init("scenario", "NAME", "list, trend, prune: of this scenario alone"),
        .init("limit", "N", "list, trend: the newest N, \(usualLimit) of a list if not given"),
        .init("metric", "METRIC", "trend: of this metric"),
        .init("allow-different", "scenario|host", "trend: also of other files or hosts: a,b"),
        .init("html", "FILE", "trend: writes it there as a page too"),
        .init("keep", "N", "prune: all but the newest N of each scenario"),
        .init("older-than", "AGE", "prune: what is older, such as 90d, 12h or 8w"),
        .init("dry-run", nil, "prune: counts, and removes nothing"),
        .init("json", nil, "list, show, trend: prints JSON"),
    ]

    private static let actions: [(name: String, options: Set<String>)] = [
        ("list", ["scenario", "limit", "json"]),
        ("show", ["json"]),
        ("trend", ["scenario", "limit", "metric", "allow-different", "html", "json"]),
        ("prune", ["scenario", "keep", "older-than", "dry-run"]),
    ]

    init(_ arguments: Arguments) throws(CommandError) {
        let name = try Self.actionName(arguments)
        let scenario = arguments.value("scenario")
        let limit = try arguments.number("limit", 1...1_000_000)
        printsJSON = arguments.has("json")
        switch name {
        case "list":
            action = .list(scenario: scenario, atMost: Int(limit ?? Self.usualLimit))
        case "show": action = .show(try Self.identity(arguments))
        case "trend":
            guard let metric = arguments.value("metric") else {
                throw .usage("“history trend” needs “--metric METRIC”; see “locksim metrics”")
            }
            let html = arguments.value("html")
            if html == "" { throw .usage("“--html” needs a path") }
            if let limit, limit < 2 { throw .usage("a trend needs at least two runs") }
            action = .trend(
                metric: metric, scenario: scenario, allowed: try Self.allowed(arguments),
                bound: limit.map { Int($0) }, htmlFile: html)
        default:
            action = .prune(
                try Self.pruning(arguments), scenario: scenario,
                isRehearsal: arguments.has("dry-run"))
        }
    }

    /// Checks that nothing is given that belongs to another.
    private static func actionName(_ arguments: Arguments) throws(CommandError) -> String {
        let names = actions.map(\.name)
        guard let name = arguments.operands.first else {
            throw .usage("expected list, show, trend or prune behind “history”")
        }
        guard let action = actions.first(where: { $0.name == name }) else {
            let hint = Nearest.word(to: name, in: names).map { "; did you mean “\($0)”?" }
            throw .usage("unknown action “\(name)”" + (hint ?? ""))
        }
        for option in all where arguments.has(option.name) && !action.options.contains(option.name)
        {
            throw .usage("“--\(option.name)” is not for “history \(name)”")
        }
        if arguments.operands.count > (name == "show" ? 2 : 1) {
            throw .usage("unexpected argument “\(arguments.operands[name == "show" ? 2 : 1])”")
        }
        return name
    }

    private static func identity(_ arguments: Arguments) throws(CommandError) -> Int64 {
        guard let text = arguments.operands.dropFirst().first else {
            throw .usage("“history show” needs the number of a run; see “locksim history list”")
        }
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isPlain, let id = Int64(text), id > 0 else {
            throw .usage("the number of a run is a whole number above 0 (got “\(text)”)")
        }
        return id
    }

    private static func allowed(
        _ arguments: Arguments
    ) throws(CommandError) -> Set<Trend.Difference> {
        var allowed: Set<Trend.Difference> = []
        for list in arguments.all("allow-different") {
            for name in list.split(separator: ",", omittingEmptySubsequences: false) {
                guard let difference = Trend.Difference(rawValue: String(name)) else {
                    throw .usage("“--allow-different” takes scenario, host (got “\(name)”)")
                }
                allowed.insert(difference)
            }
        }
        return allowed
    }

    private static func pruning(
        _ arguments: Arguments
    ) throws(CommandError) -> HistoryStore.Pruning {
        let keep = try arguments.number("keep", 0...1_000_000_000)
        switch (keep, arguments.value("older-than")) {
        case (let count?, nil): return .keep(Int(count))
        case (nil, let age?):
            let now = Clock.realtime.now() / 1_000_000
            return .before(now - min(try milliseconds(age), now))
        case (nil, nil), (_?, _?):
            throw .usage("“history prune” needs either “--keep N” or “--older-than 90d”")
        }
    }

    /// `90d`, `12h`, `8w`.
    private static func milliseconds(_ age: String) throws(CommandError) -> UInt64 {
        let hours: [Character: UInt64] = ["h": 1, "d": 24, "w": 168]
        let digits = age.dropLast()
        let isPlain = digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard let unit = age.last.flatMap({ hours[$0] }), isPlain, let count = UInt64(digits),
            count <= 1_000_000
        else {
            throw .usage("“--older-than” needs an age such as 90d, 12h or 8w (got “\(age)”)")
        }
        return count * unit * 3_600_000
    }
}
