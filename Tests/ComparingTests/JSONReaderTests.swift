import Comparing
import Foundation
import Testing

@Suite struct JSONReaderTests {
    private func error(_ text: String) -> String? {
        error(Array(text.utf8))
    }

    private func error(_ bytes: [UInt8]) -> String? {
        do throws(JSONError) {
            _ = try JSONReader.value(bytes)
            return nil
        } catch {
            return "\(error.line):\(error.column): \(error.message)"
        }
    }

    @Test func everyKindOfValueWithItsPlace() throws {
        let text = """
            {"a": [1, -2.5e3, true, null],
              "ä": {"b": "x\\n\\u00e9\\ud83d\\ude00"}, "big": 18446744073709551615}
            """
        let value = try JSONReader.value(Array(text.utf8))
        #expect(value["a"]?.items?[0].wholeNumber == 1)
        #expect(value["a"]?.items?[1].number == -2500)
        #expect(value["a"]?.items?[1].wholeNumber == nil)
        #expect(value["a"]?.items?[2].isTrue == true)
        #expect(value["a"]?.items?[3].content == .null)
        #expect(value["ä"]?["b"]?.text == "x\né😀")
        #expect(value["big"]?.wholeNumber == .max)
        let place = value["big"]
        #expect(place?.line == 2 && place?.column == 47)
        #expect(value["nothing"] == nil && value["a"]?["a"] == nil)
    }

    @Test(arguments: [
        ("", "1:1: expected a value (the text ends here)"),
        ("[1, 2", "1:6: expected “,” or “]” (the text ends here)"),
        ("[1,]", "1:4: expected a value (got “]”)"),
        ("{\"a\": 1,}", "1:9: expected a key in quotes (got “}”)"),
        ("{\"a\" 1}", "1:6: expected “:” behind a key (got “1”)"),
        ("{\"a\": 1, \"a\": 2}", "1:10: “a” stands twice"),
        ("{\n  \"a\": tru}", "2:8: expected a value (got “t”)"),
        ("01", "1:2: expected the end of the text (got “1”)"),
        ("1.", "1:3: expected a digit (the text ends here)"),
        ("- 1", "1:2: expected a digit (got “ ”)"),
        ("1 2", "1:3: expected the end of the text (got “2”)"),
        ("\"a\nb\"", "1:3: a control character inside a text"),
        ("\"\\x\"", "1:3: no such escape"),
        ("\"\\u12\"", "1:3: expected four hexadecimal digits behind \\u"),
        ("\"\\ud800\"", "1:8: half a character: its second \\u is missing"),
        ("\"\\udc00\"", "1:8: half a character"),
        ("\"abc", "1:5: expected “\"” at the end of a text (the text ends here)"),
        ("/* no */ 1", "1:1: expected a value (got “/”)"),
        ("NaN", "1:1: expected a value (got “N”)"),
    ])
    func whatIsWrongIsToldAtItsPlace(text: String, message: String) {
        #expect(error(text) == message)
    }

    @Test func bytesThatAreNoTextAndTooDeepNestingAreRefused() {
        #expect(error([0x22, 0xFF, 0x22]) == "1:1: not UTF-8 text")
        #expect(error(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)) == nil)
        let deep = String(repeating: "[", count: 65)
        #expect(error(deep) == "1:65: nested more than 64 deep")
        #expect(error(String(repeating: "[", count: 1_000_000))?.hasPrefix("1:65") == true)
    }

    /// Foundation takes the same texts, cut and changed at random, but for what only it lets pass.
    @Test func nothingIsTakenThatFoundationRefuses() {
        let good = Array(#"{"a": [1, 2.5e-3, "x\u0041"], "b": {"c": null, "d": false}}"#.utf8)
        var state: UInt64 = 5
        var taken = 0
        for _ in 0..<6000 {
            var bytes = good
            for _ in 0..<2 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let letters = Array(" 0\"{}[],:.eE-+\\utn".utf8)
                bytes[Int(state >> 33) % bytes.count] = letters[Int(state >> 20) % letters.count]
            }
            guard error(bytes) == nil else { continue }
            taken += 1
            let object = try? JSONSerialization.jsonObject(with: Data(bytes))
            #expect(object != nil, "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(taken > 100)
    }
}
