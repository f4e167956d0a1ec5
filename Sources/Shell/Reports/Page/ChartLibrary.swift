public import Linux

/// dygraphs, which draws the charts of the page: read from where Debian's `libjs-dygraphs` puts it,
/// and put into each page whole.
public struct ChartLibrary: Sendable {
    public static let folder = "/usr/share/javascript/dygraphs"
    public static let package = "libjs-dygraphs"

    let script: String
    let style: String

    init(script: String, style: String) {
        self.script = script
        self.style = style
    }

    /// `LOCKSIM_DYGRAPHS` names another folder with the same two files.
    public static func load(
        variable: (String) -> String?
    ) throws(ReportError) -> ChartLibrary {
        let folder = variable("LOCKSIM_DYGRAPHS").flatMap { $0.isEmpty ? nil : $0 } ?? folder
        do throws(SystemError) {
            return ChartLibrary(
                script: withoutMap(try readText(folder + "/dygraph.min.js")),
                style: withoutMap(try readText(folder + "/dygraph.min.css")))
        } catch {
            throw .noChartLibrary(error)
        }
    }

    /// Source maps lie beside the original and not beside the page. Byte by byte: the library is
    /// 125 kB, most of it in one line.
    private static func withoutMap(_ text: String) -> String {
        let marks = ["//", "/*"].map { Array(($0 + "# source" + "MappingURL").utf8) }
        var kept: [UInt8] = []
        kept.reserveCapacity(text.utf8.count)
        for line in Array(text.utf8).split(separator: newline, omittingEmptySubsequences: false) {
            let end = line.indices.first { at in
                line[at] == slash && marks.contains { line[at...].starts(with: $0) }
            }
            if let end, end == line.startIndex { continue }
            kept += line[..<(end ?? line.endIndex)]
            kept.append(newline)
        }
        return String(decoding: kept.dropLast(), as: UTF8.self)
    }

    private static let newline = UInt8(ascii: "\n")
    private static let slash = UInt8(ascii: "/")

    /// Goes with every copy, as the licence asks.
    static let licence = """
        dygraphs: Copyright (c) 2006, 2009, 2011-2023 Dan Vanderkam, Paul Felix, Robert Konigsberg,
        David Eberlein, Google Inc., mirabilos, Petr Shevtsov, Deutsche Telekom LLCTO and others.

        Permission is hereby granted, free of charge, to any person obtaining a copy of this
        software and associated documentation files (the "Software"), to deal in the Software
        without restriction, including without limitation the rights to use, copy, modify, merge,
        publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons
        to whom the Software is furnished to do so, subject to the following conditions:

        The above copyright notice and this permission notice shall be included in all copies or
        substantial portions of the Software.

        THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED,
        INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR
        PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE
        FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
        OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER
        DEALINGS IN THE SOFTWARE.
        """
}

/// Why a report can't be rendered.
public enum ReportError: Error, Hashable, Sendable {
    case noChartLibrary(SystemError)
    /// In zlib's words.
    case noHistogramLog(String)
}

extension ReportError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noChartLibrary(let error):
            "report.html needs dygraphs, Debian package \(ChartLibrary.package) (\(error))"
        case .noHistogramLog(let words): "latency.hlog could not be packed: \(words)"
        }
    }
}
