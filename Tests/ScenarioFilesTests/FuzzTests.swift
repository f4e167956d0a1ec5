import Foundation
import ScenarioFiles
import Scenarios
import Testing

@Suite struct FuzzTests {
    static let iterations = 4_000

    /// Words that stand for trouble somewhere in the format.
    static let words = [
        "*a", "&a", "<<: *a", "- ", "[", "]", "{", "}", ": ", "null", "~", "NaN", "-1", "never",
        "18446744073709551616", "1e999", "\"", "'", "|", ">", "#", "%", "!!str ", "!x ", "---\n",
        "...", "\u{0}", "\u{FEFF}", "\t", "\n", "after: ", "do: ", "0.1ns", "99999999h", "é",
    ].map { Array($0.utf8) }

    @Test func mutatedScenariosAreReadOrRefusedWithAPlace() throws {
        let sources =
            shippedFiles.compactMap { FileManager.default.contents(atPath: $0) }
            .map { [UInt8]($0) } + [Array(PopulationTests.example.utf8)]
        var random = SplitMix(state: 20_260_101)
        var good = 0
        for iteration in 0..<Self.iterations {
            let bytes = mutate(sources, &random)
            do {
                _ = try ScenarioLoader().load(bytes: bytes, path: "fuzz.yaml")
                good += 1
            } catch {
                #expect(hasPlaces(error), "iteration \(iteration)")
            }
        }
        #expect(good > 0 && good < Self.iterations)
    }

    private func hasPlaces(_ error: LoadError) -> Bool {
        guard case .invalid(let diagnostics) = error, !diagnostics.isEmpty else { return false }
        return diagnostics.allSatisfy { $0.line > 0 && $0.column > 0 }
    }

    private func mutate(_ sources: [[UInt8]], _ random: inout SplitMix) -> [UInt8] {
        var bytes = sources[random.below(sources.count)]
        if bytes.count > 4_000 { bytes.removeLast(bytes.count - 4_000) }
        for _ in 0...random.below(4) {
            let place = random.below(bytes.count + 1)
            let length = min(random.below(12), bytes.count - place)
            switch random.below(5) {
            case 0: bytes.insert(contentsOf: Self.words[random.below(Self.words.count)], at: place)
            case 1: bytes.removeSubrange(place..<place + length)
            case 2: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            case 3 where place < bytes.count:
                bytes[place] = UInt8(truncatingIfNeeded: random.next())
            default:
                let other = sources[random.below(sources.count)]
                let start = random.below(other.count)
                let piece = other[start..<min(start + 40, other.count)]
                bytes.replaceSubrange(place..<place + length, with: piece)
            }
        }
        return bytes
    }
}

/// Steele, Lea and Flood's generator.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
