import Foundation

@testable import Comparing

/// A folder that goes with the test.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("locksim-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var path: String { url.path }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }
}

/// What `locksim run --json` prints, as far as a comparison looks at it.
func resultText(
    lateness: Int = 57_000, resident: Int = 12_000_000, seed: Int = 1, mode: String = "live",
    digest: String = "00000000000000aa", hash: String = "5eed", kernel: String = "6.18",
    locks: Int = 12, valid: Bool = true
) -> String {
    """
    {
      "schema": 1,
      "scenario": {"name": "rush", "hash": "\(hash)", "seed": \(seed), "mode": "\(mode)"},
      "partial": false,
      "valid": \(valid),
      "digest": "\(digest)",
      "environment": {"cpu_model": "quick", "cores": 2, "kernel": "\(kernel)", "governor": null},
      "duration": {"model_ns": 5, "wall_ns": 1000, "cpu_ns": 2000},
      "counters": {"locks": \(locks), "violations": {"total": 0, "by_rule": {}}},
      "metrics": {"timer_lateness": {"count": 9, "p50_ns": \(lateness), "p99_9_ns": 0}},
      "simulation": {"events_per_second": 4000},
      "processes": [{"rss_bytes": \(resident), "cpu_share": 0.5}, {"rss_bytes": 1, "cpu_share": 0}]
    }
    """
}

/// As many runs, a thousandth apart.
func runSet(
    _ folder: Folder, _ name: String, count: Int = 10, text: (Int) -> String
) throws -> RunSet {
    for number in 1...count {
        try folder.write("\(name)/\(Repeating.name(number))/result.json", text(number))
    }
    return try RunSet(path: folder.path + "/" + name)
}

func steady(_ level: Double, _ number: Int) -> Int {
    Int(level * (1 + Double(number - 5) / 1000))
}
