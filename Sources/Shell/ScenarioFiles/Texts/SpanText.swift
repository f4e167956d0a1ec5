public import Chronology
import Scenarios

/// Spans, rates and signed spans as files write them, in whole nanoseconds throughout.
enum SpanText {
    static let units: [(name: String, nanoseconds: UInt64)] = [
        ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
        ("m", 60_000_000_000), ("h", 3_600_000_000_000), ("d", 86_400_000_000_000),
    ]

    static let rateUnits: [(name: String, seconds: UInt64)] = [
        ("s", 1), ("min", 60), ("h", 3_600), ("day", 86_400), ("week", 604_800),
    ]

    /// `250us`, `1.5ms`, `1h30m`: the units of a compound fall from left to right.
    static func span(_ text: String) throws(QuantityError) -> TimeSpan {
        if text.hasPrefix("-") {
            _ = try span(String(text.dropFirst()))
            throw .negative
        }
        var rest = Substring(text).utf8
        var sum: UInt64 = 0
        var last = UInt64.max
        repeat {
            let number = try ExactDecimal(reading: &rest)
            let name = String(Substring(rest.prefix { !(0x30...0x39).contains($0) }))
            if name.isEmpty { throw .missingUnit }
            guard let unit = units.first(where: { $0.name == name }) else {
                throw .unknownUnit(name, known: units.map(\.name))
            }
            guard unit.nanoseconds < last else { throw .malformed }
            last = unit.nanoseconds
            rest = rest.dropFirst(name.utf8.count)
            let (total, overflow) = sum.addingReportingOverflow(
                try number.scaled(by: unit.nanoseconds))
            if overflow { throw .tooLarge }
            sum = total
        } while !rest.isEmpty
        return TimeSpan(nanoseconds: sum)
    }

    /// A span with an optional sign, in nanoseconds.
    static func shift(_ text: String) throws(QuantityError) -> Int64 {
        let isSigned = text.hasPrefix("-") || text.hasPrefix("+")
        let length = isSigned ? String(text.dropFirst()) : text
        if length.hasPrefix("-") { throw .malformed }
        guard let nanoseconds = Int64(exactly: try span(length).nanoseconds) else {
            throw .tooLarge
        }
        return text.hasPrefix("-") ? -nanoseconds : nanoseconds
    }

    /// `18/min`, `0.3/s`.
    static func rate(_ text: String) throws(QuantityError) -> Rate {
        if text.hasPrefix("-") {
            _ = try rate(String(text.dropFirst()))
            throw .negative
        }
        var rest = Substring(text).utf8
        let number = try ExactDecimal(reading: &rest)
        guard rest.first == 0x2F else {
            if rest.isEmpty { throw .missingUnit }
            throw .malformed
        }
        let name = String(Substring(rest.dropFirst()))
        guard let unit = rateUnits.first(where: { $0.name == name }) else {
            throw .unknownUnit(name, known: rateUnits.map(\.name))
        }
        return Rate(
            count: Millionths(rawValue: try number.scaled(by: 1_000_000)),
            per: .seconds(unit.seconds))
    }
}

extension TimeSpan {
    /// A span as files write it; nil where the text is none.
    public init?(spanText text: String) {
        guard let span = try? SpanText.span(text) else { return nil }
        self = span
    }
}
