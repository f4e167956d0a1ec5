/// The inverse distribution function of a continuous shape in integer points, finer towards both
/// ends.
///
/// The first bit of a draw picks the lower or the upper half; the others are w, the probability
/// left to that end, doubled. Points lie at w = 2^-(o+1) · (1 + c/32):
///
/// | octave o | w | probability of the end, upper half |
/// | --- | --- | --- |
/// | 0 | 1/2 … 1 | p50 … p75 |
/// | 9 | 1/1024 … 1/512 | about p99.9 … p99.95 |
/// | 32 | 2^-33 … 2^-32 | the last 10^-10; what lies beyond takes its end |
///
/// Cells are 1/32 of their w wide at most, so that linear interpolation is off by less than
/// 0.1 % in all of these shapes, tails included.
enum QuantileCurve {
    static let octaveCount = 33
    static let cellBits = 5
    static let cells = 1 << cellBits
    /// Of one half: the points of all cells, and the end of the last.
    static let pointsPerHalf = octaveCount * cells + 1
    /// No point lies above it, so that differences fit; 73 years.
    static let greatest = 1.0 * Double(1 << 61 as Int64)

    /// Appends both halves; `quantile(p, isUpper)` is the value that p of the probability lies
    /// below, or above where `isUpper`; p is at most 1/2.
    static func append(
        to points: inout [Int64], quantile: (_ p: Double, _ isUpper: Bool) -> Double
    ) {
        for isUpper in [false, true] {
            var octave = Double(bitPattern: UInt64(1023 - octaveCount) << 52)
            for _ in 0..<octaveCount {
                for cell in 0..<cells {
                    let w = octave * (1 + Double(cell) / Double(cells))
                    points.append(nanoseconds(quantile(w / 2, isUpper)))
                }
                octave *= 2
            }
            points.append(nanoseconds(quantile(0.5, isUpper)))
        }
    }

    private static func nanoseconds(_ value: Double) -> Int64 {
        value >= greatest ? Int64(greatest) : Int64(max(value, 0) + 0.5)
    }
}
