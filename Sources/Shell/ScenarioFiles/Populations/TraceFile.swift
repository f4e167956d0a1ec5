import AppLock
import Chronology
import Scenarios
import YAML

/// Files of recorded events: one JSON object a line, blank lines passed over.
///
/// What an event takes stands as in a step's `do`: `{"event": {"tap": "main"}}`; beside the event,
/// `{"event": "lock_device", "asleep": false}`; or under `arguments`.
extension Decoder {
    private static let traceKeys = ["t_ms", "session", "event", "arguments", "scene"]

    func trace(_ node: Node) -> Trace? {
        guard let file = text(node, "the name of a file") else { return nil }
        let path = path(file)
        let bytes: [UInt8]
        do {
            bytes = try readFile(path, bound: settings.traceByteBound)
        } catch {
            report("\(error)", at: node.mark)
            return nil
        }
        guard bytes.count <= settings.traceByteBound else {
            report("\(file) has more than \(settings.traceByteBound) bytes", at: node.mark)
            return nil
        }
        hash.add(bytes)
        var builder = TraceBuilder()
        let origin = addOrigin(path)
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !isFull {
            traceLine(line, Mark(line: index + 1, column: 1, origin: origin), &builder)
        }
        if lines.allSatisfy(isBlank) { report("\(file) holds no events", at: node.mark) }
        guard !builder.recordings.isEmpty else { return nil }
        return Trace(path: path, position: position(node.mark), recordings: builder.recordings)
    }

    private func traceLine(
        _ line: ArraySlice<UInt8>, _ start: Mark, _ builder: inout TraceBuilder
    ) {
        if isBlank(line) { return }
        guard line.count <= settings.traceLineBound else {
            report("a line of more than \(settings.traceLineBound) bytes", at: start)
            return
        }
        let document: Document
        do {
            document = try Document(parsing: Array(line))
        } catch {
            report("\(error)", at: error.mark.moved(to: start))
            return
        }
        for duplicate in document.duplicates {
            report(
                "expected each key once (got \(quoted(duplicate.key)) again)",
                at: duplicate.mark.moved(to: start))
        }
        let root = document.root.moved(to: start)
        guard case .mapping(let entries) = root.content else {
            expected("a JSON object: {\"t_ms\": …, \"session\": …, \"event\": …}", root)
            return
        }
        traceEntry(root, entries, &builder)
    }

    private func traceEntry(
        _ root: Node, _ entries: [Node.Entry], _ builder: inout TraceBuilder
    ) {
        let own = entries.filter { Decoder.traceKeys.contains($0.key) }
        let fields = Fields(mark: root.mark, entries: own)
        for key in ["t_ms", "session", "event"] where fields[key] == nil {
            report("expected key “\(key)” in an event", at: root.mark)
        }
        let at = fields["t_ms"].flatMap(milliseconds)
        let session = fields["session"].flatMap { text($0, "the name or number of a session") }
        let rest = entries.filter { !Decoder.traceKeys.contains($0.key) }
        let action = fields["event"].flatMap { traceAction($0, fields, rest) }
        let scene = fields["scene"].flatMap(knownName)
        guard let at, let session, let action else { return }
        var entry = Trace.Entry(at: at, action: action)
        entry.scene = scene ?? .main
        entry.namesScene = scene != nil
        if !builder.add(entry, of: session), let node = fields["t_ms"] {
            expected("a time not before the session's last; time never goes back", node)
        }
    }

    private func traceAction(
        _ node: Node, _ fields: Fields, _ rest: [Node.Entry]
    ) -> Script.Action? {
        guard var text = actionText(node) else { return nil }
        if text.argument == nil { text.argument = fields["arguments"] }
        if text.argument == nil, let first = rest.first {
            text.argument = Node(.mapping(rest), at: first.keyMark)
        } else if let first = rest.first {
            unknown(
                "key", first.key, in: "event", known: Decoder.traceKeys, at: first.keyMark)
        }
        return action(text)
    }

    private func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }
}

/// Sorts the events of a file by session.
private struct TraceBuilder {
    private(set) var recordings: [Trace.Recording] = []
    private var places: [String: Int] = [:]

    /// False, and nothing added, where time would go back.
    mutating func add(_ entry: Trace.Entry, of session: String) -> Bool {
        guard let place = places[session] else {
            places[session] = recordings.count
            recordings.append(Trace.Recording(session: session, entries: [entry]))
            return true
        }
        if let last = recordings[place].entries.last, entry.at < last.at { return false }
        recordings[place].entries.append(entry)
        return true
    }
}

extension Mark {
    /// From its own text of one line to where that line stands.
    fileprivate func moved(to start: Mark) -> Mark {
        Mark(line: start.line + line - 1, column: column, origin: start.origin)
    }
}

extension Node {
    fileprivate func moved(to start: Mark) -> Node {
        switch content {
        case .scalar: return Node(content, at: mark.moved(to: start))
        case .sequence(let items):
            return Node(.sequence(items.map { $0.moved(to: start) }), at: mark.moved(to: start))
        case .mapping(let entries):
            let moved = entries.map {
                Node.Entry(
                    key: $0.key, keyMark: $0.keyMark.moved(to: start),
                    value: $0.value.moved(to: start))
            }
            return Node(.mapping(moved), at: mark.moved(to: start))
        }
    }
}
