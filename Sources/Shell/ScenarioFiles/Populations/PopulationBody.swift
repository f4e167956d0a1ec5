import Chronology
import Scenarios
import YAML

/// The `population` block.
extension Decoder {
    func population(_ node: Node) -> Population? {
        let keys = [
            "sessions", "duration", "warmup", "workers", "load", "behaviour", "trace",
            "time_scale", "faults",
        ]
        guard let fields = fields(node, "population", keys: keys, required: required(node))
        else { return nil }
        let sessions = fields["sessions"].flatMap { count($0, "sessions", 1...1_000_000_000) }
        let duration = fields["duration"].flatMap(positiveSpan)
        let source = source(fields)
        let load = fields["load"].flatMap { items($0, "load segments") } ?? []
        let segments = load.compactMap(loadSegment)
        let faults = fields["faults"].flatMap { items($0, "faults") }?.compactMap(fault) ?? []
        let workers = fields["workers"].flatMap(workers) ?? .automatic
        let warmup = fields["warmup"].flatMap(span) ?? .zero
        let timeScale = fields["time_scale"].flatMap { number($0, upTo: 1_000_000) }
        if let duration, warmup >= duration, let node = fields["warmup"] {
            expected("a warm-up shorter than the duration", node)
        }
        guard let source else { return nil }
        guard var population = population(source, sessions, duration) else { return nil }
        population.warmup = warmup
        population.workers = workers
        population.load = segments
        population.timeScale = timeScale ?? .one
        population.faults = faults
        return population
    }

    /// A trace knows both by itself.
    private func required(_ node: Node) -> [String] {
        guard case .mapping(let entries) = node.content,
            entries.contains(where: { $0.key == "trace" })
        else { return ["sessions", "duration"] }
        return []
    }

    private func population(
        _ source: Population.Source, _ sessions: UInt64?, _ duration: TimeSpan?
    ) -> Population? {
        switch source {
        case .behaviours:
            guard let sessions, let duration else { return nil }
            return Population(sessions: sessions, duration: duration, source: source)
        case .trace(let trace):
            let end = max(trace.end, TimeSpan(nanoseconds: 1))
            return Population(
                sessions: sessions ?? UInt64(trace.recordings.count), duration: duration ?? end,
                source: source)
        }
    }

    private func workers(_ node: Node) -> Population.Workers? {
        if node.scalar?.text == "auto" { return .automatic }
        return count(node, "workers, auto or a number", 1...4_096).map { .count(Int($0)) }
    }

    private func source(_ fields: Fields) -> Population.Source? {
        switch (fields["behaviour"], fields["trace"]) {
        case (let node?, nil): return behaviours(node).map { .behaviours($0) }
        case (nil, let node?):
            for key in ["load", "faults"] {
                guard let mark = fields.keyMark(key) else { continue }
                report("expected “\(key)” only beside behaviour; a trace has its own", at: mark)
            }
            return trace(node).map { .trace($0) }
        case (nil, nil), (.some, .some):
            report("expected one of behaviour and trace in population", at: fields.mark)
            return nil
        }
    }

    private func behaviours(_ node: Node) -> [Behaviour]? {
        guard let items = items(node, "behaviours") else { return nil }
        let behaviours = items.compactMap(behaviour)
        guard behaviours.count == items.count else { return nil }
        guard behaviours.contains(where: { $0.weight.rawValue > 0 }) else {
            report("expected at least one behaviour with a weight above 0", at: node.mark)
            return nil
        }
        var seen: Set<String> = []
        for (item, behaviour) in zip(items, behaviours)
        where !seen.insert(behaviour.name).inserted {
            report("expected another name; “\(behaviour.name)” is taken", at: item.mark)
        }
        return behaviours
    }

    private func loadSegment(_ node: Node) -> LoadSegment? {
        let kinds = ["ramp", "hold", "spike", "arrivals"]
        guard let (entry, value) = single(node, "load segment", keys: kinds) else { return nil }
        switch entry.key {
        case "hold": return span(value).map { .hold($0) }
        case "ramp":
            let keys = ["to", "over", "shape"]
            guard let fields = fields(value, "ramp", keys: keys, required: ["to", "over"]) else {
                return nil
            }
            let (to, over) = (fields["to"].flatMap(load), fields["over"].flatMap(span))
            let shape: LoadSegment.Shape = fields["shape"].flatMap { choice($0) } ?? .linear
            guard let to, let over else { return nil }
            return .ramp(to: to, over: over, shape)
        case "spike":
            let keys = ["to", "over", "hold"]
            guard let fields = fields(value, "spike", keys: keys, required: keys) else {
                return nil
            }
            let (to, over) = (fields["to"].flatMap(load), fields["over"].flatMap(span))
            guard let to, let over, let hold = fields["hold"].flatMap(span) else { return nil }
            return .spike(to: to, over: over, hold: hold)
        default:
            let keys = ["rate", "over"]
            guard let fields = fields(value, "arrivals", keys: keys, required: keys) else {
                return nil
            }
            let (rate, over) = (fields["rate"].flatMap(rate), fields["over"].flatMap(span))
            guard let rate, let over else { return nil }
            return .arrivals(rate, over: over)
        }
    }
}
