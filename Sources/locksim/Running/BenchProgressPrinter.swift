import Linux
import Reports
import TimerBench

/// Shows how far a bench is: one line that changes on a terminal, else a new one now and then.
struct BenchProgressPrinter: ~Copyable {
    /// Between two lines, on the monotonic clock.
    static let terminalPeriod: UInt64 = 200_000_000
    static let plainPeriod: UInt64 = 10_000_000_000

    private let console: Console
    private let isQuiet: Bool
    private let start = Clock.monotonic.now()
    private var next: UInt64
    private var live: LiveLine

    init(_ console: Console, isQuiet: Bool) {
        self.console = console
        self.isQuiet = isQuiet
        live = LiveLine(console)
        next = start + (console.isErrorTerminal ? 0 : Self.plainPeriod)
    }

    mutating func show(_ progress: BenchProgress) {
        let now = Clock.monotonic.now()
        guard !isQuiet, now >= next else { return }
        next = now + (console.isErrorTerminal ? Self.terminalPeriod : Self.plainPeriod)
        let text = line(progress, elapsed: now - start)
        if console.isErrorTerminal {
            live.show(String(text.prefix(console.errorStyleNow.columns - 1)))
        } else {
            console.show(text + "\n")
        }
    }

    /// Takes the line away, so that the tables start on an empty one.
    mutating func finish() { live.finish() }

    private func line(_ progress: BenchProgress, elapsed: UInt64) -> String {
        var text = "\(progress.done)/\(progress.total)  \(progress.label)"
        // Measurements differ a lot: some have to be done before their mean says anything.
        if progress.done * 20 > progress.total {
            let left = UInt128(elapsed) * UInt128(progress.total - progress.done)
            let span = UInt64(clamping: left / UInt128(progress.done))
            let seconds = span / 1_000_000_000 * 1_000_000_000
            text += "  about \(Quantity.duration(max(seconds, 1_000_000_000))) left"
        }
        return text
    }
}
