import Reports

/// The words of `--help`: an example first.
enum Help {
    static func overview(_ style: Style) -> String {
        let width = Command.all.map(\.name.count).max() ?? 0
        var text = """
            Example: locksim run Scenarios/cases/

            locksim judges app-lock engines: it plays scripts and populations of app sessions
            against one and reports what it let through, and how late it was.

            Usage: locksim COMMAND [OPTION]... [FILE]...


            """
        for command in Command.all {
            let line = "  \(pad(command.name, width))  \(command.summary)"
            text += style.folded(line, indent: width + 4) + "\n"
        }
        text += "\n“locksim COMMAND --help” tells more.\n"
        return style.folded(style.spelled(text), indent: 0)
    }

    static func text(_ command: Command, _ style: Style) -> String {
        var text = ""
        let lines = command.examples.map(\.line)
        let width = lines.map(\.count).max() ?? 0
        for (index, example) in command.examples.enumerated() {
            var line = index == 0 ? "Example: " : "         "
            line += example.does.isEmpty ? example.line : pad(example.line, width)
            line += example.does.isEmpty ? "" : "   \(example.does)"
            text += style.folded(line, indent: width + 12) + "\n"
        }
        let usage = "Usage: locksim \(command.name)\(command.usage.isEmpty ? "" : " ")"
        text += "\n" + style.folded(usage + command.usage, indent: 7)
        text += "\n\n\(style.folded(command.summary, indent: 0))\n\n"
        let options = command.allOptions
        let names = options.map { "--\($0.name)" + ($0.placeholder.map { " \($0)" } ?? "") }
        let nameWidth = names.map(\.count).max() ?? 0
        for (name, option) in zip(names, options) {
            let line = "  \(pad(name, nameWidth))  \(option.help)"
            text += style.folded(line, indent: nameWidth + 4) + "\n"
        }
        if !command.notes.isEmpty { text += "\n\(style.folded(command.notes, indent: 0))\n" }
        return style.spelled(text)
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }
}
