import Chance
import Foundation

/// What thirty runs of one binary measured on a busy machine of two cores that others used too, as
/// scripts/fixtures/noise.py takes it from their results.
enum RecordedNoise {
    static let all: [String: [String: [Double]]] = {
        do {
            let data = try Data(contentsOf: Package.fixture("noise.json"))
            return try JSONDecoder().decode([String: [String: [Double]]].self, from: data)
        } catch {
            fatalError("no recorded noise: \(error)")
        }
    }()

    static let quickstart = all["quickstart"] ?? [:]

    /// Two sides of so many runs each, no run on both.
    static func sides(of runs: Int, _ stream: inout ChanceStream) -> (a: [Int], b: [Int]) {
        var order = Array(0..<(quickstart.values.first?.count ?? 0))
        for place in order.indices.dropFirst() {
            order.swapAt(place, Int(stream.next(below: UInt64(place + 1))))
        }
        return (Array(order[..<runs]), Array(order[runs..<(2 * runs)]))
    }
}
