import AppLock
import Chronology
import Scenarios

/// Shares, plain numbers, byte sizes and window levels as files write them.
enum NumberText {
    static let sizeUnits: [(name: String, bytes: UInt64)] = [
        ("B", 1), ("kB", 1_000), ("KiB", 1 << 10), ("MB", 1_000_000), ("MiB", 1 << 20),
        ("GB", 1_000_000_000), ("GiB", 1 << 30),
    ]

    static let levels: [(name: String, level: Int32)] = [
        ("normal", WindowLevel.normal), ("status_bar", WindowLevel.statusBar),
        ("alert", WindowLevel.alert),
    ]

    /// `12%`, `0.12`.
    static func share(_ text: String) throws(QuantityError) -> Share {
        if text.hasPrefix("-") {
            _ = try share(String(text.dropFirst()))
            throw .negative
        }
        guard text.hasSuffix("%") else {
            return Share(billionths: try ExactDecimal(text).scaled(by: Share.whole.billionths))
        }
        let number = try ExactDecimal(text.dropLast())
        return Share(billionths: try number.scaled(by: Share.whole.billionths / 100))
    }

    static func number(_ text: String) throws(QuantityError) -> Millionths {
        if text.hasPrefix("-") {
            _ = try number(String(text.dropFirst()))
            throw .negative
        }
        return Millionths(rawValue: try ExactDecimal(text).scaled(by: Millionths.one.rawValue))
    }

    /// `1500`, `0.25`.
    static func milliseconds(_ text: String) throws(QuantityError) -> TimeSpan {
        if text.hasPrefix("-") {
            _ = try milliseconds(String(text.dropFirst()))
            throw .negative
        }
        return TimeSpan(nanoseconds: try ExactDecimal(text).scaled(by: 1_000_000))
    }

    /// `1MiB`, `512B`.
    static func size(_ text: String) throws(QuantityError) -> UInt64 {
        if text.hasPrefix("-") {
            _ = try size(String(text.dropFirst()))
            throw .negative
        }
        var rest = Substring(text).utf8
        let number = try ExactDecimal(reading: &rest)
        if rest.isEmpty { throw .missingUnit }
        let name = String(Substring(rest))
        guard let unit = sizeUnits.first(where: { $0.name == name }) else {
            throw .unknownUnit(name, known: sizeUnits.map(\.name))
        }
        return try number.scaled(by: unit.bytes)
    }

    /// `alert+1`, `normal`, `-1`.
    static func level(_ text: String) throws(QuantityError) -> Int32 {
        if let number = Int64(text) {
            guard let level = Int32(exactly: number) else { throw .tooLarge }
            return level
        }
        let name = text.prefix { $0 != "+" && $0 != "-" }
        guard let base = levels.first(where: { $0.name == name })?.level else { throw .malformed }
        let offset = text.dropFirst(name.count)
        if offset.isEmpty { return base }
        guard let number = Int32(String(offset)) else { throw .malformed }
        let (level, overflow) = base.addingReportingOverflow(number)
        if overflow { throw .tooLarge }
        return level
    }
}

/// A size in bytes as files write it; nil where the text is none.
public func byteCount(ofSizeText text: String) -> UInt64? { try? NumberText.size(text) }
