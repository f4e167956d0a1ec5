import YAML

/// `--set path=value`: puts a value into a scenario's tree before it is read.
///
/// The path names keys, and items of lists by their number from 0, with dots between; the number
/// after the last adds an item. Maps on the way are made where they are missing.
public struct Override: Hashable, Sendable {
    /// More than any path in the format has.
    static let pathBound = 64

    /// As written, without the option's name.
    public let text: String

    public init(_ text: String) { self.text = text }

    /// How diagnostics name it.
    var origin: String { "--set " + text }

    /// The change is left out where something is noted.
    func apply(to root: inout Node, as number: Int, _ decoder: Decoder) {
        let start = Mark(line: 1, column: 1, origin: number)
        guard let equals = text.firstIndex(of: "=") else {
            decoder.report("expected path=value", at: start)
            return
        }
        let path = text[..<equals].split(separator: ".", omittingEmptySubsequences: false)
        guard path.count <= Override.pathBound else {
            decoder.report("expected at most \(Override.pathBound) keys", at: start)
            return
        }
        guard path.allSatisfy({ !$0.isEmpty }) else {
            decoder.report("expected keys with single dots between them", at: start)
            return
        }
        guard let value = value(text[text.index(after: equals)...], start, decoder) else { return }
        set(value, at: path[...], in: &root, start, decoder)
    }

    private func value(_ text: Substring, _ start: Mark, _ decoder: Decoder) -> Node? {
        if text.isEmpty { return Node(.scalar(.init(text: "", isPlain: true)), at: start) }
        do {
            let document = try Document(parsing: Array(text.utf8), origin: start.origin)
            for duplicate in document.duplicates {
                decoder.report("key \(quoted(duplicate.key)) stands twice", at: duplicate.mark)
            }
            return document.root
        } catch {
            decoder.report("\(error)", at: error.mark)
            return nil
        }
    }

    private func set(
        _ value: Node, at path: ArraySlice<Substring>, in node: inout Node, _ mark: Mark,
        _ decoder: Decoder
    ) {
        guard let key = path.first.map({ String($0) }) else {
            node = value
            return
        }
        let rest = path.dropFirst()
        var fresh = Node(.mapping([]), at: mark)
        switch node.content {
        case .mapping(var entries):
            if let index = entries.firstIndex(where: { $0.key == key }) {
                set(value, at: rest, in: &entries[index].value, mark, decoder)
            } else {
                set(value, at: rest, in: &fresh, mark, decoder)
                entries.append(.init(key: key, keyMark: mark, value: fresh))
            }
            node.content = .mapping(entries)
        case .sequence(var items):
            guard let index = Int(key), (0...items.count).contains(index) else {
                decoder.report(
                    "expected the number of an item, 0 to \(items.count) (got \(quoted(key)))",
                    at: mark)
                return
            }
            if index == items.count { items.append(fresh) }
            set(value, at: rest, in: &items[index], mark, decoder)
            node.content = .sequence(items)
        case .scalar where node.isNull:
            set(value, at: path, in: &fresh, mark, decoder)
            node = fresh
        case .scalar(let scalar):
            decoder.report(
                "expected a map or list to set \(quoted(key)) in (got \(quoted(scalar.text)))",
                at: mark)
        }
    }
}
