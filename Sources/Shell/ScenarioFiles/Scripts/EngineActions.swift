import AppLock
import Devices
import YAML

extension ActionRule {
    /// What goes through the engine: overlays, authentication, entries.
    static let engine: [ActionRule] = [
        ActionRule(name: "overlay") { $0.overlay($1) },
        .on("dismiss_overlay") { .dismissOverlay($0) },
        ActionRule(name: "authenticate") { $0.authenticate($1) },
        .bare("manual_lock", .manualLock),
        ActionRule(name: "entry") { $0.entry($1) },
    ]
}

extension Decoder {
    fileprivate func overlay(_ text: ActionText) -> DeviceAction? {
        guard let node = argument(text, "{kind: …, id: …}"),
            let fields = fields(
                node, "overlay", keys: ["kind", "id"], required: ["kind", "id"])
        else { return nil }
        let id = fields["id"].flatMap(madeName)
        let kind: OverlayKind? = fields["kind"].flatMap { choice($0) }
        guard let id, let kind else { return nil }
        return .overlay(kind, id)
    }

    fileprivate func entry(_ text: ActionText) -> DeviceAction? {
        guard let node = argument(text, "{kind: …, id: …}"),
            let fields = fields(node, "entry", keys: ["kind", "id"], required: ["kind", "id"])
        else { return nil }
        let id = fields["id"].flatMap(name)
        let kind: EntryKind? = fields["kind"].flatMap { choice($0) }
        guard let id, let kind else { return nil }
        return .entry(kind, id)
    }

    fileprivate func authenticate(_ text: ActionText) -> DeviceAction? {
        let keys = ["result", "generation", "method"]
        guard let node = argument(text, "success, failure, cancel or system_cancel"),
            let fields = fields(node, "authenticate", short: "result", keys: keys),
            let result: AuthenticationResult = fields["result"].flatMap({ choice($0) })
        else { return nil }
        let generation = fields["generation"].flatMap {
            count($0, "generation", 0...UInt64(UInt32.max))
        }
        return .authenticate(
            result, fields["method"].flatMap { choice($0) },
            generation: generation.map { UInt32($0) })
    }
}
