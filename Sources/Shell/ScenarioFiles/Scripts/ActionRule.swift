import AppLock
import Devices
import Scenarios
import YAML

/// What a step's `do` says: the name of an action and, in a map, its argument.
struct ActionText {
    var name: String
    /// Nil for a word alone.
    var argument: Node?
    var mark: Mark
}

/// How one action of the vocabulary is read.
struct ActionRule: Sendable {
    let name: String
    let read: @Sendable (Decoder, ActionText) -> DeviceAction?

    static let all = lifeCycle + input + windows + engine
    static let names = all.map(\.name)

    /// An action that takes no argument.
    static func bare(_ name: String, _ action: DeviceAction) -> ActionRule {
        ActionRule(name: name) { decoder, text in
            guard let argument = text.argument else { return action }
            decoder.expected("“\(text.name)” without an argument", argument)
            return nil
        }
    }

    /// An action that takes one name.
    static func named(
        _ name: String, _ action: @escaping @Sendable (Name) -> DeviceAction
    ) -> ActionRule {
        ActionRule(name: name) { decoder, text in
            decoder.argument(text, "a name").flatMap(decoder.name).map(action)
        }
    }

    /// An action on a window, overlay or scene that a step of the file must make.
    static func on(
        _ name: String, _ action: @escaping @Sendable (Name) -> DeviceAction
    ) -> ActionRule {
        ActionRule(name: name) { decoder, text in
            decoder.argument(text, "an id").flatMap(decoder.knownName).map(action)
        }
    }
}

extension Decoder {
    func action(_ node: Node) -> Script.Action? {
        actionText(node).flatMap(action)
    }

    func action(_ text: ActionText) -> Script.Action? {
        guard let rule = ActionRule.all.first(where: { $0.name == text.name }) else {
            let hint = hint(text.name, in: ActionRule.names)
            report("expected an action (got \(quoted(text.name)))\(hint)", at: text.mark)
            return nil
        }
        return rule.read(self, text).map { Script.Action($0, at: position(text.mark)) }
    }

    /// The argument, noted as missing where there is none.
    func argument(_ text: ActionText, _ what: String) -> Node? {
        if text.argument == nil {
            report("expected \(what) after “\(text.name)” (got nothing)", at: text.mark)
        }
        return text.argument
    }

    func knownName(_ node: Node) -> Name? {
        guard let name = name(node) else { return nil }
        references.use(name, at: node.mark)
        return name
    }

    func madeName(_ node: Node) -> Name? {
        guard let name = name(node) else { return nil }
        references.make(name)
        return name
    }

    func actionText(_ node: Node) -> ActionText? {
        switch node.content {
        case .scalar(let scalar) where !scalar.isNull && !scalar.text.isEmpty:
            return ActionText(name: scalar.text, mark: node.mark)
        case .mapping(let entries) where entries.count == 1:
            let entry = entries[0]
            let argument = entry.value.isNull ? nil : entry.value
            return ActionText(name: entry.key, argument: argument, mark: entry.keyMark)
        case .scalar, .sequence, .mapping:
            expected("an action: a word, or a map of one action and its argument", node)
            return nil
        }
    }
}
