/// `report.html`: runs for people, in one file that needs nothing else and asks no network.
///
/// What a scenario's author wrote reaches the page as JSON with every `<` escaped, and from there
/// as text, never as markup; besides, the page's policy lets only its own two scripts run.
public struct ReportPage: Sendable {
    /// Beyond this, series and steps of further runs are left out.
    static let detailByteBound = 3_500_000

    let library: ChartLibrary

    public init(_ library: ChartLibrary) { self.library = library }

    public func text(_ reports: [RunReport]) -> String {
        let policy =
            "default-src 'none'; script-src 'sha256-\(SHA256.base64(library.script))' "
            + "'sha256-\(SHA256.base64(Self.script))'; style-src 'unsafe-inline'; base-uri 'none'; "
            + "form-action 'none'"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="generator" content="locksim \(Version.text)">
            <title>locksim</title>
            <!--
            \(ChartLibrary.licence)
            -->
            <style>\(library.style)\(Self.style)</style>
            </head>
            <body>
            <main id="report"><noscript><p>This report is drawn by its own scripts; allow them to
            run. result.json and summary.md say the same in text.</p></noscript></main>
            <footer><p>locksim \(Version.text). One file, nothing is loaded from elsewhere. Charts:
            dygraphs, MIT licence.</p></footer>
            <script type="application/json" id="data">\(Self.data(reports))</script>
            <script>\(library.script)</script>
            <script>\(Self.script)</script>
            </body>
            </html>

            """
    }

    static let style = text(of: PackageResources.report_css)

    static let script =
        "(function () {\n\"use strict\";\n"
        + [
            PackageResources.base_js, PackageResources.charts_js, PackageResources.series_js,
            PackageResources.player_js, PackageResources.page_js,
        ].map { text(of: $0) }.joined(separator: "\n") + "})();\n"

    private static func text(of bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// No `<` is left in it, so nothing in it can end its element.
    static func data(_ reports: [RunReport]) -> String {
        var texts: [String] = []
        var size = 0
        for report in reports {
            var text = report.pageJSON(isReduced: size > detailByteBound)
            if size + text.utf8.count > detailByteBound, size > 0 {
                text = report.pageJSON(isReduced: true)
            }
            size += text.utf8.count
            texts.append(text)
        }
        return "{\"runs\":[" + texts.joined(separator: ",\n") + "]}"
    }
}
