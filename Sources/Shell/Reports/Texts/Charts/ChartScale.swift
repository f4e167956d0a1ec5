/// How a value becomes a length.
public enum ChartScale: Hashable, Sendable {
    /// From nought.
    case linear
    /// From the power of ten below the least to the one above the greatest; nought lies at the
    /// bottom.
    case logarithmic
}

extension ChartScale {
    /// The ends of an axis that holds all the values.
    func ends(_ values: some Sequence<UInt64>) -> (low: UInt64, high: UInt64) {
        let high = values.max() ?? 0
        switch self {
        case .linear: return (0, high)
        case .logarithmic:
            let least = max(values.filter { $0 > 0 }.min() ?? 1, 1)
            var low: UInt64 = 1
            while low <= least / 10 { low *= 10 }
            var top = low
            while top < high && top <= UInt64.max / 10 { top *= 10 }
            return (low, top == low ? low * 10 : top)
        }
    }

    /// How many of `steps` the value lies above the low end, to the nearest.
    func position(_ value: UInt64, _ ends: (low: UInt64, high: UInt64), steps: Int) -> Int {
        let value = min(max(value, ends.low), ends.high)
        let (part, whole): (UInt64, UInt64)
        switch self {
        case .linear: (part, whole) = (value - ends.low, ends.high - ends.low)
        case .logarithmic:
            let low = Self.logarithm(ends.low)
            (part, whole) = (Self.logarithm(value) - low, Self.logarithm(ends.high) - low)
        }
        guard whole > 0 else { return 0 }
        return Int(
            (UInt128(part) * UInt128(steps) * 2 + UInt128(whole)) / (UInt128(whole) * 2))
    }

    /// 65536 times the logarithm to base 2, straight between powers of two: at most 0.09 off.
    static func logarithm(_ value: UInt64) -> UInt64 {
        let value = max(value, 1)
        let exponent = UInt64(63 - value.leadingZeroBitCount)
        let rest = value - (1 << exponent)
        let fraction = exponent >= 16 ? rest >> (exponent - 16) : rest << (16 - exponent)
        return exponent << 16 | fraction
    }
}
