/// The one document of a YAML 1.1 text.
public struct Document: Sendable {
    /// What a text may cost: its bytes, its values with every alias expanded, its nesting.
    public struct Limits: Sendable {
        public var byteCount: Int
        public var nodeCount: Int
        public var depth: Int

        public init(byteCount: Int = 4 << 20, nodeCount: Int = 1_000_000, depth: Int = 64) {
            self.byteCount = byteCount
            self.nodeCount = nodeCount
            self.depth = depth
        }
    }

    /// A key that stands twice in one map; the first counts.
    public struct Duplicate: Hashable, Sendable {
        public var key: String
        public var mark: Mark
        public var first: Mark
    }

    public let root: Node
    public let duplicates: [Duplicate]

    /// `origin` is repeated in every mark. Linear in the text and the expanded values.
    public init(
        parsing bytes: [UInt8], origin: Int = 0, limits: Limits = Limits()
    ) throws(YAMLError) {
        let start = Mark(line: 1, column: 1, origin: origin)
        guard bytes.count <= limits.byteCount else {
            throw .tooLarge(byteCount: bytes.count, limit: limits.byteCount, start)
        }
        var builder = TreeBuilder(EventReader(bytes, origin: origin), limits)
        do throws(YAMLError) {
            guard let root = try builder.document() else { throw .empty(start) }
            self.root = root
        } catch {
            // What is no text at all is said first, whatever libyaml made of it.
            try checkText(bytes, origin: origin)
            throw error
        }
        duplicates = builder.duplicates
    }
}
