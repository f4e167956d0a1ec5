import Chronology
import Scenarios
import YAML

/// Files of measured values.
extension Decoder {
    /// A duration with its unit at the start of each line; further columns, blank lines, lines that
    /// begin with `#` and a heading are passed over.
    func empirical(_ node: Node) -> [TimeSpan]? {
        guard let file = text(node, "the name of a file") else { return nil }
        let bytes: [UInt8]
        do {
            bytes = try readFile(path(file), bound: settings.byteBound)
        } catch {
            report("\(error)", at: node.mark)
            return nil
        }
        guard bytes.count <= settings.byteBound else {
            report("\(file) has more than \(settings.byteBound) bytes", at: node.mark)
            return nil
        }
        hash.add(bytes)
        return spans(String(decoding: bytes, as: UTF8.self), file, node)
    }

    /// As seen from where the program runs.
    func path(_ file: String) -> String { file.hasPrefix("/") ? file : folder + file }

    private func spans(_ text: String, _ file: String, _ node: Node) -> [TimeSpan]? {
        var spans: [TimeSpan] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let column = line.prefix { $0 != "," && $0 != ";" }.filter { !$0.isWhitespace }
            if column.isEmpty || column.hasPrefix("#") { continue }
            do {
                spans.append(try SpanText.span(column))
            } catch {
                if index == 0 && column.first?.isLetter == true { continue }
                report(
                    "\(file), line \(index + 1): expected a duration (got \(quoted(column)))"
                        + error.words, at: node.mark)
                return nil
            }
        }
        if spans.isEmpty { report("\(file) holds no durations", at: node.mark) }
        return spans.isEmpty ? nil : spans
    }
}
