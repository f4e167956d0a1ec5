/// Makes a tree of libyaml's events, counting each value as often as aliases repeat it.
struct TreeBuilder: ~Copyable {
    /// A finished anchor and its cost, or nil while its value is still being read.
    private struct Anchor {
        var node: Node
        var count: Int
    }

    private(set) var duplicates: [Document.Duplicate] = []
    private var reader: EventReader
    private let limits: Document.Limits
    private var anchors: [String: Anchor?] = [:]
    private var count = 0

    init(_ reader: consuming EventReader, _ limits: Document.Limits) {
        self.reader = reader
        self.limits = limits
    }

    /// The only document, or nil where there is none.
    mutating func document() throws(YAMLError) -> Node? {
        var root: Node?
        while true {
            let event = try reader.next()
            switch event.kind {
            case .streamEnd: return root
            case .documentStart:
                if root != nil { throw .severalDocuments(event.mark) }
                root = try node(reader.next(), depth: 1)
            default: continue
            }
        }
    }

    private mutating func node(_ event: Event, depth: Int) throws(YAMLError) -> Node {
        let countBefore = count
        try add(1, event.mark)
        guard depth <= limits.depth else { throw .tooDeep(limit: limits.depth, event.mark) }
        try check(event.tag, event)
        if let name = event.anchor { anchors[name] = .some(nil) }
        let node: Node
        switch event.kind {
        case .alias(let name): return try alias(name, event.mark)
        case .scalar(let scalar): node = Node(.scalar(scalar), at: event.mark)
        case .sequenceStart: node = Node(.sequence(try items(depth)), at: event.mark)
        case .mappingStart: node = Node(.mapping(try entries(depth)), at: event.mark)
        case .streamStart, .streamEnd, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd:
            preconditionFailure("libyaml ended a value that had not begun")
        }
        if let name = event.anchor {
            anchors[name] = Anchor(node: node, count: count - countBefore)
        }
        return node
    }

    private mutating func items(_ depth: Int) throws(YAMLError) -> [Node] {
        var items: [Node] = []
        while true {
            let event = try reader.next()
            if case .sequenceEnd = event.kind { return items }
            items.append(try node(event, depth: depth + 1))
        }
    }

    private mutating func entries(_ depth: Int) throws(YAMLError) -> [Node.Entry] {
        var entries: [Node.Entry] = []
        var places: [String: Mark] = [:]
        var merged: [Node.Entry] = []
        while true {
            let event = try reader.next()
            if case .mappingEnd = event.kind { break }
            let keyNode = try node(event, depth: depth + 1)
            guard let key = keyNode.scalar else { throw .keyIsNotScalar(keyNode.mark) }
            let value = try node(reader.next(), depth: depth + 1)
            if key.text == "<<" && key.isPlain {
                merged += try mergeable(value)
            } else if let first = places[key.text] {
                duplicates.append(.init(key: key.text, mark: keyNode.mark, first: first))
            } else {
                places[key.text] = keyNode.mark
                entries.append(.init(key: key.text, keyMark: keyNode.mark, value: value))
            }
        }
        for entry in merged where places.updateValue(entry.keyMark, forKey: entry.key) == nil {
            entries.append(entry)
        }
        return entries
    }

    private func mergeable(_ node: Node) throws(YAMLError) -> [Node.Entry] {
        switch node.content {
        case .mapping(let entries): return entries
        case .sequence(let nodes):
            var all: [Node.Entry] = []
            for node in nodes {
                guard case .mapping(let entries) = node.content else {
                    throw .mergeOfNonMapping(node.mark)
                }
                all += entries
            }
            return all
        case .scalar: throw .mergeOfNonMapping(node.mark)
        }
    }

    private mutating func alias(_ name: String, _ mark: Mark) throws(YAMLError) -> Node {
        guard let known = anchors[name] else { throw .unknownAlias(name, mark) }
        guard let anchor = known else { throw .recursiveAlias(name, mark) }
        try add(anchor.count - 1, mark)
        return anchor.node
    }

    private mutating func add(_ nodes: Int, _ mark: Mark) throws(YAMLError) {
        count += nodes
        guard count <= limits.nodeCount else {
            throw .tooManyNodes(limit: limits.nodeCount, mark)
        }
    }

    /// `!!str` and `!` only say that a word is a word.
    private func check(_ tag: String?, _ event: Event) throws(YAMLError) {
        guard let tag else { return }
        if case .scalar = event.kind, ["!", "tag:yaml.org,2002:str"].contains(tag) { return }
        throw .unsupportedTag(tag, event.mark)
    }
}
