import Chronology
import Scenarios
import YAML

/// Distributions, as maps of one kind and its numbers; a duration alone is a constant.
extension Decoder {
    static let distributionKinds = [
        "constant", "uniform", "exponential", "lognormal", "weibull", "pareto", "choice",
        "empirical", "mix",
    ]

    func distribution(_ node: Node) -> Distribution? {
        if node.scalar != nil { return span(node).map { .constant($0) } }
        guard let (entry, value) = single(node, "distribution", keys: Decoder.distributionKinds)
        else { return nil }
        return distribution(entry.key, value)
    }

    private func distribution(_ kind: String, _ node: Node) -> Distribution? {
        switch kind {
        case "constant": return span(node).map { .constant($0) }
        case "uniform": return uniform(node)
        case "exponential":
            let mean = fields(node, kind, short: "mean", keys: ["mean"])?["mean"]
            return mean.flatMap(positiveSpan).map { .exponential(mean: $0) }
        case "lognormal":
            guard let fields = required(node, kind, ["median", "sigma"]) else { return nil }
            let median = fields["median"].flatMap(positiveSpan)
            let sigma = fields["sigma"].flatMap { parameter($0, upTo: 10) }
            guard let median, let sigma else { return nil }
            return .lognormal(median: median, sigma: sigma)
        case "weibull":
            guard let fields = required(node, kind, ["shape", "scale"]) else { return nil }
            let shape = fields["shape"].flatMap { parameter($0, upTo: 100) }
            let scale = fields["scale"].flatMap(positiveSpan)
            guard let shape, let scale else { return nil }
            return .weibull(shape: shape, scale: scale)
        case "pareto": return pareto(node)
        case "choice":
            guard let items = items(node, "durations") else { return nil }
            if items.isEmpty { expected("at least one duration", node) }
            return items.isEmpty ? nil : all(items, span).map { .choice($0) }
        case "empirical": return empirical(node).map { .empirical($0) }
        default: return mix(node)
        }
    }

    /// Below a hundredth the tables that are drawn from no longer tell values apart.
    private func parameter(_ node: Node, upTo bound: UInt64) -> Millionths? {
        guard let number = number(node) else { return nil }
        let one = Millionths.one.rawValue
        if (one / 100...bound * one).contains(number.rawValue) { return number }
        expected("a number from 0.01 to \(bound)", node)
        return nil
    }

    private func required(_ node: Node, _ what: String, _ keys: [String]) -> Fields? {
        fields(node, what, keys: keys, required: keys)
    }

    private func uniform(_ node: Node) -> Distribution? {
        guard case .sequence(let items) = node.content, items.count == 2 else {
            expected("[shortest, longest]", node)
            return nil
        }
        guard let ends = all(items, span) else { return nil }
        guard ends[0] <= ends[1] else {
            report("expected the shorter end first", at: node.mark)
            return nil
        }
        return .uniform(from: ends[0], to: ends[1])
    }

    private func pareto(_ node: Node) -> Distribution? {
        let keys = ["scale", "shape", "cap"]
        guard let fields = fields(node, "pareto", keys: keys, required: ["scale", "shape"]) else {
            return nil
        }
        let scale = fields["scale"].flatMap(positiveSpan)
        let shape = fields["shape"].flatMap { parameter($0, upTo: 100) }
        let cap = fields["cap"].flatMap(span)
        guard let scale, let shape else { return nil }
        if let cap, cap < scale { expected("a cap not below the scale", fields["cap"]!) }
        return .pareto(scale: scale, shape: shape, cap: cap)
    }

    private func mix(_ node: Node) -> Distribution? {
        guard let items = items(node, "shares with a distribution") else { return nil }
        let parts = items.compactMap(component)
        guard parts.count == items.count else { return nil }
        let sum = parts.reduce(UInt64(0)) { $0 + $1.share.billionths }
        guard sum == Share.whole.billionths else {
            let percent = "\(sum / 10_000_000).\(String(sum % 10_000_000 + 10_000_000).dropFirst())"
            report("expected shares that sum to 100% (got \(percent)%)", at: node.mark)
            return nil
        }
        return .mix(parts)
    }

    private func component(_ node: Node) -> Distribution.Component? {
        let keys = ["share"] + Decoder.distributionKinds
        guard let fields = fields(node, "mix", keys: keys, required: ["share"]) else { return nil }
        let share = fields["share"].flatMap(share)
        let kinds = Decoder.distributionKinds.filter { fields[$0] != nil }
        guard kinds.count == 1 else {
            report("expected one distribution beside the share", at: node.mark)
            return nil
        }
        let distribution = distribution(kinds[0], fields[kinds[0]]!)
        guard let share, let distribution else { return nil }
        return .init(share: share, distribution: distribution)
    }
}
