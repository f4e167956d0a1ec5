import Foundation
import Statistics
import Testing

@testable import Reports

/// Logs are read by HdrHistogram's own libraries, which scripts/test-helpers installs.
@Suite struct HistogramLogTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let python = root.appendingPathComponent(".build/test-helpers/bin/python").path
    private static let jar = "/usr/share/java/hdrhistogram.jar"
    private static let java = "/usr/bin/java"
    private static let hasPython = FileManager.default.isExecutableFile(atPath: python)
    private static let hasJava = [jar, java, "/usr/bin/javac"].allSatisfy {
        FileManager.default.fileExists(atPath: $0)
    }

    /// Tag, start and end in milliseconds, and values with their counts. Ten thousand of them have
    /// whole ranks for all percentiles: the Python library rounds others to the nearest rank, where
    /// Java rounds up.
    private static let intervals: [(tag: String?, from: UInt64, to: UInt64, Histogram)] = {
        var spread = Histogram()
        var state: UInt64 = 7
        for _ in 0..<10_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            spread.record((state >> 8) >> (16 + (state >> 59)))
        }
        var counts = Histogram()
        // From one byte of a count to eight.
        for power in 0..<50 as Range<UInt64> { counts.record(power * 1_000_003, count: 1 << power) }
        var edges = Histogram()
        for value in [0, 1, 2, 4, 2047, 2048, 4095, 4096] as [UInt64] {
            edges.record(value, count: 1000)
        }
        edges.record(3_600_000_000_000, count: 2000)
        return [
            ("touch", 0, 1000, spread), ("auth", 0, 1000, counts), (nil, 1000, 2000, edges),
            ("touch", 2000, 2500, Histogram()),
        ]
    }()

    private func log() throws -> String {
        var log = HistogramLog(startNanoseconds: 1_700_000_000_123_000_000, comment: "locksim")
        for (tag, from, to, histogram) in Self.intervals {
            try log.add(
                histogram, tag: tag, startNanoseconds: from * 1_000_000,
                lengthNanoseconds: (to - from) * 1_000_000)
        }
        return log.text
    }

    /// What a reader has to find, in the words of scripts/fixtures/read-histogram-log.py.
    private var expected: [String] {
        Self.intervals.map { tag, from, to, histogram in
            var words = [tag ?? "-", "\(from)", "\(to)", "\(histogram.count)"]
            for percentile in [Percentile.p50, .p90, .p99, .p999, .p9999, .p100] {
                words.append("\(histogram.value(at: percentile) ?? 0)")
            }
            for index in 0..<histogram.usedIndexCount where histogram[countAt: index] > 0 {
                let value = HistogramLayout.highestValue(at: index)
                words.append("\(value):\(histogram[countAt: index])")
            }
            return words.joined(separator: " ")
        }
    }

    private func lines(_ program: String, _ arguments: [String]) throws -> [String] {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("locksim-\(UUID().uuidString).hlog")
        try log().write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments + [file.path]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func script(_ name: String) -> String {
        Self.root.appendingPathComponent("scripts/fixtures/\(name)").path
    }

    @Test(.enabled(if: hasPython, "scripts/test-helpers hasn't been run"))
    func hdrHistogramsPythonReadsTheSame() throws {
        let found = try lines(Self.python, [script("read-histogram-log.py")])
        #expect(found.count == expected.count)
        for (line, expected) in zip(found, expected) { #expect(line == expected) }
    }

    @Test(.enabled(if: hasJava, "scripts/test-helpers hasn't been run"))
    func hdrHistogramsJavaReadsTheSame() throws {
        let arguments = ["-cp", Self.jar, script("ReadHistogramLog.java")]
        #expect(try lines(Self.java, arguments) == expected)
    }

    @Test func headAndLinesAreOfTheFormat() throws {
        let lines = try log().split(separator: "\n")
        #expect(
            lines.prefix(5) == [
                "#[locksim]", "#[Histogram log format version 1.3]",
                "#[StartTime: 1700000000.123 (seconds since epoch)]",
                "#[BaseTime: 1700000000.123 (seconds since epoch)]",
                "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\","
                    + "\"Interval_Compressed_Histogram\"",
            ])
        #expect(lines[6].hasPrefix("Tag=auth,0,1,49.000147,HISTFAAA"))
        #expect(lines[7].hasPrefix("1,1,3600000,HISTFAAA"))
        #expect(lines[8].hasPrefix("Tag=touch,2,0.5,0,HISTFAAA"))
    }

    /// By hand: 0 once, 2 three times, and 300 empty ones before 303 twice.
    @Test func theEncodingIsV2ByteForByte() {
        var histogram = Histogram()
        for value in [0, 2, 2, 2, 303, 303] as [UInt64] { histogram.record(value) }
        let head: [UInt8] = [
            0x1C, 0x84, 0x93, 0x13, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1,
            0, 0, 0x03, 0x46, 0x30, 0xB8, 0xA0, 0x00, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0,
        ]
        // -300 is 599 in zigzag, 0x57 and 4 · 128.
        #expect(histogram.hdrEncoded == head + [2, 0, 6, 0xD7, 0x04, 4])
    }

    @Test func base64IsFoundations() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 151 + 7) }
            #expect(base64(bytes) == Data(bytes).base64EncodedString())
        }
    }
}
