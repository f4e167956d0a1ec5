import Chronology
import Scenarios
import YAML

/// The `thresholds` list.
extension Decoder {
    func threshold(_ node: Node) -> Threshold? {
        guard
            let fields = fields(
                node, "threshold", short: "that", keys: ["that", "abort", "after"]),
            let that = fields["that"], let text = text(that, "a threshold")
        else { return nil }
        let form = "a threshold such as decision_latency.p99 < 5ms"
        let path = text.prefix { !" <>=!".contains($0) }
        let (comparison, value) = splitComparison(
            String(text.dropFirst(path.count).drop { $0 == " " }))
        guard let comparison, !path.isEmpty else {
            expected(form, that)
            return nil
        }
        guard let metric = metric(String(path), that) else { return nil }
        let number = Node(.scalar(.init(text: value, isPlain: true)), at: that.mark)
        guard let limit = limitValue(metric.unit, number) else { return nil }
        var threshold = Threshold(
            metric: metric, comparison: comparison, value: limit, text: text,
            position: position(node.mark))
        threshold.aborts = fields["abort"].flatMap(bool) ?? false
        threshold.after = fields["after"].flatMap(span) ?? .zero
        if threshold.aborts && !MetricTable.isKnownMeanwhile(metric) {
            report(
                "expected a metric that is known while a run goes on beside “abort” "
                    + "(got \(quoted(metric.base)), known at the end)", at: that.mark)
        }
        if let mark = fields.keyMark("after"), !threshold.aborts {
            report("expected “after” only beside “abort: true”", at: mark)
        }
        return threshold
    }

    private func metric(_ path: String, _ node: Node) -> Metric? {
        switch MetricTable.lookUp(path) {
        case .found(let metric): return metric
        case .needsSuffix(let nearest):
            report(
                "expected a suffix after \(quoted(path)); did you mean “\(nearest)”?",
                at: node.mark)
        case .unknown(let nearest):
            let hint = nearest.map { "; did you mean “\($0)”?" } ?? ""
            report("expected a known metric (got \(quoted(path)))\(hint)", at: node.mark)
        }
        return nil
    }

    private func limitValue(_ unit: Metric.Unit, _ node: Node) -> Threshold.Value? {
        switch unit {
        case .duration: span(node).map { .duration($0) }
        case .number: number(node).map { .number($0) }
        case .share: load(node).map { .share($0) }
        case .rate: rate(node).map { .rate($0) }
        case .bytes: size(node).map { .bytes($0) }
        }
    }
}
