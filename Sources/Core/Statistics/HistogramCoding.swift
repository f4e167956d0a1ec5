// Version, count of clamped values, total, least and greatest, then per index from 0 a positive
// count, or the negated length of a run of empty ones: HdrHistogram V2's way, the numbers zigzag.
extension Histogram {
    static let version: UInt8 = 1

    /// A few bytes for each count in use.
    public func encode(into bytes: inout [UInt8]) {
        bytes.append(Self.version)
        var writer = VarintWriter(bytes: bytes)
        bytes = []
        for number in [
            clampedCount, UInt64(truncatingIfNeeded: total), UInt64(total >> 64), least, greatest,
        ] { writer.write(number) }
        let used = counts.lastIndex { $0 > 0 }.map { $0 + 1 } ?? 0
        writer.write(UInt64(used))
        var zeros: Int64 = 0
        for count in counts.prefix(used) {
            guard count > 0 else {
                zeros += 1
                continue
            }
            if zeros > 0 { writer.writeZigzag(-zeros) }
            zeros = 0
            writer.writeZigzag(Int64(count))
        }
        bytes = writer.bytes
    }

    /// The histogram at the front of the bytes, which are taken away.
    public init(decoding bytes: inout ArraySlice<UInt8>) throws(StatisticsError) {
        self.init()
        var reader = VarintReader(bytes: bytes)
        let version = try reader.readByte()
        guard version == Self.version else { throw .unknownVersion(version) }
        clampedCount = try reader.read()
        let low = try reader.read()
        total = UInt128(try reader.read()) << 64 | UInt128(low)
        least = try reader.read()
        greatest = try reader.read()
        let used = try reader.read()
        guard used <= HistogramLayout.indexCount else { throw .indexOutOfRange }
        var index: UInt64 = 0
        while index < used {
            let number = try reader.readZigzag()
            guard number != 0 else { throw .inconsistent }
            if number > 0 {
                guard count.addingReportingOverflow(UInt64(number)).overflow == false else {
                    throw .inconsistent
                }
                add(UInt64(number), at: Int(index))
                index += 1
            } else {
                guard number.magnitude < used - index else { throw .indexOutOfRange }
                index += number.magnitude
            }
        }
        guard isConsistent else { throw .inconsistent }
        bytes = reader.bytes
    }
}
