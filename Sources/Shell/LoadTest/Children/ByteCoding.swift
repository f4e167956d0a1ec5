/// How parents and children of one program put orders and reports into bytes.
extension [UInt8] {
    public mutating func append(_ value: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    public mutating func append(_ bytes: [UInt8]) {
        append(UInt64(bytes.count))
        self += bytes
    }

    public mutating func append(_ text: String) { append(Array(text.utf8)) }
}

/// Bytes of an order or report that are none.
public struct MalformedBytes: Error {}

extension ArraySlice<UInt8> {
    public mutating func takeNumber() throws(MalformedBytes) -> UInt64 {
        guard count >= 8 else { throw MalformedBytes() }
        var value: UInt64 = 0
        for index in 0..<8 { value |= UInt64(self[startIndex + index]) << UInt64(8 * index) }
        removeFirst(8)
        return value
    }

    public mutating func takeBytes() throws(MalformedBytes) -> [UInt8] {
        let length = try takeNumber()
        guard length <= UInt64(count) else { throw MalformedBytes() }
        let bytes = Array(prefix(Int(length)))
        removeFirst(Int(length))
        return bytes
    }

    public mutating func takeText() throws(MalformedBytes) -> String {
        String(decoding: try takeBytes(), as: UTF8.self)
    }
}
