/// Measured numbers for people: three digits that count and a unit; whole-number arithmetic.
public enum Quantity {
    /// `512ns`, `1.23ms`, `45s`, `1m 05s`, `2h 03m`, `3d 04h`.
    public static func duration(_ nanoseconds: UInt64) -> String {
        let units: [(UInt64, String)] = [
            (1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us"), (1, "ns"),
        ]
        let seconds = nanoseconds / 1_000_000_000
        if seconds >= 60 {
            let (large, small, names) =
                seconds >= 86_400
                ? (seconds / 86_400, seconds % 86_400 / 3_600, ("d", "h"))
                : seconds >= 3_600
                    ? (seconds / 3_600, seconds % 3_600 / 60, ("h", "m"))
                    : (seconds / 60, seconds % 60, ("m", "s"))
            let digits = small < 10 ? "0\(small)" : "\(small)"
            return small == 0 ? "\(large)\(names.0)" : "\(large)\(names.0) \(digits)\(names.1)"
        }
        for (unit, name) in units where nanoseconds >= unit {
            return threeDigits(nanoseconds, of: unit) + name
        }
        return "0ns"
    }

    /// `1,234,567`.
    public static func count(_ number: UInt64) -> String {
        var text = ""
        let digits = Array(String(number))
        for (index, digit) in digits.enumerated() {
            if index > 0 && (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    /// `1 session`, `1,234 sessions`.
    public static func count(_ number: UInt64, _ noun: String) -> String {
        count(number) + " " + noun + (number == 1 ? "" : "s")
    }

    /// `950`, `12.3 k`, `4.56 M`, `1.2 G`.
    public static func short(_ number: UInt64) -> String {
        for (unit, name) in [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")] as [(UInt64, _)]
        where number >= unit { return "\(threeDigits(number, of: unit)) \(name)" }
        return "\(number)"
    }

    /// `12.3 k/s`.
    public static func rate(_ count: UInt64, nanoseconds: UInt64) -> String {
        guard nanoseconds > 0 else { return "no time" }
        let milli = UInt128(count) * 1_000_000_000_000 / UInt128(nanoseconds)
        if milli >= 1_000_000 { return short(UInt64(clamping: milli / 1000)) + "/s" }
        return threeDigits(UInt64(clamping: milli), of: 1000) + "/s"
    }

    /// `0 B`, `1.5 MiB`.
    public static func bytes(_ number: UInt64) -> String {
        for (shift, name) in [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")] as [(UInt64, _)]
        where number >= 1 << shift { return "\(threeDigits(number, of: 1 << shift)) \(name)" }
        return "\(number) B"
    }

    public static func percent(_ part: UInt64, of whole: UInt64) -> String {
        guard whole > 0 else { return "0%" }
        let (high, low) = part.multipliedFullWidth(by: 1_000_000_000)
        guard high < whole else { return "many times" }
        return percent(billionths: whole.dividingFullWidth((high, low)).quotient)
    }

    public static func percent(billionths: UInt64) -> String {
        threeDigits(billionths, of: 10_000_000) + "%"
    }

    public static func text(_ value: MeasuredValue) -> String {
        switch value {
        case .duration(let nanoseconds): duration(nanoseconds)
        case .number(let number): count(number)
        case .share(let billionths): percent(billionths: billionths)
        case .rate(let count, let nanoseconds): rate(count, nanoseconds: nanoseconds)
        case .bytes(let number): bytes(number)
        }
    }

    /// `numerator / denominator` with at most `places` decimals, rounded down: `0.125`, `3`.
    public static func decimal(_ numerator: UInt64, per denominator: UInt64, places: Int) -> String
    {
        guard denominator > 0 else { return "0" }
        let power = (0..<places).reduce(1 as UInt128) { product, _ in product * 10 }
        let scaled = UInt128(numerator) * power / UInt128(denominator)
        return decimal(UInt64(clamping: scaled / power), UInt64(scaled % power), places)
    }

    /// Rounded to the nearest; zeros at the end of a fraction are left out.
    private static func threeDigits(_ value: UInt64, of unit: UInt64) -> String {
        let places = value / unit >= 100 ? 0 : value / unit >= 10 ? 1 : 2
        let power: UInt128 = places == 0 ? 1 : places == 1 ? 10 : 100
        let scaled = (UInt128(value) * power + UInt128(unit) / 2) / UInt128(unit)
        return decimal(UInt64(clamping: scaled / power), UInt64(scaled % power), places)
    }

    private static func decimal(_ whole: UInt64, _ fraction: UInt64, _ places: Int) -> String {
        guard fraction > 0 else { return "\(whole)" }
        var digits = String(fraction)
        digits = String(repeating: "0", count: max(places - digits.count, 0)) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
