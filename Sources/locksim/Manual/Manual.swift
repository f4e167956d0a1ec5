import Reports

/// The manual page, made of the tables the program works by.
enum Manual {
    static var text: String {
        var page = ManualPage()
        page.macro("Dd", Version.date)
        page.macro("Dt", "LOCKSIM", "1")
        page.macro("Os")
        name(&page)
        commands(&page)
        page.section("ENVIRONMENT")
        page.list(FactTables.environment.map { ("Ev", $0.name, $0.means) })
        page.section("FILES")
        page.list(FactTables.files.map { ("Pa", $0.name, $0.means) })
        page.section("EXIT STATUS")
        page.list(FactTables.exitCodes.map { ("Li", $0.name, $0.means) })
        page.words(FactTables.exitOrder)
        examples(&page)
        page.section("DIAGNOSTICS")
        page.words(FactTables.diagnostics)
        page.section("STANDARDS")
        page.words(FactTables.standards)
        return page.text
    }

    private static func name(_ page: inout ManualPage) {
        page.section("NAME")
        page.macro("Nm", "locksim")
        page.macro("Nd", "judge app locks on simulated phones")
        page.section("SYNOPSIS")
        page.macro("Nm")
        page.macro("Ar", "command")
        page.raw(".Op Ar option ...")
        page.raw(".Op Ar")
        page.section("DESCRIPTION")
        page.macro("Nm")
        page.words(FactTables.description)
    }

    private static func commands(_ page: inout ManualPage) {
        page.section("COMMANDS")
        for command in Command.all {
            page.subsection("locksim \(command.name)")
            page.macro("Nm")
            page.macro("Cm", command.name)
            page.usage(command.usage)
            page.macro("Pp")
            page.words(command.summary)
            if !command.options.isEmpty {
                page.options(command.options.map { ($0.name, $0.placeholder, $0.help) })
            }
            page.notes(command.notes)
        }
    }

    private static func examples(_ page: inout ManualPage) {
        page.section("EXAMPLES")
        let lines = Command.all.flatMap(\.examples).filter { !$0.does.isEmpty }
        for (index, example) in lines.enumerated() {
            if index > 0 { page.macro("Pp") }
            page.words(example.does.prefix(1).uppercased() + example.does.dropFirst() + ":")
            page.display(example.line)
        }
    }
}
