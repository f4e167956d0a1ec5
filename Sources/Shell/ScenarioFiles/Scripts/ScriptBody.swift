import AppLock
import Chronology
import Devices
import Scenarios
import YAML

/// The `script` list and `expect_violations`.
extension Decoder {
    func script(_ node: Node, expecting violations: Node?) -> Script? {
        let rules = violations.flatMap(expectedViolations) ?? []
        guard let nodes = items(node, "steps") else { return nil }
        if nodes.isEmpty { report("expected at least one step", at: node.mark) }
        var now = TimeSpan.zero
        var steps: [Script.Step] = []
        for node in nodes {
            guard let step = step(node, &now) else { continue }
            steps.append(step)
        }
        return Script(steps: steps, expectedViolations: rules)
    }

    private func step(_ node: Node, _ now: inout TimeSpan) -> Script.Step? {
        let keys = ["at", "after", "scene", "do", "expect"]
        guard let fields = fields(node, "step", keys: keys) else { return nil }
        if case .mapping(let entries) = node.content, entries.isEmpty {
            expected("a step of \(alternatives(keys))", node)
        }
        time(fields, &now)
        var step = Script.Step(at: now, position: position(node.mark))
        step.scene = fields["scene"].flatMap(knownName) ?? .main
        step.namesScene = fields["scene"] != nil
        step.actions = fields["do"].map { oneOrMore($0).compactMap(action) } ?? []
        step.expectation = fields["expect"].flatMap(expectation)
        return step
    }

    private func time(_ fields: Fields, _ now: inout TimeSpan) {
        let (at, after) = (fields["at"].flatMap(span), fields["after"].flatMap(span))
        if fields["at"] != nil && fields["after"] != nil {
            report("expected one of at and after in a step (got both)", at: fields.mark)
        } else if let at, at < now {
            expected("an instant not before the step above; time never goes back", fields["at"]!)
        } else if let at {
            instant(at, fields["at"]!, &now)
        } else if let after {
            instant(now + after, fields["after"]!, &now)
        }
    }

    /// Clocks are read as signed numbers: later instants couldn't be told apart.
    private func instant(_ instant: TimeSpan, _ node: Node, _ now: inout TimeSpan) {
        if instant.nanoseconds < UInt64(Int64.max) {
            now = instant
        } else {
            expected("an instant within 292 years", node)
        }
    }

    private func expectedViolations(_ node: Node) -> [Rule]? {
        guard let items = items(node, "rule names") else { return nil }
        let words = Rule.allCases.map(\.rawValue)
        var rules: [Rule] = []
        for item in items {
            guard let word = text(item, "a rule name") else { continue }
            guard let rule = Rule(rawValue: word) else {
                expected("the name of a rule", item, reason: hint(word, in: words))
                continue
            }
            if rules.contains(rule) {
                expected("each rule once", item)
            } else {
                rules.append(rule)
            }
        }
        return rules
    }
}
