import Testing

@testable import Reports

/// Lines on a terminal with fewer columns than they have letters.
@Suite struct FoldingTests {
    private func style(_ columns: Int, rows: Int? = 24) -> Style {
        Style(usesColour: false, usesUnicode: false, columns: columns, rows: rows)
    }

    @Test func wordsStayWholeAndWhatFollowsIsIndented() {
        let line = "  one two three four five six seven eight nine"
        #expect(style(40).folded(line) == "  one two three four five six seven\n    eight nine")
        #expect(style(40).folded(line, indent: 10).hasSuffix("\n          eight nine"))
        #expect(style(46).folded(line) == line)
    }

    @Test func eachLineIsFoldedByItself() {
        let words = Array(repeating: "words", count: 7).joined(separator: " ")
        #expect(
            style(40).folded("  short\n    \(words)")
                == "  short\n    words words words words words words\n      words")
    }

    @Test func anIndentThatLeavesNoRoomIsLess() {
        let line = "  --option-of-some-length X  " + "explained in more words than fit"
        #expect(style(40).folded(line, indent: 29).contains("\n    in more words than fit"))
    }

    @Test func aWordThatIsTooLongIsLeftToTheTerminal() {
        let path = String(repeating: "x", count: 60)
        #expect(style(40).folded(path) == path)
        #expect(style(40).folded("in \(path) and more").hasSuffix("\n  and more"))
    }

    @Test func offATerminalALineStaysOne() {
        let line = String(repeating: "word ", count: 40)
        #expect(style(40, rows: nil).folded(line) == line)
    }
}
