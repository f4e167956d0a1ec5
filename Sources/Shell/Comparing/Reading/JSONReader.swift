/// Reads one JSON text as RFC 8259 has it, and nothing else: no comments, no commas at the end, no
/// key twice, nothing behind.
public struct JSONReader {
    /// Lists and objects within each other.
    static let depthBound = 64

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    /// Where the line begins.
    private var lineStart = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Linear in the text.
    public static func value(_ bytes: [UInt8]) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes)
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw JSONError(message: "not UTF-8 text", line: 1, column: 1)
        }
        let value = try reader.value(depth: 1)
        reader.skipBlanks()
        guard reader.index == bytes.count else { throw reader.unexpected("the end of the text") }
        return value
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipBlanks()
        let (line, column) = (line, column)
        guard depth <= Self.depthBound else {
            throw failure("nested more than \(Self.depthBound) deep")
        }
        let content: JSONValue.Content
        switch peek {
        case UInt8(ascii: "{"): content = .object(try members(depth))
        case UInt8(ascii: "["): content = .array(try items(depth))
        case UInt8(ascii: "\""): content = .string(try string())
        case UInt8(ascii: "t"): content = try word("true", .bool(true))
        case UInt8(ascii: "f"): content = try word("false", .bool(false))
        case UInt8(ascii: "n"): content = try word("null", .null)
        case UInt8(ascii: "-"): content = .number(try number())
        case .some(0x30...0x39): content = .number(try number())
        default: throw unexpected("a value")
        }
        return JSONValue(content: content, line: line, column: column)
    }

    private mutating func members(_ depth: Int) throws(JSONError) -> [JSONValue.Member] {
        index += 1
        var members: [JSONValue.Member] = []
        var keys: Set<String> = []
        skipBlanks()
        if take("}") { return members }
        while true {
            skipBlanks()
            let before = self
            guard peek == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
            let key = try string()
            guard keys.insert(key).inserted else { throw before.failure("“\(key)” stands twice") }
            skipBlanks()
            guard take(":") else { throw unexpected("“:” behind a key") }
            members.append(.init(key: key, value: try value(depth: depth + 1)))
            skipBlanks()
            if take("}") { return members }
            guard take(",") else { throw unexpected("“,” or “}”") }
        }
    }

    private mutating func items(_ depth: Int) throws(JSONError) -> [JSONValue] {
        index += 1
        var items: [JSONValue] = []
        skipBlanks()
        if take("]") { return items }
        while true {
            items.append(try value(depth: depth + 1))
            skipBlanks()
            if take("]") { return items }
            guard take(",") else { throw unexpected("“,” or “]”") }
        }
    }

    private mutating func word(
        _ word: StaticString, _ content: JSONValue.Content
    ) throws(JSONError) -> JSONValue.Content {
        let letters = Array("\(word)".utf8)
        guard bytes[index...].starts(with: letters) else { throw unexpected("a value") }
        index += letters.count
        return content
    }

    private mutating func number() throws(JSONError) -> String {
        let start = index
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func digits() throws(JSONError) {
        let start = index
        while let digit = peek, (0x30...0x39).contains(digit) { index += 1 }
        if index == start { throw unexpected("a digit") }
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try escape()
            case ..<0x20: throw failure("a control character inside a text")
            default:
                text.append(byte)
                index += 1
            }
        }
        throw unexpected("“\"” at the end of a text")
    }

    private mutating func escape() throws(JSONError) -> [UInt8] {
        index += 1
        guard let letter = peek else { throw unexpected("a letter behind “\\”") }
        let plain: [UInt8: UInt8] = [
            0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D,
            0x74: 0x09,
        ]
        if let byte = plain[letter] {
            index += 1
            return [byte]
        }
        guard letter == UInt8(ascii: "u") else { throw failure("no such escape") }
        var code = try hexadecimal()
        if (0xD800...0xDBFF).contains(code) {
            guard bytes[index...].starts(with: Array("\\u".utf8)) else {
                throw failure("half a character: its second \\u is missing")
            }
            index += 1
            let low = try hexadecimal()
            guard (0xDC00...0xDFFF).contains(low) else { throw failure("half a character") }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw failure("half a character") }
        return Array(String(Character(scalar)).utf8)
    }

    /// The four digits behind the `u` at the index.
    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        let digits = bytes[(index + 1)...].prefix(4)
        let isPlain = digits.count == 4 && digits.allSatisfy { Character(.init($0)).isHexDigit }
        guard isPlain, let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
            throw failure("expected four hexadecimal digits behind \\u")
        }
        index += 5
        return code
    }

    // MARK: Places

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ letter: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: letter) else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
            index += 1
            if byte == 0x0A { (line, lineStart) = (line + 1, index) }
        }
    }

    private var column: Int {
        String(decoding: bytes[lineStart..<index], as: UTF8.self).unicodeScalars.count + 1
    }

    private func failure(_ message: String) -> JSONError {
        JSONError(message: message, line: line, column: column)
    }

    private func unexpected(_ expected: String) -> JSONError {
        guard index < bytes.count else {
            return failure("expected \(expected) (the text ends here)")
        }
        let rest = String(decoding: bytes[index...].prefix(8), as: UTF8.self)
        return failure("expected \(expected) (got “\(rest.prefix(1))”)")
    }
}
