/// Times as people and programs read them, in UTC.
public enum DateText {
    /// `2026-11-30 19:16`.
    static func minute(_ milliseconds: UInt64) -> String {
        let (date, time) = parts(milliseconds)
        return "\(date) \(time.prefix(5))"
    }

    /// `2026-11-30T19:16:03Z`, ISO 8601.
    public static func second(_ milliseconds: UInt64) -> String {
        let (date, time) = parts(milliseconds)
        return "\(date)T\(time)Z"
    }

    private static func parts(_ milliseconds: UInt64) -> (date: String, time: String) {
        let seconds = milliseconds / 1000
        let (year, month, day) = civil(days: seconds / 86_400)
        let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60]
        return (
            [digits(year, 4), digits(month, 2), digits(day, 2)].joined(separator: "-"),
            time.map { digits($0, 2) }.joined(separator: ":")
        )
    }

    /// The Gregorian date so many days after 1 January 1970: eras of 400 years that start in March,
    /// so that a leap day is the last of its year.
    private static func civil(days: UInt64) -> (year: UInt64, month: UInt64, day: UInt64) {
        let shifted = days + 719_468
        let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
        let leaps = dayOfEra / 1460 + dayOfEra / 146_096 - dayOfEra / 36_524
        let yearOfEra = (dayOfEra - leaps) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let fromMarch = (5 * dayOfYear + 2) / 153
        let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
        let day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
    }

    private static func digits(_ number: UInt64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(count - digits.count, 0)) + digits
    }
}
