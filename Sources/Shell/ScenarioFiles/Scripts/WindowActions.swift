import AppLock
import Devices
import WindowStacks
import YAML

extension ActionRule {
    /// Windows, controllers, responder and scenes.
    static let windows: [ActionRule] = [
        ActionRule(name: "push") { decoder, text in
            decoder.controller(text) { .push($0, sensitive: $1, window: $2) }
        },
        ActionRule(name: "present") { decoder, text in
            decoder.controller(text) { .present($0, sensitive: $1, window: $2) }
        },
        ActionRule(name: "alert") { $0.alert($1) },
        ActionRule(name: "pop") { decoder, text in decoder.inWindow(text) { .pop(window: $0) } },
        ActionRule(name: "dismiss") { decoder, text in
            decoder.inWindow(text) { .dismiss(window: $0) }
        },
        ActionRule(name: "focus") { $0.focus($1) },
        ActionRule(name: "window") { $0.window($1) },
        .on("show") { .show($0) },
        .on("hide") { .hide($0) },
        .on("make_key") { .makeKey($0) },
        .on("make_key_and_visible") { .makeKeyAndVisible($0) },
        .on("release_window") { .releaseWindow($0) },
        ActionRule(name: "set_level") { $0.setLevel($1) },
        ActionRule(name: "connect_scene") { decoder, text in
            decoder.argument(text, "an id").flatMap(decoder.madeName).map { .connectScene($0) }
        },
        .on("disconnect_scene") { .disconnectScene($0) },
    ]
}

extension Decoder {
    fileprivate func controller(
        _ text: ActionText, _ action: (Name, Bool?, Name?) -> DeviceAction
    ) -> DeviceAction? {
        guard let node = argument(text, "a name"),
            let fields = fields(node, text.name, short: "name", keys: ["name", "sensitive", "in"]),
            let name = fields["name"].flatMap(name)
        else { return nil }
        return action(
            name, fields["sensitive"].flatMap(bool), fields["in"].flatMap(knownName))
    }

    fileprivate func alert(_ text: ActionText) -> DeviceAction? {
        guard let node = argument(text, "a name"),
            let fields = fields(node, "alert", short: "name", keys: ["name", "in"]),
            let name = fields["name"].flatMap(name)
        else { return nil }
        return .presentAlert(name, window: fields["in"].flatMap(knownName))
    }

    fileprivate func inWindow(
        _ text: ActionText, _ action: (Name?) -> DeviceAction
    ) -> DeviceAction? {
        guard let node = text.argument else { return action(nil) }
        let fields = fields(node, text.name, keys: ["in"], required: ["in"])
        return fields?["in"].flatMap(knownName).map(action)
    }

    fileprivate func focus(_ text: ActionText) -> DeviceAction? {
        guard let node = argument(text, "a field"),
            let fields = fields(node, "focus", short: "field", keys: ["field", "in"]),
            let field = fields["field"].flatMap(name)
        else { return nil }
        references.makeField(field)
        return .focus(field, window: fields["in"].flatMap(knownName))
    }

    fileprivate func window(_ text: ActionText) -> DeviceAction? {
        let keys = ["id", "level", "role", "sensitive", "frame"]
        guard let node = argument(text, "{id: …}"),
            let fields = fields(node, "window", keys: keys, required: ["id"]),
            let id = fields["id"].flatMap(madeName)
        else { return nil }
        var window = WindowDescription(id: id)
        window.level = fields["level"].flatMap(level) ?? window.level
        window.role = fields["role"].flatMap { choice($0) } ?? window.role
        window.isSensitive = fields["sensitive"].flatMap(bool) ?? window.isSensitive
        window.frame = fields["frame"].flatMap(frame) ?? window.frame
        return .createWindow(window)
    }

    private func frame(_ node: Node) -> Frame? {
        guard let numbers = points(node, "[x, y, width, height]", count: 4) else { return nil }
        guard numbers[2] >= 0 && numbers[3] >= 0 else {
            report("expected a width and height that aren't negative", at: node.mark)
            return nil
        }
        return Frame(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    fileprivate func setLevel(_ text: ActionText) -> DeviceAction? {
        let keys = ["id", "level"]
        guard let node = argument(text, "{id: …, level: …}"),
            let fields = fields(node, "set_level", keys: keys, required: keys)
        else { return nil }
        let (id, level) = (fields["id"].flatMap(knownName), fields["level"].flatMap(level))
        guard let id, let level else { return nil }
        return .setLevel(id, level)
    }
}
