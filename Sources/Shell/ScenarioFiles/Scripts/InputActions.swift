import AppLock
import Devices
import WindowStacks
import YAML

extension ActionRule {
    /// Fingers, keys and what suspends idle.
    static let input: [ActionRule] = [
        ActionRule(name: "tap") { $0.tap($1) },
        ActionRule(name: "touch") { $0.touch($1) },
        .bare("scroll", .scroll),
        ActionRule(name: "key") { $0.key($1) },
        ActionRule(name: "tracking") { decoder, text in
            decoder.argument(text, "true or false").flatMap(decoder.bool).map { .tracking($0) }
        },
        .named("hold") { .hold($0) },
        .named("release") { .releaseHold($0) },
        .bare("dismiss_gesture", .dismissGesture),
    ]
}

extension Decoder {
    fileprivate func tap(_ text: ActionText) -> DeviceAction? {
        guard let node = text.argument else { return .tap(window: nil, point: nil) }
        if node.scalar != nil { return knownName(node).map { .tap(window: $0, point: nil) } }
        let fields = fields(node, "tap", keys: ["at"], required: ["at"])
        guard let at = fields?["at"], let numbers = points(at, "[x, y]", count: 2) else {
            return nil
        }
        return .tap(window: nil, point: Point(x: numbers[0], y: numbers[1]))
    }

    fileprivate func touch(_ text: ActionText) -> DeviceAction? {
        guard let node = argument(text, "{phase: …, finger: …}") else { return nil }
        let nodes = oneOrMore(node)
        guard (1...Touch.fingerBound).contains(nodes.count) else {
            expected("one to \(Touch.fingerBound) fingers", node)
            return nil
        }
        guard let touches = all(nodes, finger) else { return nil }
        guard Set(touches.map(\.finger)).count == touches.count else {
            report("expected each finger once in an event", at: node.mark)
            return nil
        }
        var list = TouchList()
        for touch in touches { list.append(touch) }
        return .touch(list)
    }

    /// Fingers are numbered 0 to 9.
    private func finger(_ node: Node) -> Touch? {
        guard let fields = fields(node, "touch", keys: ["phase", "finger"], required: ["phase"])
        else { return nil }
        let number = fields["finger"].map { count($0, "finger", 0...9) } ?? 1
        guard let number, let phase: TouchPhase = fields["phase"].flatMap({ choice($0) }) else {
            return nil
        }
        return Touch(finger: UInt8(number), phase: phase)
    }

    fileprivate func key(_ text: ActionText) -> DeviceAction? {
        guard let node = text.argument else { return .key }
        let fields = fields(node, "key", keys: ["text"], required: ["text"])
        return fields?["text"].flatMap { self.text($0, "a text") }.map { _ in .key }
    }

    /// So many whole numbers of points.
    func points(_ node: Node, _ form: String, count: Int) -> [Int16]? {
        guard case .sequence(let items) = node.content, items.count == count else {
            expected(form, node)
            return nil
        }
        return all(items) { integer($0, "points", -32_768...32_767).map { Int16($0) } }
    }
}
