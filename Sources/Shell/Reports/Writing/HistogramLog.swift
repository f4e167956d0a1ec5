public import Statistics
public import Zlib

/// HdrHistogram's log, format 1.3: a line for each interval and tag, which its own tools plot, sum
/// up and convert.
///
/// `Tag=touch,0.000,1.000,4.6,HISTFAAA…`: the tag, start and length in seconds, the exact maximum
/// in milliseconds, and the histogram in encoding V2, packed with zlib and written in base 64.
/// Values are nanoseconds.
public struct HistogramLog: Sendable {
    public private(set) var text: String

    /// Intervals start so long after `startNanoseconds`, which counts from 1970.
    public init(startNanoseconds: UInt64, comment: String) {
        let start = Quantity.decimal(startNanoseconds, per: 1_000_000_000, places: 3)
        text = ""
        for line in comment.split(separator: "\n") { text += "#[\(line)]\n" }
        text += "#[Histogram log format version 1.3]\n"
        text += "#[StartTime: \(start) (seconds since epoch)]\n"
        text += "#[BaseTime: \(start) (seconds since epoch)]\n"
        text += "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\","
        text += "\"Interval_Compressed_Histogram\"\n"
    }

    /// One interval. A tag has no comma, blank or line's end; nil for none.
    public mutating func add(
        _ histogram: Histogram, tag: String?, startNanoseconds: UInt64, lengthNanoseconds: UInt64
    ) throws(ZlibError) {
        if let tag {
            precondition(!tag.contains { $0 == "," || $0.isWhitespace }, "a tag is one word")
            text += "Tag=\(tag),"
        }
        text += Quantity.decimal(startNanoseconds, per: 1_000_000_000, places: 9) + ","
        text += Quantity.decimal(lengthNanoseconds, per: 1_000_000_000, places: 9) + ","
        text += Quantity.decimal(histogram.max ?? 0, per: 1_000_000, places: 6) + ","
        let packed = try deflated(histogram.hdrEncoded)
        var bytes: [UInt8] = []
        bytes.appendBigEndian(Histogram.hdrCompressedCookie)
        bytes.appendBigEndian(UInt32(packed.count))
        text += base64(bytes + packed) + "\n"
    }
}

/// RFC 4648, with padding.
func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = bytes[start..<min(start + 3, bytes.count)]
        let bits = group.reduce(0 as UInt32) { $0 << 8 | UInt32($1) } << (8 * (3 - group.count))
        for place in 0..<4 {
            let isPadding = place > group.count
            text.append(isPadding ? 0x3D : alphabet[Int(bits >> (18 - 6 * place)) & 63])
        }
    }
    return String(decoding: text, as: UTF8.self)
}
