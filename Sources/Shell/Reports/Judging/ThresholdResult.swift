public import Scenarios

/// What came of one threshold.
public struct ThresholdResult: Hashable, Sendable {
    /// As written.
    public var that: String
    public var unit: Metric.Unit
    /// Nil: no data, which fails.
    public var value: MeasuredValue?
    public var count: UInt64
    public var passed: Bool
}

extension RunReport {
    /// In the file's order.
    public var thresholdResults: [ThresholdResult] {
        thresholds.map { threshold in
            let observed = observation(of: threshold.metric)
            let passed = observed.value?.satisfies(threshold.comparison, threshold.value) ?? false
            return ThresholdResult(
                that: threshold.text, unit: threshold.metric.unit, value: observed.value,
                count: observed.count, passed: passed)
        }
    }
}
