import Scenarios
import TimerQueues

extension Command {
    static let timers = Command(
        name: "timers", summary: "Lists the timer queues that scenarios and --timers can name.",
        usage: "list", examples: [("locksim timers list", "")]
    ) { (arguments, console) throws(CommandError) in
        guard let action = arguments.operands.first else {
            throw .usage("expected “list” behind “timers”")
        }
        guard action == "list" else {
            let hint = Nearest.word(to: action, in: ["list"])
            throw .usage(
                "unknown action “\(action)”" + (hint.map { "; did you mean “\($0)”?" } ?? ""))
        }
        if arguments.operands.count > 1 {
            throw .usage("unexpected argument “\(arguments.operands[1])”")
        }
        return try console.print(TimersText.list)
    }
}

enum TimersText {
    static var list: String {
        let width = QueueKind.allCases.map(\.rawValue.count).max() ?? 0
        var text = ""
        for kind in QueueKind.allCases {
            let gap = String(repeating: " ", count: width - kind.rawValue.count)
            let modes = kind.modes == .both ? "virtual, live" : "live         "
            let order = kind.isStable ? "stable  " : "unstable"
            text += "\(kind.rawValue)\(gap)  \(modes)  \(order)  \(kind.summary)\n"
        }
        return text
    }
}
