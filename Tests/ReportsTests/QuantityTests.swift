import Reports
import Testing

@Suite struct QuantityTests {
    @Test(
        arguments: [
            (0, "0ns"), (999, "999ns"), (1000, "1us"), (1_234_567, "1.23ms"),
            (12_345_678, "12.3ms"),
            (999_900_000, "1000ms"), (59_000_000_000, "59s"), (60_000_000_000, "1m"),
            (65_000_000_000, "1m 05s"), (7_380_000_000_000, "2h 03m"),
            (93_600_000_000_000, "1d 02h"),
        ] as [(UInt64, String)])
    func durations(nanoseconds: UInt64, text: String) {
        #expect(Quantity.duration(nanoseconds) == text)
    }

    @Test func others() {
        #expect(Quantity.count(0) == "0")
        #expect(Quantity.count(1_234_567) == "1,234,567")
        #expect(Quantity.short(12_340) == "12.3 k")
        #expect(Quantity.bytes(1536) == "1.5 KiB")
        #expect(Quantity.rate(5, nanoseconds: 10_000_000_000) == "0.5/s")
        #expect(Quantity.rate(120_000, nanoseconds: 10_000_000_000) == "12 k/s")
        #expect(Quantity.rate(1, nanoseconds: 0) == "no time")
        #expect(Quantity.percent(1, of: 3) == "33.3%")
        #expect(Quantity.percent(.max, of: 1) == "many times")
        #expect(Quantity.decimal(1, per: 8, places: 3) == "0.125")
        #expect(Quantity.decimal(UInt64.max, per: 1, places: 9) == "18446744073709551615")
    }
}
