/// Writes one JSON document: keys in the order they are given, two spaces a level, or all in one
/// line.
public struct JSONWriter {
    public private(set) var text = ""
    /// Members so far of each container that is open.
    private var members: [Int] = []
    private var isAfterKey = false

    private let isCompact: Bool

    public init(isCompact: Bool = false) { self.isCompact = isCompact }

    // MARK: Containers

    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        container("{", "}", body)
    }

    public mutating func array(_ body: (inout JSONWriter) -> Void) {
        container("[", "]", body)
    }

    public mutating func key(_ name: String) {
        precondition(!isAfterKey, "a key needs a value before the next")
        separate()
        text += JSONWriter.quoted(name)
        text += isCompact ? ":" : ": "
        isAfterKey = true
    }

    private mutating func container(
        _ open: String, _ close: String, _ body: (inout JSONWriter) -> Void
    ) {
        separate()
        text += open
        members.append(0)
        body(&self)
        let count = members.removeLast()
        if count > 0 { newLine() }
        text += close
    }

    // MARK: Values

    public mutating func value(_ string: String) { literal(JSONWriter.quoted(string)) }
    public mutating func value(_ number: UInt64) { literal(String(number)) }
    public mutating func value(_ number: Int) { literal(String(number)) }
    public mutating func value(_ isTrue: Bool) { literal(isTrue ? "true" : "false") }
    public mutating func null() { literal("null") }
    /// A number already written out, such as `0.125`.
    public mutating func decimal(_ digits: String) { literal(digits) }

    public mutating func field(_ name: String, _ string: String?) {
        key(name)
        if let string { value(string) } else { null() }
    }

    public mutating func field(_ name: String, _ number: UInt64?) {
        key(name)
        if let number { value(number) } else { null() }
    }

    public mutating func field(_ name: String, _ number: Int) {
        key(name)
        value(number)
    }

    public mutating func field(_ name: String, _ isTrue: Bool) {
        key(name)
        value(isTrue)
    }

    public mutating func field(_ name: String, decimal digits: String) {
        key(name)
        decimal(digits)
    }

    private mutating func literal(_ digits: String) {
        separate()
        text += digits
    }

    private mutating func separate() {
        if isAfterKey {
            isAfterKey = false
            return
        }
        guard let count = members.last else { return }
        if count > 0 { text += "," }
        members[members.count - 1] += 1
        newLine()
    }

    private mutating func newLine() {
        if isCompact { return }
        text += "\n" + String(repeating: "  ", count: members.count)
    }

    /// With quotes, and everything escaped that RFC 8259 wants escaped.
    public static func quoted(_ string: String) -> String {
        // Nearly all there is to write needs no escape.
        let isPlain = string.utf8.allSatisfy {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        var text = "\""
        if isPlain {
            text += string
            text += "\""
            return text
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
