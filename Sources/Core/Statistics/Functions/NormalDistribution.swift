import Chance

/// The standard normal distribution, from arithmetic that is the same on every machine.
public enum NormalDistribution {
    /// Where the series loses more digits than the continued fraction does.
    private static let seriesBound = 3.0
    private static let squareRootOfTwoPi = 2.5066282746310002

    /// The probability above `z`, to 1e-12 of itself for `z` up to 37.
    ///
    /// Source: Abramowitz & Stegun 26.2.11 (series) and 26.2.14 (continued fraction).
    public static func upperTail(_ z: Double) -> Double {
        precondition(!z.isNaN)
        if z < 0 { return 1 - upperTail(-z) }
        let density = ExactMath.exp(-z * z / 2) / squareRootOfTwoPi
        return z < seriesBound ? 0.5 - density * series(z) : density * fraction(z)
    }

    /// z + z³/3 + z⁵/15 + …, all terms positive.
    private static func series(_ z: Double) -> Double {
        var term = z
        var sum = z
        var odd = 3.0
        while term > sum * 1e-17 {
            term *= z * z / odd
            sum += term
            odd += 2
        }
        return sum
    }

    /// 1/(z + 1/(z + 2/(z + 3/(z + …, from the inside out. A hundred and fifty levels settle the
    /// last digit at the bound, where it converges slowest.
    private static func fraction(_ z: Double) -> Double {
        if z > 1e9 { return 0 }
        var rest = z
        for level in stride(from: 150, through: 1, by: -1) { rest = z + Double(level) / rest }
        return 1 / rest
    }
}
