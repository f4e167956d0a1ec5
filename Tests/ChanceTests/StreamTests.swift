import Chance
import Testing

@Suite struct StreamTests {
    @Test func splitMixIsTheReference() {
        var stream = ChanceStream(state: 1_234_567)
        let first = (0..<3).map { _ in stream.next() }
        #expect(
            first == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
        var ahead = ChanceStream(state: 1_234_567)
        ahead.skip(3)
        #expect(ahead == stream)
    }

    @Test func neighbouringStreamsAreUnrelated() {
        // Bits of numbers of like index in neighbouring sessions, purposes and seeds.
        let pairs: [(ChanceStream, ChanceStream)] =
            (0..<300 as Range<UInt64>).flatMap { index in
                let base = ChanceStream(seed: 1, session: index)
                return [
                    (base, ChanceStream(seed: 1, session: index + 1)),
                    (base, ChanceStream(seed: 1, session: index, purpose: 1)),
                    (base, ChanceStream(seed: 2, session: index)),
                ]
            }
        var differing = 0
        for var (a, b) in pairs {
            for _ in 0..<20 { differing += (a.next() ^ b.next()).nonzeroBitCount }
        }
        let bits = Double(pairs.count * 20 * 64)
        #expect(abs(Double(differing) / bits - 0.5) < 5 * 0.5 / bits.squareRoot())
        let starts = Set(
            (0..<100_000 as Range<UInt64>).map { ChanceStream(seed: $0 % 7, session: $0).state })
        #expect(starts.count == 100_000)
    }

    @Test func chiSquareOfSmallNumbers() {
        var counts = Array(repeating: 0.0, count: 100)
        var stream = ChanceStream(seed: 3, session: 3)
        for _ in 0..<100_000 { counts[Int(stream.next(below: 100))] += 1 }
        let chiSquare = counts.reduce(0) { $0 + ($1 - 1000) * ($1 - 1000) / 1000 }
        // 99 degrees of freedom, both tails at 10^-4.
        #expect(chiSquare > 54 && chiSquare < 161)
    }

    @Test func firstDrawsOfManySessionsAreUniform() {
        var counts = Array(repeating: 0.0, count: 100)
        for session in 0..<100_000 as Range<UInt64> {
            var stream = ChanceStream(seed: 1, session: session)
            counts[Int(stream.next(below: 100))] += 1
        }
        let chiSquare = counts.reduce(0) { $0 + ($1 - 1000) * ($1 - 1000) / 1000 }
        #expect(chiSquare > 54 && chiSquare < 161)
    }

    @Test func ratiosRoundAndHappen() {
        #expect(Ratio(1, of: 2).parts == 1 << 31)
        #expect(Ratio(1, of: 3).parts == 1_431_655_765)
        #expect(Ratio(2, of: 3).parts == 2_863_311_531)
        #expect(Ratio(.max, of: .max) == .always)
        #expect(Ratio(0, of: 5) == .never)
        var stream = ChanceStream(seed: 1, session: 1)
        var hits = 0
        for _ in 0..<100_000 {
            if Ratio(3, of: 100).happens(&stream) { hits += 1 }
            let certain = Ratio.always.happens(&stream)
            let impossible = Ratio.never.happens(&stream)
            #expect(certain && !impossible)
        }
        #expect(abs(hits - 3000) < 270)
    }
}
