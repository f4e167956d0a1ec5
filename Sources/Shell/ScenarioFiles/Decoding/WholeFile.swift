import Scenarios
import YAML

/// The outermost map of a file.
extension Decoder {
    private static let keys = [
        "scenario", "description", "mode", "seed", "engine", "timers", "device", "thresholds",
        "script", "expect_violations", "population", "timer_script", "stable",
    ]
    private static let bodies = ["script", "population", "timer_script"]

    /// A scenario that counts only if nothing was noted.
    func scenario(_ root: Node, path: String) -> Scenario? {
        guard
            let fields = fields(
                root, "scenario file", keys: Decoder.keys, required: ["scenario"])
        else { return nil }
        let name = fields["scenario"].flatMap(scenarioName)
        let description = fields["description"].flatMap(description)
        let mode: Scenario.Mode? = fields["mode"].flatMap { choice($0) }
        let seed = fields["seed"].flatMap { count($0, "a seed", 0...UInt64.max) }
        let engine = fields["engine"].flatMap(engine)
        let timers = fields["timers"].flatMap(timers)
        let device = fields["device"].flatMap(device)
        let thresholds = fields["thresholds"].flatMap { items($0, "thresholds") } ?? []
        let readThresholds = thresholds.map { ($0.mark, threshold($0)) }
        let body = body(fields)
        let aborting = readThresholds.first { $0.1?.aborts == true }
        if let aborting, let body, !body.canEndEarly {
            report("expected “abort” only with a population of behaviours", at: aborting.0)
        }
        references.check(self)
        guard let name, let body else { return nil }
        var scenario = Scenario(name: name, body: body, names: names, path: path, hash: hash)
        scenario.description = description ?? ""
        scenario.mode = mode ?? scenario.mode
        scenario.seed = seed ?? scenario.seed
        scenario.engine = engine ?? scenario.engine
        scenario.timers = timers ?? scenario.timers
        scenario.device = device ?? scenario.device
        scenario.thresholds = readThresholds.compactMap(\.1)
        return scenario
    }

    private func scenarioName(_ node: Node) -> String? {
        guard let name = text(node, "a name") else { return nil }
        let isWord = name.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
        }
        if isWord && name.utf8.count <= 200 { return name }
        expected("a name of a to z, 0 to 9 and hyphens", node)
        return nil
    }

    private func description(_ node: Node) -> String? {
        if let scalar = node.scalar { return scalar.isNull ? "" : scalar.text }
        expected("a text", node)
        return nil
    }

    private func body(_ fields: Fields) -> Scenario.Body? {
        let bodies = Decoder.bodies.filter { fields[$0] != nil }
        if bodies.isEmpty {
            report("expected one of \(alternatives(Decoder.bodies)) (got none)", at: fields.mark)
        }
        for body in bodies.dropFirst() {
            report(
                "expected one of \(alternatives(Decoder.bodies)) in a file "
                    + "(got “\(body)” beside “\(bodies[0])”)",
                at: fields.keyMark(body) ?? fields.mark)
        }
        belongs("expect_violations", to: "script", fields)
        belongs("stable", to: "timer_script", fields)
        return bodies.map { body($0, fields) }.first ?? nil
    }

    private func body(_ key: String, _ fields: Fields) -> Scenario.Body? {
        guard let node = fields[key] else { return nil }
        switch key {
        case "script":
            return script(node, expecting: fields["expect_violations"]).map { .script($0) }
        case "population": return population(node).map { .population($0) }
        default: return timerScript(node, stable: fields["stable"]).map { .timerScript($0) }
        }
    }

    private func belongs(_ key: String, to body: String, _ fields: Fields) {
        if let mark = fields.keyMark(key), fields[body] == nil {
            report("expected “\(key)” only beside “\(body)”", at: mark)
        }
    }
}

extension Scenario.Body {
    /// Scripts and traces are over before anybody looks.
    fileprivate var canEndEarly: Bool {
        guard case .population(let population) = self, case .behaviours = population.source
        else { return false }
        return true
    }
}
