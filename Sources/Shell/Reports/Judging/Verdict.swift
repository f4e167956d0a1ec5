import Simulation

/// What can be wrong with a run, the worst first; raw values are exit codes.
public enum Trouble: Int32, CaseIterable, Hashable, Sendable {
    case internalError = 70
    case processLost = 97
    case notDeterministic = 96
    case invalid = 98
    case violation = 95
    case threshold = 99

    /// The exit code that stands for several runs: that of the worst.
    public static func heaviest(_ codes: [Int32]) -> Int32 {
        let order: [Int32] = [70, 74, 130, 143, 97, 96, 98, 95, 99]
        return order.first { codes.contains($0) } ?? codes.first { $0 != 0 } ?? 0
    }
}

/// Pass or not, in one word.
public enum Verdict: String, Hashable, Sendable {
    case pass, fail, invalid, error, interrupted
}

extension RunReport {
    /// The worst first.
    public var troubles: [Trouble] {
        Trouble.allCases.filter { trouble in
            switch trouble {
            case .internalError: internalError != nil
            case .processLost: !lostProcesses.isEmpty
            case .notDeterministic: isDeterministic == false
            case .invalid: !isValid
            case .violation: expectations.failed > 0 || !isScript && part.violationTotal > 0
            case .threshold: ending != nil || thresholdResults.contains { !$0.passed }
            }
        }
    }

    /// A partial result of a signal says so, whatever else it shows, unless this program failed.
    public var exitCode: Int32 {
        let worst = troubles.first
        if let signal, worst != .internalError { return 128 + signal }
        return worst?.rawValue ?? 0
    }

    public var verdict: Verdict {
        switch troubles.first {
        case .internalError: .error
        case _ where signal != nil: .interrupted
        case .processLost: .error
        case .invalid: .invalid
        case .notDeterministic, .violation, .threshold: .fail
        case nil: .pass
        }
    }

    /// Everything that is wrong, in words, the worst first.
    public var reasons: [String] {
        var reasons = internalError.map { ["internal error: \($0)"] } ?? []
        reasons += lostProcesses
        if let signal { reasons.append("stopped by \(signal == 2 ? "SIGINT" : "SIGTERM")") }
        if isDeterministic == false {
            let by = queue == nil ? "" : ", and by the timer queue alone"
            reasons.append("two runs of this seed differ" + by)
        }
        reasons += allInvalidReasons
        if expectations.failed > 0 {
            reasons.append("\(expectations.failed) of \(expectations.checked) expectations failed")
        }
        if !isScript, part.violationTotal > 0 {
            let count = part.violationTotal
            reasons.append("\(Quantity.count(count)) violation\(count == 1 ? "" : "s")")
        }
        if let ending {
            reasons.append("ended at \(Quantity.duration(ending.at)) by \(ending.result.words)")
        }
        for result in thresholdResults
        where !result.passed && result.that != ending?.result.that {
            reasons.append(result.words)
        }
        return reasons
    }
}

extension ThresholdResult {
    /// `leaks == 0 (got 3)`.
    fileprivate var words: String {
        let value = value.map { "got \(Quantity.text($0))" } ?? "no data"
        return "\(that) (\(value))"
    }
}
