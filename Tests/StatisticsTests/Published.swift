import Foundation
import Testing

/// What scipy, numpy and Otava say, as scripts/fixtures/statistics.py writes it.
struct Published: Decodable, Sendable {
    struct Distributions: Decodable {
        var normal: [[Double]]
        var student: [[Double]]
    }
    struct RankTest: Decodable {
        var a, b: [Double]
        var method: String
        var u, p: Double
    }
    struct Pairs: Decodable {
        var a, b: [Double]
        var ratio, difference: Double
    }
    struct Summary: Decodable {
        var values: [Double]
        var interval: [Double]?
        var quantiles: [[Double]]
        var geometricMean: Double
    }
    struct Interval: Decodable {
        var a, b: [Double]
        var interval: [Double]
    }
    struct ChangePoints: Decodable {
        var series: [Double]
        var window: Int
        var significance, magnitude: Double
        var weak: [Int]
        var points: [[Double]]
    }

    var distributions: Distributions
    var rankTests: [RankTest]
    var shifts: [Pairs]
    var summaries: [Summary]
    var intervals: [Interval]
    var changePoints: [ChangePoints]
    /// 1: the fixture. Others come from the helpers themselves.
    var seed = 1

    private enum CodingKeys: String, CodingKey {
        case distributions, rankTests, shifts, summaries, intervals, changePoints
    }

    /// The fixture, and two more where scripts/test-helpers has installed what computes them.
    static let all: [Published] = {
        do {
            var all = [try decode(try Data(contentsOf: Package.fixture("published.json")), 1)]
            for seed in 2...3 where Package.hasHelpers {
                all.append(try decode(try Package.python("statistics.py", ["\(seed)"]), seed))
            }
            return all
        } catch {
            fatalError("no published values to compare with: \(error)")
        }
    }()

    private static func decode(_ data: Data, _ seed: Int) throws -> Published {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        var published = try decoder.decode(Published.self, from: data)
        published.seed = seed
        return published
    }
}

extension Published: CustomTestStringConvertible {
    var testDescription: String { seed == 1 ? "recorded" : "computed now, seed \(seed)" }
}

/// How far a value may lie from the published one: so much of it, or so much at all.
func agree(_ a: Double, _ b: Double, within bound: Double = 1e-9) -> Bool {
    a == b || abs(a - b) <= bound * max(1, abs(b))
}

enum Package {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let python = root.appendingPathComponent(".build/test-helpers/bin/python")
    static let hasHelpers = FileManager.default.isExecutableFile(atPath: python.path)

    static func fixture(_ name: String) -> URL {
        root.appendingPathComponent("Tests/StatisticsTests/Fixtures/\(name)")
    }

    struct Failed: Error {
        var status: Int32
    }

    static func python(_ script: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        let output = Pipe()
        process.executableURL = python
        process.arguments = [root.appendingPathComponent("scripts/fixtures/\(script)").path]
        process.arguments?.append(contentsOf: arguments)
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failed(status: process.terminationStatus)
        }
        return data
    }
}
