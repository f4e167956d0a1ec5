/// A value of a JSON text with its place.
public struct JSONValue: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case null
        case bool(Bool)
        /// As it is written: whole numbers beyond 2^53 keep every digit.
        case number(String)
        case string(String)
        case array([JSONValue])
        /// In the order of the text; no key twice.
        case object([Member])
    }

    public struct Member: Hashable, Sendable {
        public var key: String
        public var value: JSONValue
    }

    public var content: Content
    /// Both from 1; columns count characters.
    public var line: Int
    public var column: Int

    /// What the object has under that key; nil where it has nothing, or is none.
    public subscript(_ key: String) -> JSONValue? { members?.first { $0.key == key }?.value }

    public var members: [Member]? {
        if case .object(let members) = content { members } else { nil }
    }

    public var items: [JSONValue]? { if case .array(let items) = content { items } else { nil } }
    public var text: String? { if case .string(let text) = content { text } else { nil } }
    public var isTrue: Bool? { if case .bool(let isTrue) = content { isTrue } else { nil } }

    /// Nil where it is negative, broken or beyond 64 bits.
    public var wholeNumber: UInt64? {
        if case .number(let digits) = content { UInt64(digits) } else { nil }
    }

    public var number: Double? {
        if case .number(let digits) = content { Double(digits) } else { nil }
    }

    /// For “expected … (got a list)”.
    var kind: String {
        switch content {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// Why a text is no JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
    public var message: String
    public var line: Int
    public var column: Int
}
