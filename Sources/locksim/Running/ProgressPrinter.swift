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
    private var hasLine = false

    init(_ console: Console, isQuiet: Bool) {
        self.console = console
        self.isQuiet = isQuiet
        let period = console.isErrorTerminal ? Self.terminalPeriod : Self.plainPeriod
        next = Clock.monotonic.now() + period
    }

    mutating func show(_ line: ProgressLine) {
        let now = Clock.monotonic.now()
        guard !isQuiet, now >= next else { return }
        if console.isErrorTerminal {
            next = now + Self.terminalPeriod
            // Back to the start of the line, and clear it.
            console.show("\r\u{1B}[K" + line.text(console.errorStyleNow, withBar: true))
            hasLine = true
        } else {
            next = now + Self.plainPeriod
            console.show(line.text(console.errorStyle, withBar: false) + "\n")
        }
    }

    /// Takes the line away, so that the summary starts on an empty one.
    mutating func finish() {
        if hasLine { console.show("\r\u{1B}[K") }
        hasLine = false
    }
}
