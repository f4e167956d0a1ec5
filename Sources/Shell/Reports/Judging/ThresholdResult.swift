import Chronology
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

/// A threshold that ended a run, and when in model time.
public struct Ending: Hashable, Sendable {
    public var result: ThresholdResult
    public var at: UInt64

    public init(result: ThresholdResult, at: UInt64) {
        self.result = result
        self.at = at
    }
}

extension RunReport {
    /// In the file's order.
    public var thresholdResults: [ThresholdResult] {
        thresholds.map { result(of: $0) }
    }

    private func result(of threshold: Threshold) -> ThresholdResult {
        let observed = observation(of: threshold.metric)
        let passed = observed.value?.satisfies(threshold.comparison, threshold.value) ?? false
        return ThresholdResult(
            that: threshold.text, unit: threshold.metric.unit, value: observed.value,
            count: observed.count, passed: passed)
    }

    /// The first threshold that ends the run of which this is the report so far; `reached` in
    /// model time. None before the warm-up is over, and none without data.
    public func endingThreshold(reached: UInt64) -> Ending? {
        guard reached >= warmupNanoseconds else { return nil }
        for threshold in thresholds where threshold.aborts {
            guard reached >= threshold.after.nanoseconds else { continue }
            let result = result(of: threshold)
            if result.value != nil && !result.passed { return Ending(result: result, at: reached) }
        }
        return nil
    }
}
