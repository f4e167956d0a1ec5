/// Student's t distribution with a whole number of degrees of freedom.
public enum StudentDistribution {
    /// The probability that |t| is at least so great, to 1e-11 of itself.
    ///
    /// It is the incomplete beta function I_x(ν/2, 1/2) at x = ν/(ν + t²).
    public static func twoSidedTail(_ t: Double, degreesOfFreedom: Int) -> Double {
        precondition(degreesOfFreedom >= 1, "a spread needs a degree of freedom")
        precondition(!t.isNaN)
        let nu = Double(degreesOfFreedom)
        let square = t * t
        guard square < .infinity else { return 0 }
        let x = nu / (nu + square)
        // As square / (nu + square), since 1 - x would lose a small t.
        let rest = square / (nu + square)
        if rest == 0 { return 1 }
        let (a, b) = (nu / 2, 0.5)
        let power = squareRootPower(x, degreesOfFreedom) * rest.squareRoot()
        let front = power / beta(halves: degreesOfFreedom)
        if x < (a + 1) / (a + b + 2) { return front * fraction(x, a, b) / a }
        return 1 - front * fraction(rest, b, a) / b
    }

    /// x^(n/2) by repeated squaring.
    private static func squareRootPower(_ x: Double, _ n: Int) -> Double {
        var power = 1.0
        var square = x.squareRoot()
        var left = n
        while left > 0 {
            if left & 1 == 1 { power *= square }
            square *= square
            left >>= 1
        }
        return power
    }

    /// B(n/2, 1/2): π for n = 1, 2 for n = 2, and B(a + 1, b) = B(a, b) · a/(a + b) from there.
    private static func beta(halves n: Int) -> Double {
        var value = n & 1 == 1 ? Double.pi : 2
        var a = n & 1 == 1 ? 0.5 : 1
        while a < Double(n) / 2 {
            value *= a / (a + 0.5)
            a += 1
        }
        return value
    }

    /// Lentz's evaluation of the continued fraction; converges within √max(a, b) steps or so.
    ///
    /// Source: Press et al., "Numerical Recipes", 3rd edition, 6.4.
    private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        func bounded(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
        var c = 1.0
        var d = 1 / bounded(1 - (a + b) * x / (a + 1))
        var value = d
        for step in 1...10_000 {
            let m = Double(step)
            let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            d = 1 / bounded(1 + even * d)
            c = bounded(1 + even / c)
            value *= d * c
            let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            d = 1 / bounded(1 + odd * d)
            c = bounded(1 + odd / c)
            value *= d * c
            if abs(d * c - 1) < 1e-16 { break }
        }
        return value
    }
}
