import Reports
import Scenarios

/// A recorded value with its unit, which its name tells.
struct MetricAmount {
    var value: Double
    var unit: Metric.Unit

    init(_ value: Double, of name: String) {
        self.value = value
        unit = Self.unit(of: name)
    }

    /// Of the table of metrics, or of those a comparison has beside it.
    static func unit(of name: String) -> Metric.Unit {
        if case .found(let metric) = MetricTable.lookUp(name) { return metric.unit }
        return ["cpu_time", "wall_time"].contains(name) ? .duration : .number
    }

    /// What charts are drawn of: shares in billionths, all else as it is.
    var whole: UInt64 {
        let scaled = unit == .share ? value * 1_000_000_000 : value
        return UInt64(max(min(scaled, 1e18), 0))
    }

    var text: String { Self.text(whole, unit) }

    static func text(_ whole: UInt64, _ unit: Metric.Unit) -> String {
        let measured: MeasuredValue =
            switch unit {
            case .duration: .duration(nanoseconds: whole)
            case .share: .share(billionths: whole)
            case .bytes: .bytes(whole)
            case .number, .rate: .number(whole)
            }
        return Quantity.text(measured)
    }

    /// As JSON has numbers.
    var digits: String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    }
}

/// A change as a part, such as `+12.5 %`; nil where it has none since it starts at nought.
func percentText(from before: Double, to after: Double) -> String? {
    guard before > 0 else { return nil }
    let tenths = Int64(max(-1e15, min(((after / before - 1) * 1000).rounded(), 1e15)))
    let digits = "\(abs(tenths) / 10).\(abs(tenths) % 10)"
    return "\(tenths < 0 ? "-" : "+")\(digits) %"
}
