import Foundation
import Statistics
import Testing

@Suite struct DistributionTests {
    @Test(arguments: Published.all)
    func tailsAreScipys(published: Published) {
        #expect(published.distributions.normal.count >= 60)
        for row in published.distributions.normal {
            let tail = NormalDistribution.upperTail(row[0])
            #expect(abs(tail - row[1]) <= 1e-12 * row[1], "\(row): \(tail)")
        }
        for row in published.distributions.student {
            let tail = StudentDistribution.twoSidedTail(row[0], degreesOfFreedom: Int(row[1]))
            #expect(abs(tail - row[2]) <= 1e-10 * row[2], "\(row): \(tail)")
        }
    }

    /// One and two degrees of freedom have a closed form, which is more exact than scipy.
    @Test func studentsTailIsItsClosedForm() {
        for t in [1e-6, 0.01, 0.3, 1, 2.5, 40, 1e5] {
            let one = StudentDistribution.twoSidedTail(t, degreesOfFreedom: 1)
            #expect(abs(one - 2 / Double.pi * atan(1 / t)) <= 1e-14 * max(one, 0.01))
            let two = StudentDistribution.twoSidedTail(t, degreesOfFreedom: 2)
            let root = (t * t + 2).squareRoot()
            #expect(abs(two - 2 / (root * (root + t))) <= 1e-14 * max(two, 0.01))
        }
    }

    @Test func theEndsAreWhereTheyBelong() {
        #expect(NormalDistribution.upperTail(0) == 0.5)
        #expect(NormalDistribution.upperTail(.infinity) == 0)
        #expect(NormalDistribution.upperTail(-.infinity) == 1)
        #expect(StudentDistribution.twoSidedTail(0, degreesOfFreedom: 3) == 1)
        #expect(StudentDistribution.twoSidedTail(.infinity, degreesOfFreedom: 3) == 0)
        let tails = (0...60).map { NormalDistribution.upperTail(Double($0) / 10) }
        #expect(zip(tails, tails.dropFirst()).allSatisfy { $0 > $1 })
    }
}
