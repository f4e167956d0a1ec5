public import Reports
import Statistics

/// How large a change has to be before runs of one set and as many others can show it: the same
/// program against itself.
public enum NoiseText {
    private static let head = ["metric", "median", "its 95% interval", "noise floor"]

    public static func text(_ set: RunSet, _ style: Style) -> String {
        var rows = [head]
        for name in ComparedMetric.shown {
            guard let values = set.values(name), values.allSatisfy({ $0 > 0 }) else { continue }
            let interval = Quantiles.medianInterval(values).map {
                ComparisonWords.value($0.lowerBound, of: name) + " to "
                    + ComparisonWords.value($0.upperBound, of: name)
            }
            rows.append([
                name, ComparisonWords.value(Quantiles.median(values), of: name),
                interval ?? "too few runs",
                ComparisonWords.floor(NoiseFloor(values, values).share),
            ])
        }
        let runs = "\(set.runs.count) runs against as many of the same program\n\n"
        return style.spelled(runs + TextTable(rows: rows).text)
    }
}
