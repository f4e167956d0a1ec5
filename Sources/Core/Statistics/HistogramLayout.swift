/// Which values share a count: HdrHistogram's layout for 1 ns … 1 h at 3 significant digits.
///
/// | bucket | values | width of a count |
/// | --- | --- | --- |
/// | 0 | 0 … 2047 | 1 |
/// | 1 | 2048 … 4095 | 2 |
/// | b | 2^(10+b) … 2^(11+b) − 1 | 2^b |
/// | 31 | to 1.2 h | 2^31 |
///
/// 1024 counts a bucket, twice that in the first, so a count is 0.1 % of its value wide at most.
///
/// Source: Gil Tene's HdrHistogram, AbstractHistogram.java.
public enum HistogramLayout {
    /// One hour.
    public static let greatestValue: UInt64 = 3_600_000_000_000
    public static let indexCount = index(of: greatestValue) + 1
    static let halfBucketBits = 10

    /// Of a value up to `greatestValue`.
    @inlinable public static func index(of value: UInt64) -> Int {
        let bucket = 53 &- (value | 2047).leadingZeroBitCount
        return bucket &<< 10 &+ Int(truncatingIfNeeded: value &>> UInt64(bucket))
    }

    public static func lowestValue(at index: Int) -> UInt64 {
        let bucket = max(index >> halfBucketBits - 1, 0)
        return UInt64(index - bucket << halfBucketBits) << UInt64(bucket)
    }

    /// The highest value that is counted together with the lowest at this index.
    public static func highestValue(at index: Int) -> UInt64 {
        lowestValue(at: index + 1) - 1
    }
}
