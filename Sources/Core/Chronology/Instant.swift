/// A point on a clock, in nanoseconds since that clock's origin.
///
/// Sums saturate at the far end of the clock, so that "now + for ever" is a legal deadline.
@frozen
public struct Instant: Hashable, Comparable, Sendable {
    public var nanoseconds: UInt64

    @inlinable public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    public static let origin = Instant(nanoseconds: 0)
    public static let distantFuture = Instant(nanoseconds: .max)

    @inlinable public static func < (a: Instant, b: Instant) -> Bool {
        a.nanoseconds < b.nanoseconds
    }

    @inlinable public static func + (a: Instant, span: TimeSpan) -> Instant {
        let (sum, overflow) = a.nanoseconds.addingReportingOverflow(span.nanoseconds)
        return Instant(nanoseconds: overflow ? .max : sum)
    }

    /// The instant `span` earlier, or the origin where that lies before it.
    @inlinable public static func - (a: Instant, span: TimeSpan) -> Instant {
        Instant(
            nanoseconds: a.nanoseconds > span.nanoseconds ? a.nanoseconds - span.nanoseconds : 0)
    }

    /// The span from `earlier` to this instant, zero where `earlier` is in fact later.
    @inlinable public func since(_ earlier: Instant) -> TimeSpan {
        TimeSpan(
            nanoseconds: nanoseconds > earlier.nanoseconds ? nanoseconds - earlier.nanoseconds : 0)
    }
}
