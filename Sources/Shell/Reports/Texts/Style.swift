/// What the reader's end can show: colours, letters beyond ASCII, so many columns.
public struct Style: Hashable, Sendable {
    public enum Colour: String, Hashable, Sendable {
        case green = "32"
        case red = "31"
        case yellow = "33"
        case bold = "1"
        case dim = "2"
    }

    public var usesColour: Bool
    public var usesUnicode: Bool
    public var columns: Int
    /// Nil where nothing ends a screen: off a terminal.
    public var rows: Int?

    public static let plain = Style(usesColour: false, usesUnicode: false, columns: 80)

    public init(usesColour: Bool, usesUnicode: Bool, columns: Int, rows: Int? = nil) {
        self.usesColour = usesColour
        self.usesUnicode = usesUnicode
        self.columns = columns
        self.rows = rows
    }

    /// NO_COLOR beats CLICOLOR_FORCE, which beats what the stream is. An empty variable counts as
    /// one that isn't set. COLUMNS counts where the stream doesn't tell how wide it is.
    public init(
        isTerminal: Bool, columns: Int?, rows: Int? = nil, variable: (String) -> String?
    ) {
        func value(_ name: String) -> String? { Style.value(name, variable) }
        let isForced = value("CLICOLOR_FORCE").map { $0 != "0" } ?? false
        usesColour =
            value("NO_COLOR") == nil
            && (isForced || isTerminal && value("TERM") != "dumb" && value("CLICOLOR") != "0")
        let locale = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? "C"
        let charset = locale.lowercased()
        usesUnicode = charset.contains("utf-8") || charset.contains("utf8")
        self.columns = max(columns ?? value("COLUMNS").flatMap { Int($0) } ?? 80, 40)
        self.rows = rows
    }

    /// Whether a line can be written over again: not in a CI job's log, which keeps each of them.
    public static func isAnimated(isTerminal: Bool, variable: (String) -> String?) -> Bool {
        func isSet(_ name: String) -> Bool {
            value(name, variable).map { !["0", "false"].contains($0.lowercased()) } ?? false
        }
        return isTerminal && value("TERM", variable) != "dumb" && !isSet("CI")
            && !isSet("GITHUB_ACTIONS")
    }

    private static func value(_ name: String, _ variable: (String) -> String?) -> String? {
        variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    public func paint(_ text: String, _ colour: Colour) -> String {
        usesColour ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Words with the letters this reader can show, and nothing that would steer the terminal.
    public func spelled(_ text: String) -> String {
        var spelled = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A, 0x09: spelled.unicodeScalars.append(scalar)
            case ..<0x20, 0x7F..<0xA0: spelled += "?"
            case 0x80... where !usesUnicode: spelled += Style.ascii[scalar] ?? "?"
            default: spelled.unicodeScalars.append(scalar)
            }
        }
        return spelled
    }

    private static let ascii: [Unicode.Scalar: String] = [
        "“": "\"", "”": "\"", "‘": "'", "’": "'", "…": "...", "–": "-", "—": "-", "×": "x",
        "·": ".", "→": "->", "µ": "u", "≤": "<=", "≥": ">=", "±": "+-",
    ]
}
