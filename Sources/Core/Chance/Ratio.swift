/// A share between 0 and 1 in parts per 2^32, so that a draw compares integers.
@frozen
public struct Ratio: Hashable, Comparable, Sendable {
    /// 0 … 2^32.
    public let parts: UInt64

    @inlinable public init(parts: UInt64) {
        precondition(parts <= 1 << 32, "a ratio is at most 1")
        self.parts = parts
    }

    /// Rounded to the nearest part. `numerator` is at most `denominator`, which is not zero.
    public init(_ numerator: UInt64, of denominator: UInt64) {
        precondition(denominator > 0 && numerator <= denominator, "a ratio is at most 1")
        let wide = (numerator >> 32, numerator << 32)
        let (quotient, remainder) = denominator.dividingFullWidth((high: wide.0, low: wide.1))
        parts = quotient + (remainder > (denominator - 1) / 2 ? 1 : 0)
    }

    public static let never = Ratio(parts: 0)
    public static let always = Ratio(parts: 1 << 32)

    @inlinable public static func < (a: Ratio, b: Ratio) -> Bool { a.parts < b.parts }

    /// True with this probability. Takes one number from the stream, also where the outcome is
    /// certain.
    @inlinable public func happens(_ stream: inout ChanceStream) -> Bool {
        stream.next() &>> 32 < parts
    }
}
