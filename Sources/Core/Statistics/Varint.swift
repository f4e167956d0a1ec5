/// Writes numbers in groups of seven bits, lowest first, the high bit marking that more follow.
struct VarintWriter {
    var bytes: [UInt8] = []

    mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Small negative numbers stay short.
    mutating func writeZigzag(_ number: Int64) {
        write(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }
}

/// Reads what `VarintWriter` wrote, from the front.
struct VarintReader {
    var bytes: ArraySlice<UInt8>

    mutating func readByte() throws(StatisticsError) -> UInt8 {
        guard let byte = bytes.popFirst() else { throw .truncated }
        return byte
    }

    mutating func read() throws(StatisticsError) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: 0 as UInt64, through: 63, by: 7) {
            let byte = try readByte()
            let group = UInt64(byte & 0x7F)
            if shift == 63, group > 1 { throw .numberTooLong }
            number |= group << shift
            if byte < 0x80 { return number }
        }
        throw .numberTooLong
    }

    mutating func readZigzag() throws(StatisticsError) -> Int64 {
        let number = try read()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }
}
