/// A stream of random 64-bit numbers in eight bytes of state, its own for each (seed, session,
/// purpose): SplitMix64.
///
/// The n-th number depends on those three and n alone, so neither the order of sessions nor their
/// split over processes changes what any of them draws, and `skip` costs nothing. All streams run
/// on one orbit of length 2^64, from hashed starting points: among ten million that draw a thousand
/// numbers each, any two at all overlap with a chance of 1 in 200.
///
/// Source: Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
@frozen
public struct ChanceStream: RandomNumberGenerator, Hashable, Sendable {
    public var state: UInt64

    @inlinable public init(state: UInt64) { self.state = state }

    /// `purpose` keeps apart the independent choices of one session: behaviour, faults and so on.
    @inlinable public init(seed: UInt64, session: UInt64, purpose: UInt64 = 0) {
        state = Self.mix(Self.mix(Self.mix(seed &+ Self.gamma) &+ session) ^ purpose &* Self.gamma)
    }

    @inlinable public mutating func next() -> UInt64 {
        state &+= Self.gamma
        return Self.mix(state)
    }

    /// A number below `bound`, which is at least 1; the bias is below bound / 2^64.
    @inlinable public mutating func next(below bound: UInt64) -> UInt64 {
        next().multipliedFullWidth(by: bound).high
    }

    @inlinable public mutating func skip(_ count: UInt64) { state &+= count &* Self.gamma }

    @inlinable static var gamma: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    @inlinable static func mix(_ input: UInt64) -> UInt64 {
        var z = input
        z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z &>> 31)
    }
}
