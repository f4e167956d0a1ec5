/// A place in a text, counted from 1.
public struct Mark: Hashable, Sendable {
    public var line: Int
    public var column: Int
    /// Which text: the number its parser was given, for trees put together from several.
    public var origin: Int

    public init(line: Int, column: Int, origin: Int = 0) {
        self.line = line
        self.column = column
        self.origin = origin
    }
}

/// A value of a YAML text with its place; aliases and merges are already carried out.
///
/// What an alias stands for keeps the place where it is written.
public struct Node: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        case scalar(Scalar)
        case sequence([Node])
        /// In the order of the text, merged entries last; no key twice.
        case mapping([Entry])
    }

    public struct Scalar: Hashable, Sendable {
        public var text: String
        /// Neither quoted, nor a block, nor tagged: may stand for more than its text, as `null`.
        public var isPlain: Bool

        public init(text: String, isPlain: Bool) {
            self.text = text
            self.isPlain = isPlain
        }

        /// `null`, `~` or nothing at all.
        public var isNull: Bool {
            isPlain && ["", "~", "null", "Null", "NULL"].contains(text)
        }
    }

    public struct Entry: Hashable, Sendable {
        public var key: String
        public var keyMark: Mark
        public var value: Node

        public init(key: String, keyMark: Mark, value: Node) {
            self.key = key
            self.keyMark = keyMark
            self.value = value
        }
    }

    public var content: Content
    public var mark: Mark

    public init(_ content: Content, at mark: Mark) {
        self.content = content
        self.mark = mark
    }

    public var scalar: Scalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    public var isNull: Bool { scalar?.isNull ?? false }
}
