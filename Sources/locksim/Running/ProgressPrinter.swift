import Linux
import Reports

/// Shows how far a run is: one line that changes on a terminal, else a new one now and then.
struct ProgressPrinter: ~Copyable {
    /// Between two lines, on the monotonic clock.
    static let terminalPeriod: UInt64 = 1_000_000_000
    static let plainPeriod: UInt64 = 10_000_000_000

    private let console: Console
    private let isQuiet: Bool
    private var next: UInt64
    private var line: LiveLine

    init(_ console: Console, isQuiet: Bool) {
        self.console = console
        self.isQuiet = isQuiet
        line = LiveLine(console)
        let period = console.isErrorTerminal ? Self.terminalPeriod : Self.plainPeriod
        next = Clock.monotonic.now() + period
    }

    mutating func show(_ progress: ProgressLine) {
        let now = Clock.monotonic.now()
        guard !isQuiet, now >= next else { return }
        if console.isErrorTerminal {
            next = now + Self.terminalPeriod
            line.show(progress.text(console.errorStyleNow, withBar: true))
        } else {
            next = now + Self.plainPeriod
            console.show(progress.text(console.errorStyle, withBar: false) + "\n")
        }
    }

    /// Takes the line away, so that the summary starts on an empty one.
    mutating func finish() { line.finish() }
}
