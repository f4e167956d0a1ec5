import Reports
import Scenarios
import TimerQueues
import TimerSubjects

extension Command {
    static let timers = Command(
        name: "timers", summary: "Lists the timer queues, or measures them.",
        usage: "list | bench [OPTION]...",
        examples: [
            ("locksim timers list", "those that scenarios and --timers can name"),
            ("locksim timers bench", "all of them, in some minutes"),
            ("locksim timers bench --queues lazy-wheel,libev --sessions 1000000", ""),
            ("locksim timers bench --operation mixed --baseline uv-timer --json", ""),
        ],
        options: BenchCommand.options, notes: BenchCommand.notes
    ) { (arguments, console) throws(CommandError) in
        guard let action = arguments.operands.first else {
            throw .usage("expected “list” or “bench” behind “timers”")
        }
        guard ["list", "bench"].contains(action) else {
            let hint = Nearest.word(to: action, in: ["list", "bench"])
            throw .usage(
                "unknown action “\(action)”" + (hint.map { "; did you mean “\($0)”?" } ?? ""))
        }
        if arguments.operands.count > 1 {
            throw .usage("unexpected argument “\(arguments.operands[1])”")
        }
        if action == "bench" {
            return try BenchCommand(arguments, console).run()
        }
        if let option = BenchCommand.options.first(where: { arguments.has($0.name) }) {
            throw .usage("“--\(option.name)” is for “timers bench”")
        }
        return try console.print(TimersText.list(console.style))
    }
}

enum TimersText {
    static func list(_ style: Style) -> String {
        let width = QueueKind.allCases.map(\.rawValue.count).max() ?? 0
        var text = ""
        for kind in QueueKind.allCases {
            let gap = String(repeating: " ", count: width - kind.rawValue.count)
            let modes = kind.modes == .both ? "virtual, live" : "live         "
            let order = kind.isStable ? "stable  " : "unstable"
            let facts = "\(kind.rawValue)\(gap)  \(modes)  \(order)  "
            let line = facts + kind.summary + (place(of: kind).map { " (\($0))" } ?? "")
            text += style.folded(line, indent: facts.count) + "\n"
        }
        let isThere = PeersProgram.path() != nil
        let rest =
            "The bench measures uv-timer, uv-lazy and timerfd in \(PeersProgram.name), too"
            + (isThere ? "." : ", which is not there.")
        return text + "\n" + style.folded(rest, indent: 0) + "\n"
    }

    /// Where it is to be had, nil where that is this program.
    private static func place(of kind: QueueKind) -> String? {
        switch kind.home {
        case .here: nil
        case .peers:
            PeersProgram.path() == nil
                ? "in \(PeersProgram.name), which is not there" : "in \(PeersProgram.name)"
        case .missing: kind.absence
        }
    }
}
