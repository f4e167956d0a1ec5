import Testing
import YAML

@Suite struct DocumentTests {
    private func parse(
        _ text: String, _ limits: Document.Limits = Document.Limits()
    ) throws(YAMLError) -> Document {
        try Document(parsing: Array(text.utf8), limits: limits)
    }

    /// A tree in one line: `?` marks plain scalars.
    private func sketch(_ node: Node) -> String {
        switch node.content {
        case .scalar(let scalar): scalar.text + (scalar.isPlain ? "?" : "")
        case .sequence(let items): "[" + items.map(sketch).joined(separator: " ") + "]"
        case .mapping(let entries):
            "{" + entries.map { "\($0.key)=\(sketch($0.value))" }.joined(separator: " ") + "}"
        }
    }

    @Test(arguments: [
        ("a", "a?"), ("'a'", "a"), ("!!str a", "a"), ("[a, \"b\"]", "[a? b]"),
        ("{b: 1, a: [~]}", "{b=1? a=[~?]}"), ("- x\n- y", "[x? y?]"),
        ("a: >-\n  b\n  c\n", "{a=b c}"), ("a: |\n  b\n", "{a=b\n}"), ("a:", "{a=?}"),
        ("a: &x [1]\nb: *x", "{a=[1?] b=[1?]}"), ("\u{FEFF}a", "a?"),
        ("\u{FEFF}a: 1\nb: 2", "{a=1? b=2?}"),
        ("a: &x {p: 1, q: 2}\nb: {<<: *x, q: 3}", "{a={p=1? q=2?} b={q=3? p=1?}}"),
        ("b: {<<: [{p: 1}, {p: 2, r: 4}], q: 3}", "{b={q=3? p=1? r=4?}}"),
        ("{\"<<\": 1}", "{<<=1?}"),
    ]) func trees(_ text: String, _ expected: String) throws {
        #expect(sketch(try parse(text).root) == expected)
    }

    @Test func marksCountFromOne() throws {
        let root = try Document(parsing: Array("a: 1\nbb: [x, yy]\n".utf8), origin: 3).root
        guard case .mapping(let entries) = root.content,
            case .sequence(let items) = entries[1].value.content
        else {
            Issue.record("no map")
            return
        }
        #expect(entries[1].keyMark == Mark(line: 2, column: 1, origin: 3))
        #expect(items[1].mark == Mark(line: 2, column: 9, origin: 3))
    }

    @Test func duplicatesAreListedAndTheFirstCounts() throws {
        let document = try parse("a: 1\nb: 2\na: 3\n")
        #expect(sketch(document.root) == "{a=1? b=2?}")
        #expect(document.duplicates.map(\.key) == ["a"])
        #expect(document.duplicates[0].mark.line == 3)
        #expect(document.duplicates[0].first.line == 1)
    }

    @Test(arguments: [
        ("", YAMLError.empty(Mark(line: 1, column: 1))),
        ("a\n---\nb\n", .severalDocuments(Mark(line: 2, column: 1))),
        ("*x", .unknownAlias("x", Mark(line: 1, column: 1))),
        ("&x [*x]", .recursiveAlias("x", Mark(line: 1, column: 5))),
        ("a\u{0}b", .controlCharacter(0, Mark(line: 1, column: 2))),
        ("\n a\u{7F}", .controlCharacter(0x7F, Mark(line: 2, column: 3))),
        ("? [a]\n: b", .keyIsNotScalar(Mark(line: 1, column: 3))),
        ("<<: a", .mergeOfNonMapping(Mark(line: 1, column: 5))),
        ("!!binary a", .unsupportedTag("tag:yaml.org,2002:binary", Mark(line: 1, column: 1))),
        ("!!map {}", .unsupportedTag("tag:yaml.org,2002:map", Mark(line: 1, column: 1))),
    ]) func errors(_ text: String, _ error: YAMLError) {
        #expect(throws: error) { try parse(text) }
    }

    @Test func limitsHold() {
        let limits = Document.Limits(byteCount: 40, nodeCount: 20, depth: 3)
        let start = Mark(line: 1, column: 1)
        #expect(throws: YAMLError.tooLarge(byteCount: 41, limit: 40, start)) {
            try parse(String(repeating: "a", count: 41), limits)
        }
        #expect(throws: YAMLError.tooDeep(limit: 3, Mark(line: 1, column: 4))) {
            try parse("[[[[]]]]", limits)
        }
        #expect(throws: YAMLError.tooManyNodes(limit: 20, Mark(line: 1, column: 27))) {
            try parse("[&a [1,2,3], &b [*a, *a], *b, *b]", limits)
        }
    }

    @Test func invalidUTF8HasItsPlace() {
        #expect(throws: YAMLError.invalidUTF8(Mark(line: 2, column: 2))) {
            try Document(parsing: [0x61, 0x3A, 0x0A, 0x20, 0xC3, 0x28])
        }
    }
}
