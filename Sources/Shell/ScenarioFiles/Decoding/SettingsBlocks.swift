import Devices
import Scenarios
import YAML

/// The `timers` and `device` blocks.
extension Decoder {
    func timers(_ node: Node) -> TimerChoice? {
        guard let fields = fields(node, "timers", keys: ["queue", "tick", "wake"]) else {
            return nil
        }
        var timers = TimerChoice()
        let queues = settings.queues.map { (word: $0, value: $0) }
        timers.queue = fields["queue"].flatMap { choice($0, queues) } ?? timers.queue
        let wakes = settings.wakes.map { (word: $0, value: $0) }
        timers.wake = fields["wake"].flatMap { choice($0, wakes) } ?? timers.wake
        timers.tick = fields["tick"].flatMap(positiveSpan) ?? timers.tick
        return timers
    }

    func device(_ node: Node) -> DeviceSettings? {
        let keys = [
            "snapshot_delay", "suspend_delay", "cover_animation", "protected_data_delay",
            "orientations", "wall_start", "fuzz",
        ]
        guard let fields = fields(node, "device", keys: keys) else { return nil }
        var device = DeviceSettings()
        device.snapshotDelay = fields["snapshot_delay"].flatMap(span)
        device.suspendDelay = fields["suspend_delay"].flatMap(span) ?? device.suspendDelay
        device.coverAnimation = fields["cover_animation"].flatMap(span) ?? device.coverAnimation
        device.protectedDataDelay =
            fields["protected_data_delay"].flatMap(span) ?? device.protectedDataDelay
        let orientations = fields["orientations"].flatMap { count($0, "orientations", 1...2) }
        device.orientations = orientations.map { UInt8($0) } ?? device.orientations
        device.wallStartNanoseconds =
            fields["wall_start"].flatMap(instant) ?? device.wallStartNanoseconds
        if let node = fields["fuzz"],
            let fuzz = self.fields(node, "fuzz", keys: ["equal_levels", "late_timers"])
        {
            device.fuzz.equalLevels = fuzz["equal_levels"].flatMap(bool) ?? false
            device.fuzz.lateTimers = fuzz["late_timers"].flatMap(bool) ?? false
        }
        return device
    }
}
