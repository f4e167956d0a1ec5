import AppLock
import Chronology
import Devices
import Scenarios
import YAML

/// One of a population's behaviours.
extension Decoder {
    func behaviour(_ node: Node) -> Behaviour? {
        let keys = [
            "name", "weight", "foreground", "background", "touches", "keys", "interruptions",
            "overlays", "authentication", "entries",
        ]
        let required = ["name", "foreground", "background"]
        guard let fields = fields(node, "behaviour", keys: keys, required: required) else {
            return nil
        }
        let name = fields["name"].flatMap { text($0, "a name") }
        let foreground = fields["foreground"].flatMap(distribution)
        let background = fields["background"].flatMap(distribution)
        if let foreground, let background, foreground.isNothing && background.isNothing {
            expected("foreground or background that takes time", fields["background"]!)
        }
        var behaviour = Behaviour(
            name: name ?? "", foreground: foreground ?? .constant(.zero),
            background: background ?? .constant(.zero))
        behaviour.weight = fields["weight"].flatMap(weight) ?? .one
        behaviour.touches = fields["touches"].flatMap(touches) ?? behaviour.touches
        behaviour.keys = fields["keys"].flatMap(rate) ?? .zero
        if let node = fields["interruptions"] { interruptions(node, &behaviour) }
        behaviour.overlays = fields["overlays"].flatMap(overlays) ?? []
        behaviour.authentication =
            fields["authentication"].flatMap(behaviourAuthentication) ?? behaviour.authentication
        behaviour.entries = fields["entries"].flatMap(rate) ?? .zero
        return name == nil || foreground == nil || background == nil ? nil : behaviour
    }

    private func weight(_ node: Node) -> Millionths? {
        guard let weight = number(node) else { return nil }
        if weight.rawValue <= 1_000_000 * Millionths.one.rawValue { return weight }
        expected("a weight of at most 1000000", node)
        return nil
    }

    private func touches(_ node: Node) -> Behaviour.Touches? {
        let keys = ["rate", "burst", "multi_touch"]
        guard let fields = fields(node, "touches", short: "rate", keys: keys) else { return nil }
        var touches = Behaviour.Touches()
        touches.rate = fields["rate"].flatMap(rate) ?? .zero
        touches.multiTouch = fields["multi_touch"].flatMap(share) ?? .zero
        let burstKeys = ["length", "gap"]
        if let node = fields["burst"],
            let burst = self.fields(node, "burst", keys: burstKeys, required: burstKeys)
        {
            let length = burst["length"].flatMap { count($0, "length", 1...10_000) }
            touches.burstLength = UInt32(length ?? 1)
            touches.burstGap = burst["gap"].flatMap(span) ?? .zero
        }
        return touches
    }

    private func interruptions(_ node: Node, _ behaviour: inout Behaviour) {
        guard
            let fields = fields(node, "interruptions", short: "rate", keys: ["rate", "kinds"])
        else { return }
        behaviour.interruptions = fields["rate"].flatMap(rate) ?? .zero
        behaviour.interruptionKinds =
            fields["kinds"].flatMap { weights($0, "kinds") } ?? behaviour.interruptionKinds
    }

    private func overlays(_ node: Node) -> [Behaviour.OverlayRate]? {
        let table = OverlayKind.allCases.map { (String(describing: $0), $0) }
        guard let fields = fields(node, "overlays", keys: table.map(\.0)) else { return nil }
        return table.compactMap { word, kind in
            fields[word].flatMap(rate).map { .init(kind: kind, rate: $0) }
        }
    }

    private func behaviourAuthentication(_ node: Node) -> Behaviour.Authentication? {
        guard
            let fields = fields(
                node, "authentication", keys: ["success", "takes", "methods"])
        else { return nil }
        var authentication = Behaviour.Authentication()
        authentication.success = fields["success"].flatMap(share) ?? authentication.success
        authentication.takes = fields["takes"].flatMap(distribution) ?? authentication.takes
        authentication.methods =
            fields["methods"].flatMap { weights($0, "methods") } ?? authentication.methods
        return authentication
    }

    /// A map of kinds to weights, in the order of the kinds' own list.
    private func weights<T: CaseIterable & Hashable & Sendable>(
        _ node: Node, _ what: String
    ) -> [Behaviour.Weighted<T>]? {
        let table = T.allCases.map { (snakeCase(String(describing: $0)), $0) }
        guard let fields = fields(node, what, keys: table.map(\.0)) else { return nil }
        let weights = table.compactMap { word, value in
            fields[word].flatMap(weight).map { Behaviour.Weighted(value, weight: $0) }
        }
        guard weights.contains(where: { $0.weight.rawValue > 0 }) else {
            report("expected at least one weight above 0 in \(what)", at: node.mark)
            return nil
        }
        return weights
    }
}
