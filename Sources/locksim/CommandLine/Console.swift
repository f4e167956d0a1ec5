import Linux
import Reports

/// Where a command's words go: results to stdout, everything else to stderr.
struct Console: Sendable {
    let style: Style
    let errorStyle: Style
    /// Whether a line on stderr can change.
    let isErrorTerminal: Bool

    init() {
        style = Console.style(.output)
        errorStyle = Console.style(.error)
        isErrorTerminal = Style.isAnimated(
            isTerminal: StandardStream.error.isTerminal, variable: { environmentVariable($0) })
    }

    /// As stderr is now: somebody may have made its window another size.
    var errorStyleNow: Style { Console.style(.error) }

    private static func style(_ stream: StandardStream) -> Style {
        Style(
            isTerminal: stream.isTerminal, columns: stream.terminalColumns,
            rows: stream.terminalRows, variable: { environmentVariable($0) })
    }

    /// A result: for people, spelled by the caller where it holds what others wrote.
    @discardableResult
    func print(_ text: String) throws(CommandError) -> Int32 {
        do throws(SystemError) {
            try StandardStream.output.write(text)
            return 0
        } catch {
            throw .system(error)
        }
    }

    /// What stderr refuses is lost: there is nobody left to tell.
    func diagnose(_ text: String) {
        let end = text.hasSuffix("\n") ? "" : "\n"
        try? StandardStream.error.write(errorStyle.spelled(text) + end)
    }

    /// As it is, with signs that steer the terminal.
    func show(_ text: String) { try? StandardStream.error.write(text) }
}
