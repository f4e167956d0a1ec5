import Chance
import Chronology
import Foundation
import Testing

private let second = 1_000_000_000.0

private func table(_ shape: DistributionShape) throws -> DistributionTable {
    try DistributionTable(shape)
}

private func sorted(_ shape: DistributionShape, _ count: Int) throws -> [Double] {
    let table = try table(shape)
    var stream = ChanceStream(seed: 1, session: 2)
    return (0..<count).map { _ in Double(table.sample(&stream).nanoseconds) }.sorted()
}

/// A shape with its analytic distribution function and mean.
struct Analytic: CustomTestStringConvertible {
    var name: String
    var shape: DistributionShape
    var below: @Sendable (Double) -> Double
    var quantile: @Sendable (Double) -> Double
    var mean: Double?

    var testDescription: String { name }
}

private let analytic = [
    Analytic(
        name: "exponential", shape: .exponential(mean: .seconds(20)),
        below: { 1 - exp(-$0 / (20 * second)) }, quantile: { -log1p(-$0) * 20 * second },
        mean: 20 * second),
    Analytic(
        name: "lognormal", shape: .lognormal(median: .seconds(45), sigma: 0.9),
        below: { 0.5 * erfc(-log($0 / (45 * second)) / 0.9 / 2.0.squareRoot()) },
        quantile: { p in
            var (low, high) = (-9.0, 9.0)
            for _ in 0..<80 {
                let middle = (low + high) / 2
                if 0.5 * erfc(-middle / 2.0.squareRoot()) < p {
                    low = middle
                } else {
                    high = middle
                }
            }
            return 45 * second * exp(0.9 * low)
        }, mean: 45 * second * exp(0.405)),
    Analytic(
        name: "weibull", shape: .weibull(shape: 0.4, scale: .seconds(300)),
        below: { 1 - exp(-pow($0 / (300 * second), 0.4)) },
        quantile: { 300 * second * pow(-log1p(-$0), 2.5) }, mean: 300 * second * tgamma(3.5)),
    Analytic(
        name: "pareto", shape: .pareto(scale: .seconds(60), shape: 2.5, cap: nil),
        below: { $0 < 60 * second ? 0 : 1 - pow($0 / (60 * second), -2.5) },
        quantile: { 60 * second * pow(1 - $0, -0.4) }, mean: 60 * second * 2.5 / 1.5),
    Analytic(
        name: "pareto-heavy", shape: .pareto(scale: .seconds(60), shape: 1.1, cap: nil),
        below: { $0 < 60 * second ? 0 : 1 - pow($0 / (60 * second), -1.1) },
        quantile: { 60 * second * pow(1 - $0, -1 / 1.1) }, mean: nil),
    Analytic(
        name: "uniform", shape: .uniform(.seconds(1), .seconds(15)),
        below: { min(max(($0 / second - 1) / 14, 0), 1) }, quantile: { (1 + 14 * $0) * second },
        mean: 8 * second),
]

@Suite struct DistributionTests {
    @Test(arguments: analytic) func samplesFollowTheFormula(expected: Analytic) throws {
        let count = 100_000
        let values = try sorted(expected.shape, count)
        // Kolmogorov-Smirnov at a level of 10^-4.
        var distance = 0.0
        for (index, value) in values.enumerated() {
            let p = expected.below(value)
            distance = max(
                distance, abs(p - Double(index) / Double(count)),
                abs(p - Double(index + 1) / Double(count)))
        }
        #expect(distance * Double(count).squareRoot() < 2.23)
    }

    /// The table itself, without the noise of sampling: evenly spaced draws, and the tail alone.
    @Test(arguments: analytic) func quantilesAndMeanAreWithinHalfAPercent(
        expected: Analytic
    ) throws {
        let table = try table(expected.shape)
        func value(_ p: Double) -> Double {
            var stream = streamWhoseNextIs(
                p < 0.5
                    ? UInt64(p * 0x1p64) : 1 << 63 | min(UInt64((1 - p) * 0x1p64), .max >> 1))
            if case .uniform = expected.shape {
                stream = streamWhoseNextIs(UInt64(p * 0x1p64))
            }
            return Double(table.sample(&stream).nanoseconds)
        }
        for p in [
            1e-6, 1e-4, 0.001, 0.01, 0.1, 0.25, 0.33, 0.5, 0.66, 0.75, 0.9, 0.99, 0.999, 0.9999,
            0.999999,
        ] {
            let exact = expected.quantile(p)
            // Points and interpolation round to a nanosecond each.
            #expect(abs(value(p) - exact) < max(0.002 * exact, 2), "p \(p)")
        }
        guard let mean = expected.mean else { return }
        let steps = 100_000
        let sum = (0..<steps).reduce(0.0) { $0 + value((Double($1) + 0.5) / Double(steps)) }
        #expect(abs(sum / Double(steps) / mean - 1) < 0.003)
    }

    /// So that a digest holds on every machine. Computed once; a change of any is a new version.
    @Test(arguments: golden) func drawsAreTheSameEverywhere(expected: Golden) throws {
        let table = try table(expected.shape)
        var stream = ChanceStream(seed: 42, session: 7, purpose: 3)
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for _ in 0..<100_000 {
            digest = (digest ^ table.sample(&stream).nanoseconds) &* 0x100_0000_01B3
        }
        #expect(digest == expected.digest, "\(String(digest, radix: 16))")
    }

