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

    public static let plain = Style(usesColour: false, usesUnicode: false, columns: 80)

    public init(usesColour: Bool, usesUnicode: Bool, columns: Int) {
        self.usesColour = usesColour
        self.usesUnicode = usesUnicode
        self.columns = columns
    }

    /// NO_COLOR beats CLICOLOR_FORCE, which beats what the stream is. An empty variable counts as
    /// one that isn't set.
    public init(isTerminal: Bool, columns: Int?, variable: (String) -> String?) {
        func value(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        let isForced = value("CLICOLOR_FORCE").map { $0 != "0" } ?? false
        usesColour =
            value("NO_COLOR") == nil
            && (isForced || isTerminal && value("TERM") != "dumb" && value("CLICOLOR") != "0")
        let locale = value("LC_ALL") ?? value("LC_CTYPE") ?? value("LANG") ?? "C"
        let charset = locale.lowercased()
        usesUnicode = charset.contains("utf-8") || charset.contains("utf8")
        self.columns = max(columns ?? 80, 40)
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
