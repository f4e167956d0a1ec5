public import Chronology

/// A number as written, in millionths: exact for up to six decimals.
public struct Millionths: Hashable, Comparable, Sendable {
    public static let one = Millionths(rawValue: 1_000_000)
    public var rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static func < (a: Millionths, b: Millionths) -> Bool { a.rawValue < b.rawValue }
}

/// A part of a whole, or, in a load curve, a multiple of it; in billionths.
public struct Share: Hashable, Comparable, Sendable {
    public static let zero = Share(billionths: 0)
    public static let whole = Share(billionths: 1_000_000_000)
    public var billionths: UInt64

    public init(billionths: UInt64) { self.billionths = billionths }

    public static func < (a: Share, b: Share) -> Bool { a.billionths < b.billionths }
}

/// So many per span, as written: `18/min` is 18 in a minute.
public struct Rate: Hashable, Sendable {
    public static let zero = Rate(count: Millionths(rawValue: 0), per: .seconds(1))
    public var count: Millionths
    public var per: TimeSpan

    public init(count: Millionths, per: TimeSpan) {
        self.count = count
        self.per = per
    }
}

public enum ComparisonOperator: String, CaseIterable, Hashable, Sendable {
    case less = "<"
    case atMost = "<="
    case equal = "=="
    case atLeast = ">="
    case greater = ">"
    case unequal = "!="

    public func holds<T: Comparable>(_ a: T, _ b: T) -> Bool {
        switch self {
        case .less: a < b
        case .atMost: a <= b
        case .equal: a == b
        case .atLeast: a >= b
        case .greater: a > b
        case .unequal: a != b
        }
    }
}

/// What a measured value must be: `<= 16ms`.
public struct Limit<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
    public var comparison: ComparisonOperator
    public var value: Value

    public init(_ comparison: ComparisonOperator, _ value: Value) {
        self.comparison = comparison
        self.value = value
    }

    public func holds(for actual: Value) -> Bool { comparison.holds(actual, value) }
}