    @Test func pointMassesHaveTheirShares() throws {
        let shape = DistributionShape.mix([
            .init(share: Ratio(40, of: 100), shape: .choice([.seconds(1), .seconds(2)])),
            .init(share: Ratio(45, of: 100), shape: .constant(.seconds(3))),
            .init(
                share: Ratio(15, of: 100),
                shape: .mix([.init(share: .always, shape: .empirical([.seconds(4)]))])),
        ])
        let values = try sorted(shape, 100_000)
        for (value, share) in [(1.0, 0.2), (2, 0.2), (3, 0.45), (4, 0.15)] {
            let count = Double(values.filter { $0 == value * second }.count)
            #expect(abs(count / 100_000 - share) < 0.007)
        }
    }

    @Test func edgesOfTheShapes() throws {
        let capped = try sorted(
            .pareto(scale: .seconds(60), shape: 1.1, cap: .seconds(600)), 10_000)
        #expect(capped.last == 600 * second && capped.first! >= 60 * second)
        let certain = try sorted(.lognormal(median: .seconds(2), sigma: 0), 100)
        #expect(certain.first == certain.last && certain.first == 2 * second)
        let all = try table(.uniform(.zero, .max))
        var stream = streamWhoseNextIs(.max)
        #expect(all.sample(&stream) == .max)
        let none = try sorted(.exponential(mean: .zero), 100)
        #expect(none.last == 0)
        let huge = try sorted(.pareto(scale: .hours(1), shape: 0.01, cap: nil), 1000)
        #expect(huge.last! > huge.first!)
    }

    @Test func flawsAreNamed() {
        func flaw(_ shape: DistributionShape) -> DistributionShape.Flaw? {
            do throws(DistributionShape.Flaw) {
                try shape.validate()
                return nil
            } catch {
                return error
            }
        }
        #expect(flaw(.uniform(.seconds(2), .seconds(1))) == .endsReversed)
        #expect(flaw(.weibull(shape: 0, scale: .seconds(1))) == .parameterOutOfRange(0))
        #expect(flaw(.lognormal(median: .zero, sigma: 1)) == .zeroScale)
        #expect(
            flaw(.pareto(scale: .seconds(2), shape: 1, cap: .seconds(1))) == .capBelowScale)
        #expect(flaw(.choice([])) == .nothingToChooseFrom)
        let half = Ratio(1, of: 2)
        let part = DistributionShape.Part(share: half, shape: .constant(.zero))
        #expect(flaw(.mix([part])) == .sharesNotOne(parts: 1 << 31))
        #expect(flaw(.mix([part, part])) == nil)
        var deep = DistributionShape.constant(.zero)
        for _ in 0..<10 { deep = .mix([.init(share: .always, shape: deep)]) }
        #expect(flaw(deep) == .nestedTooDeep)
    }
}

struct Golden: CustomTestStringConvertible {
    var shape: DistributionShape
    var digest: UInt64

    var testDescription: String { "\(shape)" }
}

private let golden = [
    Golden(shape: .constant(.seconds(1)), digest: 0x76AE_8561_233A_C3A5),
    Golden(shape: .uniform(.seconds(1), .seconds(15)), digest: 0x4B9E_6B86_AD2D_8963),
    Golden(shape: .exponential(mean: .seconds(20)), digest: 0xD772_ABFB_E2C1_3D8C),
    Golden(shape: .lognormal(median: .seconds(45), sigma: 0.9), digest: 0x5370_1C87_0693_8610),
    Golden(shape: .weibull(shape: 0.4, scale: .seconds(300)), digest: 0xE900_3566_6E09_243E),
    Golden(
        shape: .pareto(scale: .seconds(60), shape: 1.1, cap: .seconds(12000)),
        digest: 0xCCA1_14F7_AE89_E943),
    Golden(
        shape: .choice([.seconds(19), .seconds(20), .seconds(21)]), digest: 0x34BF_1933_E0C3_91A5),
    Golden(
        shape: .mix([
            .init(share: Ratio(40, of: 100), shape: .uniform(.seconds(1), .seconds(15))),
            .init(share: Ratio(60, of: 100), shape: .lognormal(median: .seconds(9), sigma: 0.4)),
        ]), digest: 0x1733_2416_9D70_7EA5),
]

/// SplitMix64 backwards: the state from which `next` gives this number.
func streamWhoseNextIs(_ number: UInt64) -> ChanceStream {
    func unshift(_ value: UInt64, _ bits: UInt64) -> UInt64 {
        var result = value
        for _ in 0..<3 { result = value ^ (result >> bits) }
        return result
    }
    func inverse(_ odd: UInt64) -> UInt64 {
        var result = odd
        for _ in 0..<6 { result = result &* (2 &- odd &* result) }
        return result
    }
    var z = unshift(number, 31)
    z = unshift(z &* inverse(0x94D0_49BB_1331_11EB), 27)
    z = unshift(z &* inverse(0xBF58_476D_1CE4_E5B9), 30)
    return ChanceStream(state: z &- 0x9E37_79B9_7F4A_7C15)
}
