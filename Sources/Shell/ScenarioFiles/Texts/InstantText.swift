/// Civil instants, `2026-01-01T08:00:00Z`, in nanoseconds since 1970.
enum InstantText {
    /// Any instant from 1970 until 2200, in UTC, with up to nine decimals of a second.
    static func nanoseconds(_ text: String) throws(QuantityError) -> Int64 {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"),
            bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == UInt8(ascii: "T"),
            bytes[13] == 0x3A, bytes[16] == 0x3A
        else { throw .malformed }
        let year = try number(bytes[0..<4], 1970...2200)
        let month = try number(bytes[5..<7], 1...12)
        let day = try number(bytes[8..<10], 1...days(year, month))
        let hour = try number(bytes[11..<13], 0...23)
        let minute = try number(bytes[14..<16], 0...59)
        let second = try number(bytes[17..<19], 0...59)
        let decimals = try fraction(bytes[19..<(bytes.count - 1)])
        let dayNumber =
            (1970..<year).reduce(0) { $0 + (isLeap($1) ? 366 : 365) }
            + (1..<month).reduce(0) { $0 + days(year, $1) } + day - 1
        let seconds = ((dayNumber * 24 + hour) * 60 + minute) * 60 + second
        return Int64(seconds) * 1_000_000_000 + decimals
    }

    private static func number(
        _ digits: ArraySlice<UInt8>, _ range: ClosedRange<Int>
    ) throws(QuantityError) -> Int {
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { throw .malformed }
            value = value * 10 + Int(digit - 0x30)
        }
        guard range.contains(value) else { throw .malformed }
        return value
    }

    private static func fraction(_ text: ArraySlice<UInt8>) throws(QuantityError) -> Int64 {
        guard let first = text.first else { return 0 }
        let digits = text.dropFirst()
        guard first == 0x2E && !digits.isEmpty else { throw .malformed }
        guard digits.count <= 9 else { throw .tooFine }
        let padded = Array(digits) + Array(repeating: 0x30, count: 9 - digits.count)
        return Int64(try number(padded[...], 0...999_999_999))
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func days(_ year: Int, _ month: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
