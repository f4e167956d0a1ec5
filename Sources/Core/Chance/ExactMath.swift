/// Elementary functions from `+ - * /` alone, which IEEE 754 rounds the same on every machine; the
/// C library's own differ from version to version in the last bit.
///
/// Relative error below 1e-14 where the tables use them.
public enum ExactMath {
    static let ln2High = 0x1.62E42FEEp-1
    static let ln2Low = 0x1.A39EF35793C76p-33

    /// ln x for normal x > 0: x = m · 2^k with m near 1, and ln m = 2 artanh((m − 1)/(m + 1)).
    public static func log(_ x: Double) -> Double {
        precondition(x >= .leastNormalMagnitude && x < .infinity)
        var exponent = Int(x.bitPattern >> 52) - 1023
        var m = Double(bitPattern: x.bitPattern & 0x000F_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
        if m > 1.4142135623730951 {
            m = m / 2
            exponent += 1
        }
        let s = (m - 1) / (m + 1)
        let square = s * s
        var sum = 0.0
        for n in stride(from: 23, through: 1, by: -2) { sum = sum * square + 1 / Double(n) }
        let k = Double(exponent)
        return k * ln2High + (2 * s * sum + k * ln2Low)
    }

    /// e^x: x = k ln 2 + r, a Taylor series for e^r. Zero and infinity beyond the normal range.
    public static func exp(_ x: Double) -> Double {
        if x < -708 { return 0 }
        if x > 709 { return .infinity }
        let scaled = x * 1.4426950408889634
        let k = Int(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
        let r = x - Double(k) * ln2High - Double(k) * ln2Low
        var sum = 1.0
        for n in stride(from: 15, through: 1, by: -1) { sum = 1 + sum * r / Double(n) }
        return sum * Double(bitPattern: UInt64(k + 1023) << 52)
    }

    public static func pow(_ base: Double, _ exponent: Double) -> Double {
        base <= 0 ? 0 : exp(exponent * log(base))
    }

    /// Of 1 … 1000, by Heron's rule.
    static func squareRoot(_ x: Double) -> Double {
        var root = 1 + x / 4
        for _ in 0..<12 { root = (root + x / root) / 2 }
        return root
    }

    /// The value that a standard normal variable stays below with probability p, 0 < p <= 1/2.
    ///
    /// Source: Wichura, "Algorithm AS 241", Applied Statistics 37 (1988), PPND16.
    static func normalQuantile(_ p: Double) -> Double {
        let q = p - 0.5
        if q >= -0.425 {
            let r = 0.180625 - q * q
            return q * polynomial(central.0, r) / polynomial(central.1, r)
        }
        let r = squareRoot(-log(p))
        let (above, below, shift) = r <= 5 ? (near.0, near.1, 1.6) : (far.0, far.1, 5.0)
        return -polynomial(above, r - shift) / polynomial(below, r - shift)
    }

    /// Coefficients from the highest power down.
    private static func polynomial(_ coefficients: [Double], _ x: Double) -> Double {
        var sum = 0.0
        for coefficient in coefficients { sum = sum * x + coefficient }
        return sum
    }

    private static let central: ([Double], [Double]) = (
        [
            2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4,
            4.5921953931549871457e+4, 1.3731693765509461125e+4, 1.9715909503065514427e+3,
            1.3314166789178437745e+2, 3.3871328727963666080e+0,
        ],
        [
            5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4,
            2.1213794301586595867e+4, 5.3941960214247511077e+3, 6.8718700749205790830e+2,
            4.2313330701600911252e+1, 1.0,
        ]
    )
    private static let near: ([Double], [Double]) = (
        [
            7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
            1.27045825245236838258e+0, 3.64784832476320460504e+0, 5.76949722146069140550e+0,
            4.63033784615654529590e+0, 1.42343711074968357734e+0,
        ],
        [
            1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
            1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e+0,
            2.05319162663775882187e+0, 1.0,
        ]
    )
    private static let far: ([Double], [Double]) = (
        [
            2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
            2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e+0,
            5.46378491116411436990e+0, 6.65790464350110377720e+0,
        ],
        [
            2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
            7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
            5.99832206555887937690e-1, 1.0,
        ]
    )
}
