import AppLock
import Chronology
import Scenarios
import YAML

/// Words and numbers.
extension Decoder {
    func text(_ node: Node, _ what: String) -> String? {
        guard let scalar = node.scalar, !scalar.isNull, !scalar.text.isEmpty else {
            expected(what, node)
            return nil
        }
        return scalar.text
    }

    func name(_ node: Node) -> Name? {
        guard let text = text(node, "a name") else { return nil }
        guard text.utf8.count <= 200 else {
            expected("a name of at most 200 bytes", node)
            return nil
        }
        guard let name = names.intern(text) else {
            report("more than \(NameTable.bound) different names", at: node.mark)
            return nil
        }
        return name
    }

    func nameList(_ node: Node) -> [Name]? {
        guard let items = items(node, "names") else { return nil }
        return all(items, name)
    }

    func bool(_ node: Node) -> Bool? {
        switch node.scalar.map(\.text) {
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        case "yes", "Yes", "YES", "on", "On", "ON", "y", "Y":
            expected("true or false", node, reason: "; did you mean “true”?")
            return nil
        case "no", "No", "NO", "off", "Off", "OFF", "n", "N":
            expected("true or false", node, reason: "; did you mean “false”?")
            return nil
        case let word:
            let reason = word.map { hint($0, in: ["true", "false"]) } ?? ""
            expected("true or false", node, reason: reason)
            return nil
        }
    }

    func count(_ node: Node) -> UInt64? { count(node, "a count", 0...UInt64(Int64.max)) }

    func count(_ node: Node, _ what: String, _ range: ClosedRange<UInt64>) -> UInt64? {
        guard let text = node.scalar?.text, isInteger(text) else {
            expected("\(what): a whole number", node)
            return nil
        }
        guard let value = UInt64(text), range.contains(value) else {
            let reason = text.hasPrefix("-") ? "; it can't be negative" : ""
            expected(
                "\(what) from \(range.lowerBound) to \(range.upperBound)", node, reason: reason)
            return nil
        }
        return value
    }

    /// A whole number with or without sign.
    func integer(_ node: Node, _ what: String, _ range: ClosedRange<Int64>) -> Int64? {
        guard let text = node.scalar?.text, isInteger(text) else {
            expected("\(what): a whole number", node)
            return nil
        }
        guard let value = Int64(text), range.contains(value) else {
            expected("\(what) from \(range.lowerBound) to \(range.upperBound)", node)
            return nil
        }
        return value
    }

    /// The case whose name in snake_case stands there.
    func choice<T: CaseIterable>(_ node: Node) -> T? {
        choice(node, T.allCases.map { (snakeCase(String(describing: $0)), $0) })
    }

    func choice<T>(_ node: Node, _ table: [(word: String, value: T)]) -> T? {
        let word = node.scalar?.text
        if let found = table.first(where: { $0.word == word }) { return found.value }
        let words = table.map(\.word)
        var reason = word.map { hint($0, in: words) } ?? ""
        if let word, reason.isEmpty { reason = hint(snakeCase(word), in: words) }
        expected(alternatives(words), node, reason: reason)
        return nil
    }

    /// All values, or nil if one could not be read; each is tried.
    func all<T>(_ nodes: [Node], _ read: (Node) -> T?) -> [T]? {
        let values = nodes.map(read)
        let good = values.compactMap { $0 }
        return good.count == values.count ? good : nil
    }

    private func isInteger(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") ? text.dropFirst() : Substring(text)
        return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// `hideThenRelease` as `hide_then_release`.
func snakeCase(_ camelCase: String) -> String {
    var snake = ""
    for character in camelCase {
        if character.isUppercase && !snake.isEmpty { snake.append("_") }
        snake.append(contentsOf: character.lowercased())
    }
    return snake
}
