import AppLock
import Chronology
import Scenarios
import YAML

/// The `timer_script` list.
extension Decoder {
    private static let timerKeys = [
        "arm", "rearm", "cancel", "advance", "advance_to", "on_fire", "repeat", "expect",
    ]
    private static let callbackKeys = ["arm", "rearm", "cancel"]
    /// More than any queue is asked for elsewhere.
    private static let repeatBound: UInt64 = 1_000_000_000

    func timerScript(_ node: Node, stable: Node?) -> TimerScript? {
        let stable = stable.flatMap(bool) ?? false
        guard let nodes = items(node, "steps") else { return nil }
        if nodes.isEmpty { report("expected at least one step", at: node.mark) }
        let steps = nodes.compactMap { timerStep($0, Decoder.timerKeys) }
        return TimerScript(steps: steps, needsStableQueue: stable)
    }

    private func timerStep(_ node: Node, _ keys: [String]) -> TimerScript.Step? {
        guard let (entry, value) = single(node, "timer step", keys: keys) else { return nil }
        guard let operation = operation(entry.key, value) else { return nil }
        return TimerScript.Step(operation, at: position(node.mark))
    }

    private func operation(_ key: String, _ value: Node) -> TimerScript.Operation? {
        switch key {
        case "arm":
            guard let (id, deadline) = deadline(value, key) else { return nil }
            references.make(id)
            return .arm(id, deadline)
        case "rearm":
            guard let (id, deadline) = deadline(value, key) else { return nil }
            return .rearm(id, deadline)
        case "cancel": return knownName(value).map { .cancel($0) }
        case "advance": return span(value).map { .advance($0) }
        case "advance_to": return span(value).map { .advanceTo($0) }
        case "on_fire":
            let keys = ["id", "do"]
            guard let fields = fields(value, key, keys: keys, required: keys) else { return nil }
            let id = fields["id"].flatMap(name)
            let steps = fields["do"].map { timerSteps($0, Decoder.callbackKeys) }
            guard let id, let steps else { return nil }
            return .onFire(id, steps)
        case "repeat":
            let keys = ["times", "do"]
            guard let fields = fields(value, key, keys: keys, required: keys) else { return nil }
            let times = fields["times"].flatMap { count($0, "times", 0...Decoder.repeatBound) }
            let steps = fields["do"].map { timerSteps($0, Decoder.timerKeys) }
            guard let times, let steps else { return nil }
            return .repeated(times: times, steps)
        default: return timerExpectation(value).map { .expect($0) }
        }
    }

    private func timerSteps(_ node: Node, _ keys: [String]) -> [TimerScript.Step] {
        oneOrMore(node).compactMap { timerStep($0, keys) }
    }

    /// Notes a name that is rearmed as used.
    private func deadline(_ node: Node, _ key: String) -> (Name, TimerScript.Deadline)? {
        guard let fields = fields(node, key, keys: ["id", "in", "at"], required: ["id"]) else {
            return nil
        }
        let id = fields["id"].flatMap { key == "arm" ? name($0) : knownName($0) }
        let (after, at) = (fields["in"].map(span), fields["at"].map(span))
        switch (after, at) {
        case (.some(let after), nil):
            guard let id, let after else { return nil }
            return (id, .after(after))
        case (nil, .some(let at)):
            guard let id, let at else { return nil }
            return (id, .at(at))
        case (nil, nil), (.some, .some):
            report("expected one of in and at in \(key)", at: node.mark)
            return nil
        }
    }

    private func timerExpectation(_ node: Node) -> TimerExpectation? {
        let keys = ["fired", "pending", "returned", "next", "memory_growth"]
        guard let fields = fields(node, "expect", keys: keys) else { return nil }
        var expectation = TimerExpectation()
        expectation.fired = fields["fired"].flatMap { items($0, "timer ids") }
            .flatMap { all($0, knownName) }
        expectation.pending = fields["pending"].flatMap(count)
        expectation.returned = fields["returned"].flatMap(bool)
        expectation.next = fields["next"].flatMap(spanLimit)
        expectation.memoryGrowth = fields["memory_growth"].flatMap(sizeLimit)
        return expectation
    }
}
