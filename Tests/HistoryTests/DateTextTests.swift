import Testing

@testable import History

@Suite struct DateTextTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"), (1_796_066_163, "2026-11-30T19:16:03Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"),
    ])
    func secondsAreDates(seconds: UInt64, text: String) {
        #expect(DateText.second(seconds * 1000 + 999) == text)
    }
}
