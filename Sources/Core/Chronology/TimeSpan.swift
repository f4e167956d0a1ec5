/// A length of time, never negative, in nanoseconds.
@frozen
public struct TimeSpan: Hashable, Comparable, Sendable {
    public var nanoseconds: UInt64

    @inlinable public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    public static let zero = TimeSpan(nanoseconds: 0)
    public static let max = TimeSpan(nanoseconds: .max)

    @inlinable public static func nanoseconds(_ n: UInt64) -> TimeSpan { TimeSpan(nanoseconds: n) }
    @inlinable public static func microseconds(_ n: UInt64) -> TimeSpan { scaled(n, 1_000) }
    @inlinable public static func milliseconds(_ n: UInt64) -> TimeSpan { scaled(n, 1_000_000) }
    @inlinable public static func seconds(_ n: UInt64) -> TimeSpan { scaled(n, 1_000_000_000) }
    @inlinable public static func minutes(_ n: UInt64) -> TimeSpan { scaled(n, 60_000_000_000) }
    @inlinable public static func hours(_ n: UInt64) -> TimeSpan { scaled(n, 3_600_000_000_000) }

    @inlinable public static func < (a: TimeSpan, b: TimeSpan) -> Bool {
        a.nanoseconds < b.nanoseconds
    }

    @inlinable public static func + (a: TimeSpan, b: TimeSpan) -> TimeSpan {
        let (sum, overflow) = a.nanoseconds.addingReportingOverflow(b.nanoseconds)
        return TimeSpan(nanoseconds: overflow ? .max : sum)
    }

    /// The difference, zero where `b` is the longer.
    @inlinable public static func - (a: TimeSpan, b: TimeSpan) -> TimeSpan {
        TimeSpan(nanoseconds: a.nanoseconds > b.nanoseconds ? a.nanoseconds - b.nanoseconds : 0)
    }

    @inlinable static func scaled(_ n: UInt64, _ unit: UInt64) -> TimeSpan {
        let (product, overflow) = n.multipliedReportingOverflow(by: unit)
        return TimeSpan(nanoseconds: overflow ? .max : product)
    }
}
