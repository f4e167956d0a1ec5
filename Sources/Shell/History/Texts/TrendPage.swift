import Reports
import Statistics

/// `history trend --html`: chart and tables in one file without scripts, which loads nothing.
public struct TrendPage {
    /// Newest runs in the table; the chart has all.
    static let rowBound = 200

    private let trend: Trend

    public init(_ trend: Trend) { self.trend = trend }

    public var text: String {
        let title = "\(trend.metric) of \(trend.newest.scenario)"
        let policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="generator" content="locksim \(Version.text)">
            <title>\(Self.escaped(title))</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <main>
            <h1>\(Self.escaped(title))</h1>
            <p>\(Self.escaped(trend.headline)).</p>
            <section><h2>Values</h2>
            \(Self.wide("chart", TrendDrawing(trend).svg))
            <p class="note">Each run by its number, the oldest at the left. A line across is the
            mean between two changes; a dashed line down is a change.</p></section>
            <section><h2>Changes</h2>\(changes)</section>
            <section><h2>Runs</h2>\(runs)</section>
            </main>
            <footer><p>locksim \(Version.text). One file, nothing is loaded from
            elsewhere.</p></footer>
            </body>
            </html>

            """
    }

    private var changes: String {
        let none = "<p>None: no difference between earlier and later runs is significant.</p>"
        guard !trend.changes.isEmpty else { return none + remarks }
        let head = ["run", "ended (UTC)", "version", "commit", "before", "after", "change", "p"]
        let rows = trend.changes.map { change in
            let cells = TrendChange(change, trend)
            return [
                "\(cells.point.run)", DateText.minute(cells.point.finishedMilliseconds),
                cells.point.version, cells.commit, cells.before, cells.after, cells.percent,
                cells.p,
            ]
        }
        return table("Where the values changed, the first run after each change", head, rows)
            + remarks
    }

    private var remarks: String {
        trend.remarks.map { "<p class=\"note\">\(Self.escaped($0)).</p>" }.joined()
    }

    private var runs: String {
        let rows = trend.points.suffix(Self.rowBound).reversed().map { point in
            [
                "\(point.run)", MetricAmount(point.value, of: trend.metric).text,
                DateText.minute(point.finishedMilliseconds), point.version,
                point.commit.map { String($0.prefix(10)) } ?? "-",
            ]
        }
        let isWhole = trend.points.count <= Self.rowBound
        return table(
            isWhole ? "All runs, the newest first" : "The newest \(Self.rowBound) runs",
            ["run", "value", "ended (UTC)", "version", "commit"], Array(rows))
    }

    private func table(_ caption: String, _ head: [String], _ rows: [[String]]) -> String {
        func cells(_ cells: [String], _ tag: String) -> String {
            cells.map { "<\(tag)>\(Self.escaped($0))</\(tag.prefix(2))>" }.joined()
        }
        let body = rows.map { "<tr>\(cells($0, "td"))</tr>" }.joined(separator: "\n")
        return Self.wide(
            caption,
            """
            <table><caption>\(caption)</caption>
            <thead><tr>\(cells(head, "th scope=\"col\""))</tr></thead>
            <tbody>
            \(body)
            </tbody></table>
            """)
    }

    /// What may be wider than a phone scrolls by itself, by keyboard too.
    private static func wide(_ name: String, _ body: String) -> String {
        "<div class=\"wide\" role=\"region\" aria-label=\"\(name)\" tabindex=\"0\">\(body)</div>"
    }

    /// As text within an element or an attribute in double quotes.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }

    private static let style = """
        :root { color-scheme: light dark; --back: #f6f6f3; --card: #fff; --text: #1d1f24;
          --soft: #5a5f69; --edge: #dddcd5; --grid: #e7e6e0; --data: #2563c9; --mean: #16845b;
          --change: #b3261e; }
        @media (prefers-color-scheme: dark) { :root { --back: #131519; --card: #1b1e24;
          --text: #e8e9ec; --soft: #a5abb6; --edge: #343943; --grid: #2b3038; --data: #7aa7ff;
          --mean: #5fd3a2; --change: #ff9b90; } }
        body { margin: 0; background: var(--back); color: var(--text);
          font: 16px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
        main, footer { max-width: 1080px; margin: 0 auto; padding: 16px 20px; }
        h1 { font-size: 28px; margin: 0; overflow-wrap: anywhere; }
        h2 { font-size: 20px; margin: 0 0 8px; }
        section { background: var(--card); border: 1px solid var(--edge); border-radius: 12px;
          padding: 16px 20px; margin: 16px 0; }
        .wide { overflow-x: auto; }
        /* The newest runs are at the right, and seen first. */
        .wide:has(svg) { direction: rtl; }
        .note, footer, caption { color: var(--soft); font-size: 14px; }
        caption { text-align: left; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { text-align: left; padding: 4px 16px 4px 0; border-bottom: 1px solid var(--edge);
          white-space: nowrap; }
        svg { direction: ltr; display: block; width: 100%; min-width: 560px; height: auto; }
        svg text { fill: var(--soft); font-size: 13px; }
        .grid { stroke: var(--grid); }
        .data { stroke: var(--data); fill: none; stroke-width: 1.5; }
        .dot { fill: var(--data); }
        .mean { stroke: var(--mean); stroke-width: 2.5; }
        .change { stroke: var(--change); stroke-width: 1.5; stroke-dasharray: 5 4; }
        """
}
