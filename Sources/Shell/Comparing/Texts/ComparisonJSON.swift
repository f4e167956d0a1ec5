import Reports
import Statistics

/// A comparison as `locksim schema compare` describes it: values those of the results, ratios and
/// probabilities numbers.
extension RunComparison {
    static let schema: UInt64 = 1

    public func json(exitCode: Int32) -> String {
        var writer = JSONWriter()
        writer.object { json in
            json.field("schema", Self.schema)
            json.field("kind", "comparison")
            json.field("verdict", verdict.rawValue)
            json.field("exit_code", Int(exitCode))
            json.field("runs_a", counts.a)
            json.field("runs_b", counts.b)
            json.field("left_out_a", leftOut.a)
            json.field("left_out_b", leftOut.b)
            json.field("least_p", decimal: "\(leastP.alone)")
            json.field("corrected_least_p", decimal: "\(leastP.corrected)")
            json.key("metrics")
            json.array { json in
                for row in rows { json.object { row.write(into: &$0) } }
            }
            json.field("geometric_mean", number: geometricMean)
            json.key("behaviour")
            json.array { json in
                for line in behaviour { json.value(line) }
            }
            json.key("troubles")
            json.array { json in
                for line in troubles { json.value(line) }
            }
        }
        return writer.text + "\n"
    }
}

extension RunComparison.Row {
    fileprivate func write(into json: inout JSONWriter) {
        let isRatio = comparison.scale == .ratio
        json.field("name", name)
        json.field("verdict", verdict?.rawValue)
        json.field("median_a", decimal: "\(comparison.medians.a)")
        json.field("median_b", decimal: "\(comparison.medians.b)")
        json.field("scale", isRatio ? "ratio" : "difference")
        json.field("change", decimal: "\(comparison.shift)")
        json.field("change_low", decimal: "\(comparison.interval.lowerBound)")
        json.field("change_high", decimal: "\(comparison.interval.upperBound)")
        json.field("minimum_effect", decimal: "\(minimumEffect)")
        json.field("noise_floor", decimal: "\(comparison.noiseFloor)")
        json.field("p", decimal: "\(comparison.p)")
        json.field("corrected_p", number: correctedP)
    }
}

extension JSONWriter {
    mutating func field(_ name: String, number: Double?) {
        key(name)
        if let number { decimal("\(number)") } else { null() }
    }
}
