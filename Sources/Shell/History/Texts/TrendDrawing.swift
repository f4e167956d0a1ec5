import Reports
import Statistics

/// A trend as SVG: its values, the mean of each stretch, a line down at each change.
struct TrendDrawing {
    private static let width = 1000.0
    private static let height = 340.0
    private static let (left, right, top, bottom) = (90.0, 16.0, 16.0, 34.0)
    /// With more, a dot for each hides the line.
    private static let dotBound = 400

    private let trend: Trend
    private let values: [Double]
    private let highest: Double

    init(_ trend: Trend) {
        self.trend = trend
        values = trend.points.map(\.value)
        let most = values.max() ?? 0
        highest = most > 0 ? most * 1.05 : 1
    }

    var svg: String {
        """
        <svg viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" role="img"
          aria-labelledby="chart-title chart-words">
        <title id="chart-title">\(TrendPage.escaped(trend.metric)) by run</title>
        <desc id="chart-words">\(TrendPage.escaped(words))</desc>
        \(grid)
        \(line)
        \(means)
        \(marks)
        </svg>
        """
    }

    /// What the drawing shows, for who can't see it.
    private var words: String {
        guard let least = values.min(), let most = values.max() else { return "No values." }
        let range = "\(text(least)) to \(text(most)) over \(values.count) runs"
        let changes = trend.changes.map { change in
            let cells = TrendChange(change, trend)
            return "at run \(cells.point.run) from \(cells.before) to \(cells.after)"
        }
        return changes.isEmpty
            ? "\(range); no change." : "\(range); changes \(changes.joined(separator: ", "))."
    }

    private var grid: String {
        let steps = (0...4).map { step in
            let value = highest * Double(step) / 4
            return """
                <line class="grid" x1="\(Int(Self.left))" x2="\(Int(Self.width - Self.right))" \
                y1="\(y(value))" y2="\(y(value))"/>\
                <text x="\(Int(Self.left) - 8)" y="\(y(value))" dy="4" \
                text-anchor="end">\(text(value))</text>
                """
        }
        guard let first = trend.points.first, let last = trend.points.last else { return "" }
        let ends = [(first.run, 0, "start"), (last.run, values.count - 1, "end")]
        let runs = ends.prefix(values.count).map { run, index, anchor in
            "<text x=\"\(x(index))\" y=\"\(Int(Self.height) - 10)\" "
                + "text-anchor=\"\(anchor)\">run \(run)</text>"
        }
        return (steps + runs).joined(separator: "\n")
    }

    private var line: String {
        let places = values.indices.map { "\(x($0)),\(y(values[$0]))" }.joined(separator: " ")
        var text = "<polyline class=\"data\" points=\"\(places)\"/>"
        guard values.count <= Self.dotBound else { return text }
        for (index, point) in trend.points.enumerated() {
            let words = "run \(point.run): \(self.text(point.value))"
            text += "\n<circle class=\"dot\" cx=\"\(x(index))\" cy=\"\(y(point.value))\" r=\"3\">"
            text += "<title>\(words)</title></circle>"
        }
        return text
    }

    private var means: String {
        let ends = [0] + trend.changes.map(\.index) + [values.count]
        return zip(ends, ends.dropFirst()).filter { $0 < $1 }.map { start, end in
            let mean = values[start..<end].reduce(0, +) / Double(end - start)
            return "<line class=\"mean\" x1=\"\(x(start))\" x2=\"\(x(end - 1))\" "
                + "y1=\"\(y(mean))\" y2=\"\(y(mean))\"/>"
        }.joined(separator: "\n")
    }

    private var marks: String {
        trend.changes.map { change in
            let cells = TrendChange(change, trend)
            let words = "run \(cells.point.run): \(cells.before) to \(cells.after)"
            return "<line class=\"change\" x1=\"\(x(change.index))\" x2=\"\(x(change.index))\" "
                + "y1=\"\(Int(Self.top))\" y2=\"\(Int(Self.height - Self.bottom))\">"
                + "<title>\(words)</title></line>"
        }.joined(separator: "\n")
    }

    private func text(_ value: Double) -> String {
        TrendPage.escaped(MetricAmount(value, of: trend.metric).text)
    }

    private func x(_ index: Int) -> String {
        let span = Self.width - Self.left - Self.right
        let part = values.count > 1 ? Double(index) / Double(values.count - 1) : 0
        return tenths(Self.left + span * part)
    }

    private func y(_ value: Double) -> String {
        let span = Self.height - Self.top - Self.bottom
        return tenths(Self.height - Self.bottom - span * value / highest)
    }

    private func tenths(_ value: Double) -> String { String((value * 10).rounded() / 10) }
}
