import Reports

/// The words of `--help`: an example first.
enum Help {
    static var overview: String {
        let width = Command.all.map(\.name.count).max() ?? 0
        var text = """
            Example: locksim run Scenarios/cases/

            locksim judges app-lock engines: it plays scripts and populations of app sessions
            against one and reports what it let through, and how late it was.

            Usage: locksim COMMAND [OPTION]... [FILE]...


            """
        for command in Command.all { text += "  \(pad(command.name, width))  \(command.summary)\n" }
        return text + "\n“locksim COMMAND --help” tells more.\n"
    }

    static func text(_ command: Command) -> String {
        var text = ""
        let lines = command.examples.map(\.line)
        let width = lines.map(\.count).max() ?? 0
        for (index, example) in command.examples.enumerated() {
            text += index == 0 ? "Example: " : "         "
            text += example.does.isEmpty ? example.line : pad(example.line, width)
            text += example.does.isEmpty ? "\n" : "   \(example.does)\n"
        }
        text += "\nUsage: locksim \(command.name)\(command.usage.isEmpty ? "" : " ")"
        text += "\(command.usage)\n\n\(command.summary)\n\n"
        let options = command.allOptions
        let names = options.map { "--\($0.name)" + ($0.placeholder.map { " \($0)" } ?? "") }
        let nameWidth = names.map(\.count).max() ?? 0
        for (name, option) in zip(names, options) {
            text += "  \(pad(name, nameWidth))  \(option.help)\n"
        }
        if !command.notes.isEmpty { text += "\n\(command.notes)\n" }
        return text
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }
}
