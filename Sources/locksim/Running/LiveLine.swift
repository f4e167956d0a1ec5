import Reports

/// The line at the bottom of a terminal that is written over again.
struct LiveLine {
    private let console: Console
    /// Letters of what stands there now.
    private var length = 0

    init(_ console: Console) { self.console = console }

    /// `text` fits into the columns there are now; colours take none.
    mutating func show(_ text: String) {
        console.show(erasure + text)
        length = Self.length(text)
    }

    /// Takes the line away, so that what follows starts on an empty one.
    mutating func finish() {
        if length > 0 { console.show(erasure) }
        length = 0
    }

    /// Terminals that were made narrower have broken the line: then what it has become goes, too.
    private var erasure: String {
        let rows = max(length - 1, 0) / max(console.errorStyleNow.columns, 1)
        let above = rows > 0 ? "\u{1B}[\(rows)A\r\u{1B}[J" : ""
        return above + "\r\u{1B}[K"
    }

    private static func length(_ text: String) -> Int {
        var isColour = false
        return text.reduce(0) { count, letter in
            if letter == "\u{1B}" { isColour = true }
            defer { if letter == "m" { isColour = false } }
            return isColour ? count : count + 1
        }
    }
}
