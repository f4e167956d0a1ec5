/// A histogram in HdrHistogram's own encoding V2, which its libraries in other languages read.
///
/// | bytes | hold, the highest byte first |
/// | --- | --- |
/// | 4 | cookie |
/// | 4 | length of the counts |
/// | 4 | offset of the indices, 0 |
/// | 4 | significant digits, 3 |
/// | 8, 8 | lowest and highest value that can be told apart |
/// | 8 | ratio of real to whole values, 1.0 |
/// | rest | counts by index, zigzag; a run of empty ones as its negated length |
///
/// What lies beyond an hour counts as an hour there.
///
/// Source: HdrHistogram 2.1, AbstractHistogram.encodeIntoByteBuffer and ZigZagEncoding.
extension Histogram {
    private static let hdrCookie: UInt32 = 0x1C84_9303 | 0x10
    /// Of the same bytes behind zlib, with their length between.
    public static let hdrCompressedCookie: UInt32 = 0x1C84_9304 | 0x10
    private static let significantDigits: UInt32 = 3

    public var hdrEncoded: [UInt8] {
        let counts = hdrCounts
        var bytes: [UInt8] = []
        bytes.appendBigEndian(Self.hdrCookie)
        bytes.appendBigEndian(UInt32(counts.count))
        bytes.appendBigEndian(0 as UInt32)
        bytes.appendBigEndian(Self.significantDigits)
        bytes.appendBigEndian(1 as UInt64)
        bytes.appendBigEndian(HistogramLayout.greatestValue)
        bytes.appendBigEndian(1.0.bitPattern)
        return bytes + counts
    }

    private var hdrCounts: [UInt8] {
        var bytes: [UInt8] = []
        var zeros: Int64 = 0
        let used = counts.lastIndex { $0 > 0 }.map { $0 + 1 } ?? 0
        for count in counts.prefix(used) {
            if count == 0 {
                zeros += 1
                continue
            }
            if zeros > 0 { bytes.appendHdrZigzag(zeros == 1 ? 0 : -zeros) }
            zeros = 0
            bytes.appendHdrZigzag(Int64(clamping: count))
        }
        return bytes
    }
}

extension [UInt8] {
    /// The highest byte first.
    public mutating func appendBigEndian(_ number: some FixedWidthInteger & UnsignedInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Groups of seven bits, lowest first, as `VarintWriter` has them, but for the ninth, which
    /// takes the eight that are left.
    mutating func appendHdrZigzag(_ number: Int64) {
        var rest = UInt64(bitPattern: (number << 1) ^ (number >> 63))
        for _ in 0..<8 {
            if rest < 0x80 { return append(UInt8(rest)) }
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}
