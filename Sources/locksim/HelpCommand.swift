import Scenarios

extension Command {
    static let help = Command(
        name: "help", summary: "Tells how to use a command.", usage: "[COMMAND]",
        examples: [("locksim help run", "")]
    ) { (arguments, console) throws(CommandError) in
        guard let name = arguments.operands.first else {
            return try console.print(Help.overview(console.style))
        }
        guard let command = Command.all.first(where: { $0.name == name }) else {
            let hint = Nearest.word(to: name, in: Command.all.map(\.name))
            throw .usage(
                "unknown command “\(name)”" + (hint.map { "; did you mean “\($0)”?" } ?? ""))
        }
        return try console.print(Help.text(command, console.style))
    }
}
