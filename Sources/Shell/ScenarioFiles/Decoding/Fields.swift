import Scenarios
import YAML

/// A map whose keys were found to belong to its vocabulary.
struct Fields {
    let mark: Mark
    private let entries: [Node.Entry]

    init(mark: Mark, entries: [Node.Entry]) {
        self.mark = mark
        self.entries = entries
    }

    subscript(key: String) -> Node? { entries.first { $0.key == key }?.value }

    func keyMark(_ key: String) -> Mark? { entries.first { $0.key == key }?.keyMark }
}

extension Decoder {
    /// The map's fields; keys outside `keys` are noted and left out, missing `required` ones too.
    func fields(
        _ node: Node, _ what: String, keys: [String], required: [String] = []
    ) -> Fields? {
        guard case .mapping(let entries) = node.content else {
            expected("\(what): a map of \(alternatives(keys))", node)
            return nil
        }
        var known: [Node.Entry] = []
        for entry in entries {
            if keys.contains(entry.key) {
                known.append(entry)
            } else {
                unknown("key", entry.key, in: what, known: keys, at: entry.keyMark)
            }
        }
        let fields = Fields(mark: node.mark, entries: known)
        for key in required where fields[key] == nil {
            report("expected key “\(key)” in \(what)", at: node.mark)
        }
        return fields
    }

    /// `keyed: scalar` or a map: a scalar stands for the map's key of that name.
    func fields(
        _ node: Node, _ what: String, short: String, keys: [String]
    ) -> Fields? {
        if node.scalar != nil && !node.isNull {
            let entry = Node.Entry(key: short, keyMark: node.mark, value: node)
            return Fields(mark: node.mark, entries: [entry])
        }
        return fields(node, what, keys: keys, required: [short])
    }

    func unknown(_ kind: String, _ word: String, in what: String, known: [String], at mark: Mark) {
        let hint = hint(word, in: known)
        let expected = hint.isEmpty ? "expected \(alternatives(known))" : "not a \(kind) of \(what)"
        report("\(expected) (got \(kind) \(quoted(word)))\(hint)", at: mark)
    }

    /// The only key of a map and its value: `{cancel: a}`.
    func single(_ node: Node, _ what: String, keys: [String]) -> (key: Node.Entry, value: Node)? {
        guard case .mapping(let entries) = node.content, entries.count == 1 else {
            expected("\(what): a map of one key out of \(alternatives(keys))", node)
            return nil
        }
        guard keys.contains(entries[0].key) else {
            let entry = entries[0]
            unknown("key", entry.key, in: what, known: keys, at: entry.keyMark)
            return nil
        }
        return (entries[0], entries[0].value)
    }

    func items(_ node: Node, _ what: String) -> [Node]? {
        guard case .sequence(let items) = node.content else {
            expected("a list of \(what)", node)
            return nil
        }
        return items
    }

    /// One or a list of them.
    func oneOrMore(_ node: Node) -> [Node] {
        if case .sequence(let items) = node.content { items } else { [node] }
    }
}

/// `a, b or c`.
func alternatives(_ words: [String]) -> String {
    guard words.count > 1, let last = words.last else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
}
