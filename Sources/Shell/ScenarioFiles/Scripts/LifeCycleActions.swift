import AppLock
import Chronology
import Devices
import YAML

extension ActionRule {
    /// Launch, leave, return, device lock, clocks.
    static let lifeCycle: [ActionRule] = [
        ActionRule(name: "launch") { $0.launch($1) },
        .bare("home", .home),
        .bare("open", .open),
        .bare("peek", .interrupt(.peek)),
        .bare("control_centre", .interrupt(.controlCentre)),
        .bare("call", .interrupt(.call)),
        .bare("permission_alert", .interrupt(.permissionAlert)),
        .bare("biometric_sheet", .interrupt(.biometricSheet)),
        .bare("return", .returnFromInterruption),
        ActionRule(name: "lock_device") { $0.lockDevice($1) },
        ActionRule(name: "unlock_device") { $0.unlockDevice($1) },
        .bare("swipe_abort", .swipeAbort),
        .bare("kill", .kill),
        ActionRule(name: "reboot") { $0.reboot($1) },
        ActionRule(name: "set_wall") { $0.setWall($1) },
        ActionRule(name: "snapshot") { $0.snapshot($1) },
        .bare("advance", .advance),
    ]
}

extension Decoder {
    fileprivate func launch(_ text: ActionText) -> DeviceAction? {
        guard let node = text.argument else { return .launch(background: false, loggedIn: nil) }
        guard let fields = fields(node, "launch", keys: ["background", "logged_in"]) else {
            return nil
        }
        return .launch(
            background: fields["background"].flatMap(bool) ?? false,
            loggedIn: fields["logged_in"].flatMap(bool))
    }

    fileprivate func lockDevice(_ text: ActionText) -> DeviceAction? {
        guard let node = text.argument else { return .lockDevice(asleep: true, alwaysOn: nil) }
        guard let fields = fields(node, "lock_device", keys: ["always_on", "asleep"]) else {
            return nil
        }
        return .lockDevice(
            asleep: fields["asleep"].flatMap(bool) ?? true,
            alwaysOn: fields["always_on"].flatMap(alwaysOn) ?? nil)
    }

    private func alwaysOn(_ node: Node) -> AlwaysOn?? {
        if node.scalar != nil { return bool(node).map { $0 ? AlwaysOn() : nil } }
        guard let fields = fields(node, "always_on", keys: ["ghost", "length"]) else { return nil }
        var alwaysOn = AlwaysOn()
        alwaysOn.ghost = fields["ghost"].flatMap(span) ?? alwaysOn.ghost
        alwaysOn.length = fields["length"].flatMap(span) ?? alwaysOn.length
        return alwaysOn
    }

    fileprivate func unlockDevice(_ text: ActionText) -> DeviceAction? {
        guard let node = text.argument else { return .unlockDevice(toHome: false) }
        let fields = fields(node, "unlock_device", keys: ["to"], required: ["to"])
        return fields?["to"].flatMap { choice($0, [("home", true)]) }
            .map { .unlockDevice(toHome: $0) }
    }

    fileprivate func reboot(_ text: ActionText) -> DeviceAction? {
        guard let node = text.argument else { return .reboot(down: .zero) }
        let fields = fields(node, "reboot", keys: ["down"], required: ["down"])
        return fields?["down"].flatMap(span).map { .reboot(down: $0) }
    }

    fileprivate func setWall(_ text: ActionText) -> DeviceAction? {
        guard let node = argument(text, "{shift: …} or {to: …}"),
            let fields = fields(node, "set_wall", keys: ["shift", "to"])
        else { return nil }
        switch (fields["shift"], fields["to"]) {
        case (let node?, nil): return shift(node).map { .shiftWall(nanoseconds: $0) }
        case (nil, let node?): return instant(node).map { .setWall(nanoseconds: $0) }
        case (nil, nil), (.some, .some):
            report("expected one of shift and to in set_wall", at: node.mark)
            return nil
        }
    }

    fileprivate func snapshot(_ text: ActionText) -> DeviceAction? {
        guard let node = text.argument else { return .snapshot(.portrait) }
        let fields = fields(node, "snapshot", keys: ["orientation"], required: ["orientation"])
        return fields?["orientation"].flatMap { choice($0) }.map { .snapshot($0) }
    }
}
