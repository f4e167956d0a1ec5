import Scenarios
import YAML

/// One of a population's `faults`.
extension Decoder {
    private static let faultKinds = [
        "wall_clock", "device_sleep", "kill", "reboot", "events", "worker", "engine",
    ]

    func fault(_ node: Node) -> Fault? {
        guard let (entry, value) = single(node, "fault", keys: Decoder.faultKinds) else {
            return nil
        }
        switch entry.key {
        case "wall_clock": return wallClock(value)
        case "device_sleep": return faultShare(value, entry.key).map { .deviceSleep(share: $0) }
        case "kill": return faultShare(value, entry.key).map { .kill(share: $0) }
        case "reboot":
            let fields = fields(value, "reboot", keys: ["rate"], required: ["rate"])
            return fields?["rate"].flatMap(rate).map { .reboot($0) }
        case "events": return eventFaults(value).map { .events($0) }
        case "worker":
            let fields = fields(value, "worker", keys: ["kill", "at"], required: ["kill", "at"])
            _ = fields?["kill"].flatMap { count($0, "kill", 1...4_096) }
            _ = fields?["at"].flatMap(span)
        default:
            let fields = fields(value, "engine", keys: ["pause", "at"], required: ["pause", "at"])
            _ = fields?["pause"].flatMap(span)
            _ = fields?["at"].flatMap(span)
        }
        notYet("the fault \(entry.key)", at: entry.keyMark)
        return nil
    }

    private func faultShare(_ node: Node, _ what: String) -> Share? {
        fields(node, what, keys: ["share"], required: ["share"])?["share"].flatMap(share)
    }

    private func wallClock(_ node: Node) -> Fault? {
        let keys = ["shift", "share"]
        guard let fields = fields(node, "wall_clock", keys: keys, required: keys) else {
            return nil
        }
        let share = fields["share"].flatMap(share)
        guard let shift = fields["shift"] else { return nil }
        guard case .sequence(let items) = shift.content, items.count == 2 else {
            expected("[furthest back, furthest on]", shift)
            return nil
        }
        guard let ends = all(items, self.shift), let share else { return nil }
        guard ends[0] <= ends[1] else {
            report("expected the smaller shift first", at: shift.mark)
            return nil
        }
        return .wallClock(shift: ends[0]...ends[1], share: share)
    }

    private func eventFaults(_ node: Node) -> EventFaults? {
        let keys = ["drop", "duplicate", "delay", "share"]
        guard let fields = fields(node, "events", keys: keys) else { return nil }
        var faults = EventFaults()
        faults.drop = fields["drop"].flatMap(share) ?? .zero
        faults.duplicate = fields["duplicate"].flatMap(share) ?? .zero
        faults.delay = fields["delay"].flatMap(distribution)
        faults.delayShare = fields["share"].flatMap(share) ?? .zero
        if (fields["delay"] == nil) != (fields["share"] == nil) {
            report("expected delay and its share together", at: node.mark)
        }
        return faults
    }
}
