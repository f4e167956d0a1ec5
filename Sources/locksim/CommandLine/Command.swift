/// One thing the program does: its words, its options, and the doing.
struct Command: Sendable {
    /// `--seed N`, or without a placeholder a switch.
    struct Option: Sendable {
        var name: String
        var placeholder: String?
        var help: String

        init(_ name: String, _ placeholder: String? = nil, _ help: String) {
            self.name = name
            self.placeholder = placeholder
            self.help = help
        }
    }

    var name: String
    var summary: String
    /// After `locksim NAME`.
    var usage: String
    /// Whole command lines, each with what it does.
    var examples: [(line: String, does: String)]
    var options: [Option] = []
    /// Below the options.
    var notes = ""
    /// Returns the exit code.
    var run: @Sendable (Arguments, Console) throws(CommandError) -> Int32

    /// In the order `locksim help` lists them.
    static let all: [Command] = [
        .run, .check, .report, .metrics, .timers, .schema, .help, .version,
    ]
}
