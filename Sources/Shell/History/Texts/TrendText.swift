public import Reports
import Scenarios
import Statistics

/// `locksim history trend` on a terminal: the chart, and what changed where.
public enum TrendText {
    public static func text(_ trend: Trend, _ style: Style) -> String {
        let unit = MetricAmount.unit(of: trend.metric)
        var text = trend.headline + "\n\n"
        let chart = LineChart(
            values: columns(trend, style), height: 8, marks: marks(trend)
        ) { MetricAmount.text($0, unit) }
        text += chart.text(style) + "\n"
        if trend.changes.isEmpty {
            text += "  no change\n"
        } else {
            let head = ["change at run", "ended (UTC)", "commit", "before", "after", "change", "p"]
            text +=
                TextTable(
                    rows: [head] + trend.changes.map { row($0, trend) }, leftColumns: [1, 2]
                ).fitting(style.columns, without: [1, 2]).text
        }
        for words in trend.remarks {
            let lines = wrapped(words, width: style.columns - 2)
            text += "\n  " + lines.joined(separator: "\n  ") + "\n"
        }
        return style.spelled(text)
    }

    /// As many as the chart has columns: of several runs in a column the highest.
    private static func columns(_ trend: Trend, _ style: Style) -> [UInt64] {
        let values = trend.points.map { MetricAmount($0.value, of: trend.metric).whole }
        let count = LineChart.valueCount(style)
        guard values.count > count else { return values }
        return (0..<count).map { column in
            let range = column * values.count / count..<(column + 1) * values.count / count
            return values[range].max() ?? 0
        }
    }

    private static func marks(_ trend: Trend) -> [String] {
        guard let first = trend.points.first, let last = trend.points.last else { return [] }
        return first.run == last.run ? ["\(first.run)"] : ["\(first.run)", "\(last.run)"]
    }

    private static func row(_ change: ChangePoint, _ trend: Trend) -> [String] {
        let cells = TrendChange(change, trend)
        return [
            String(cells.point.run), DateText.minute(cells.point.finishedMilliseconds),
            cells.commit, cells.before, cells.after, cells.percent, cells.p,
        ]
    }

    public static func json(_ trend: Trend) -> String {
        var writer = JSONWriter()
        writer.object { json in
            json.field("schema", historySchema)
            json.field("metric", trend.metric)
            json.field("unit", MetricAmount.unit(of: trend.metric).rawValue)
            json.key("newest")
            json.object { trend.newest.write(into: &$0) }
            json.field("older", trend.olderCount)
            json.field("left_out", trend.leftOutCount)
            json.key("points")
            json.array { json in
                for point in trend.points {
                    json.object { point.write(into: &$0, trend.metric) }
                }
            }
            json.key("changes")
            json.array { json in
                for change in trend.changes {
                    json.object { json in
                        json.field("run", Int(trend.points[change.index].run))
                        json.field("index", change.index)
                        json.field("mean_before", decimal: "\(change.meanBefore)")
                        json.field("mean_after", decimal: "\(change.meanAfter)")
                        json.field("p", decimal: "\(change.p)")
                    }
                }
            }
        }
        return writer.text + "\n"
    }
}

extension Trend.Point {
    fileprivate func write(into json: inout JSONWriter, _ metric: String) {
        json.field("run", Int(run))
        json.field("finished", DateText.second(finishedMilliseconds))
        json.field("version", version)
        json.field("commit", commit)
        json.field("value", decimal: MetricAmount(value, of: metric).digits)
    }
}

extension Trend {
    /// `decision_latency.p99 of quickstart, live: 40 runs, 2026-11-01 to 2026-11-30`.
    var headline: String {
        let days = [points.first, points.last].compactMap { point in
            point.map { String(DateText.minute($0.finishedMilliseconds).prefix(10)) }
        }
        let settings = newest.settings.isEmpty ? "" : ", " + newest.settings
        let period = days.first == days.last ? days.first ?? "" : days.joined(separator: " to ")
        return "\(metric) of \(newest.scenario), \(newest.mode)\(settings): "
            + "\(points.count) run\(points.count == 1 ? "" : "s"), \(period)"
    }

    /// What is not among the points, a sentence each without its full stop.
    var remarks: [String] {
        var remarks: [String] = []
        if olderCount > 0 {
            remarks.append(
                "these are the newest of \(Quantity.count(UInt64(points.count + olderCount))) such "
                    + "runs, and changes are looked for among them alone; “--limit N” takes in more"
            )
        }
        if leftOutCount > 0 {
            let (verb, noun) = leftOutCount == 1 ? ("is", "run") : ("are", "runs")
            let count = Quantity.count(UInt64(leftOutCount))
            remarks.append(
                "\(count) other \(noun) of this scenario \(verb) left out: of another mode, file, "
                    + "setting or host than the newest, no evidence, or without this metric")
        }
        return remarks
    }
}

/// One change in words.
struct TrendChange {
    var point: Trend.Point
    var commit: String
    var before: String
    var after: String
    var percent: String
    var p: String

    init(_ change: ChangePoint, _ trend: Trend) {
        point = trend.points[change.index]
        commit = point.commit.map { String($0.prefix(10)) } ?? "-"
        before = MetricAmount(change.meanBefore, of: trend.metric).text
        after = MetricAmount(change.meanAfter, of: trend.metric).text
        percent = percentText(from: change.meanBefore, to: change.meanAfter) ?? "-"
        p = change.p < 0.0001 ? "<0.0001" : "0." + Self.digits(change.p)
    }

    /// Four decimals of what is less than one.
    private static func digits(_ p: Double) -> String {
        let digits = String(Int(min((p * 10_000).rounded(), 9999)))
        return String(repeating: "0", count: 4 - digits.count) + digits
    }
}
