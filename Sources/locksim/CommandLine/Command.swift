/// One thing the program does: its words, its options, and the doing.
struct Command: Sendable {
    /// `--seed N`, or without a placeholder a switch.
    struct Option: Sendable {
        var name: String
        var placeholder: String?
        var help: String
        var values: Values

        /// Without `values`, what the placeholder says.
        init(
            _ name: String, _ placeholder: String? = nil, _ help: String, values: Values? = nil
        ) {
            self.name = name
            self.placeholder = placeholder
            self.help = help
            self.values = values ?? placeholder.map { Values($0) } ?? .unknown
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

    /// Those of its own, and the one all have.
    var allOptions: [Option] { options + [Option("help", nil, "this text")] }

    /// In the order `locksim help` lists them.
    static let all: [Command] = [
        .run, .check, .report, .compare, .history, .metrics, .timers, .schema, .completion, .man,
        .help, .version,
    ]
}
