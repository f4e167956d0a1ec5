import CYAML

/// One step of libyaml's walk through a text.
struct Event {
    enum Kind {
        case streamStart, streamEnd, documentStart, documentEnd, sequenceEnd, mappingEnd
        case alias(String)
        case scalar(Node.Scalar)
        case sequenceStart, mappingStart
    }

    var kind: Kind
    var anchor: String?
    var tag: String?
    var mark: Mark
}

/// libyaml's event parser over a copy of the text, which it owns.
@safe struct EventReader: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>
    private let origin: Int

    /// libyaml takes a byte order mark for a column, which would indent the first line alone.
    init(_ bytes: [UInt8], origin: Int) {
        self.origin = origin
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        unsafe parser = .allocate(capacity: 1)
        unsafe text = .allocate(capacity: max(bytes.count, 1))
        _ = unsafe text.initialize(fromContentsOf: bytes)
        precondition(unsafe yaml_parser_initialize(parser) == 1, "libyaml is out of memory")
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, text.baseAddress, bytes.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe text.deallocate()
    }

    mutating func next() throws(YAMLError) -> Event {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw problem() }
        defer { unsafe yaml_event_delete(&event) }
        return unsafe translate(event)
    }

    private func translate(_ event: yaml_event_t) -> Event {
        let mark = mark(unsafe event.start_mark)
        let data = unsafe event.data
        switch unsafe event.type {
        case YAML_STREAM_START_EVENT: return Event(kind: .streamStart, mark: mark)
        case YAML_DOCUMENT_START_EVENT: return Event(kind: .documentStart, mark: mark)
        case YAML_DOCUMENT_END_EVENT: return Event(kind: .documentEnd, mark: mark)
        case YAML_SEQUENCE_END_EVENT: return Event(kind: .sequenceEnd, mark: mark)
        case YAML_MAPPING_END_EVENT: return Event(kind: .mappingEnd, mark: mark)
        case YAML_ALIAS_EVENT:
            let name = unsafe string(data.alias.anchor) ?? ""
            return Event(kind: .alias(name), mark: mark)
        case YAML_SCALAR_EVENT:
            let scalar = unsafe data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let value = Node.Scalar(
                text: unsafe String(decoding: bytes, as: UTF8.self),
                isPlain: unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE && scalar.tag == nil)
            return unsafe Event(
                kind: .scalar(value), anchor: string(scalar.anchor), tag: string(scalar.tag),
                mark: mark)
        case YAML_SEQUENCE_START_EVENT:
            let start = unsafe data.sequence_start
            return unsafe Event(
                kind: .sequenceStart, anchor: string(start.anchor), tag: string(start.tag),
                mark: mark)
        case YAML_MAPPING_START_EVENT:
            let start = unsafe data.mapping_start
            return unsafe Event(
                kind: .mappingStart, anchor: string(start.anchor), tag: string(start.tag),
                mark: mark)
        default: return Event(kind: .streamEnd, mark: mark)
        }
    }

    private func problem() -> YAMLError {
        let parser = unsafe self.parser.pointee
        let mark = mark(unsafe parser.problem_mark)
        let context = unsafe parser.context.map { unsafe String(cString: $0) + ": " } ?? ""
        let problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "out of memory"
        return .syntax(context + problem, mark)
    }

    private func mark(_ mark: yaml_mark_t) -> Mark {
        Mark(line: Int(mark.line) + 1, column: Int(mark.column) + 1, origin: origin)
    }

    private func string(_ text: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe String(cString: text)
    }
}
