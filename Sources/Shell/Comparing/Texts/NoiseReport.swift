public import Reports
import Statistics

/// How large a change has to be before runs of one set and as many others can show it: the same
/// program against itself.
public struct NoiseReport: Sendable {
    private struct Row {
        var name: String
        var median: Double
        /// Of the median, 95 %; nil of too few runs.
        var interval: ClosedRange<Double>?
        /// As a part of the value; nil of too few runs.
        var floor: Double?
    }

    /// One run has no noise, and fewer than four on either side show nothing.
    static let leastCount = 4

    private static let head = ["metric", "median", "its 95% interval", "noise floor"]

    static let tooFew = "too few runs"

    private let count: Int
    private let leftOutCount: Int
    private let rows: [Row]

    /// Of the metrics a comparison shows that all runs have, above 0: nought makes no noise.
    public init(_ set: RunSet) {
        count = set.runs.count
        leftOutCount = set.leftOut.count
        rows = ComparedMetric.shown.compactMap { name in
            guard let values = set.values(name), values.allSatisfy({ $0 > 0 }) else { return nil }
            return Row(
                name: name, median: Quantiles.median(values),
                interval: Quantiles.medianInterval(values),
                floor: values.count < Self.leastCount ? nil : NoiseFloor(values, values).size)
        }
    }

    private var headline: String {
        let words = "\(ComparisonWords.runs(count)) against as many of the same program"
        return leftOutCount == 0
            ? words : words + "; left out, being invalid or partial: \(leftOutCount)"
    }

    private var cells: [[String]] {
        rows.map { row in
            let interval = row.interval.map {
                ComparisonWords.value($0.lowerBound, of: row.name) + " to "
                    + ComparisonWords.value($0.upperBound, of: row.name)
            }
            return [
                row.name, ComparisonWords.value(row.median, of: row.name),
                interval ?? Self.tooFew,
                row.floor.map { ComparisonWords.floor($0, .ratio, of: row.name) } ?? Self.tooFew,
            ]
        }
    }

    public func text(_ style: Style) -> String {
        style.spelled(headline + "\n\n" + TextTable(rows: [Self.head] + cells).text)
    }

    public var markdown: String {
        var text = "### noise floor\n\n\(headline).\n\n"
        text += "| " + Self.head.joined(separator: " | ") + " |\n"
        text += "| --- | ---: | ---: | ---: |\n"
        for row in cells { text += "| " + row.joined(separator: " | ") + " |\n" }
        return text
    }

    public var json: String {
        var writer = JSONWriter()
        writer.object { json in
            json.field("schema", RunComparison.schema)
            json.field("kind", "noise")
            json.field("runs", count)
            json.field("left_out", leftOutCount)
            json.key("metrics")
            json.array { json in
                for row in rows {
                    json.object { json in
                        json.field("name", row.name)
                        json.field("median", decimal: "\(row.median)")
                        json.field("median_low", number: row.interval?.lowerBound)
                        json.field("median_high", number: row.interval?.upperBound)
                        json.field("noise_floor", number: row.floor)
                    }
                }
            }
        }
        return writer.text + "\n"
    }
}
