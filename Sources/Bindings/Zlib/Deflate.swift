internal import CZlib

/// The bytes in zlib's format (RFC 1950), as small as the best level makes them.
public func deflated(_ bytes: [UInt8]) throws(ZlibError) -> [UInt8] {
    guard let byteCount = uLong(exactly: bytes.count) else { throw .tooLarge }
    var length = compressBound(byteCount)
    var packed = [UInt8](repeating: 0, count: Int(length))
    let result = unsafe compress2(&packed, &length, bytes, byteCount, Z_BEST_COMPRESSION)
    guard result == Z_OK else { throw ZlibError(result) }
    packed.removeLast(packed.count - Int(length))
    return packed
}

/// What `deflated` was given, at most so many bytes of it: a short text can stand for gigabytes.
public func inflated(_ packed: [UInt8], atMost byteBound: Int) throws(ZlibError) -> [UInt8] {
    precondition(byteBound >= 0)
    // With a byte to spare, zlib notices by itself what doesn't fit.
    var bytes = [UInt8](repeating: 0, count: byteBound + 1)
    var length = uLong(bytes.count)
    var taken = uLong(packed.count)
    let result = unsafe uncompress2(&bytes, &length, packed, &taken)
    guard result == Z_OK else { throw ZlibError(result) }
    guard length <= byteBound else { throw .tooLarge }
    guard taken == packed.count else { throw .trailingBytes(packed.count - Int(taken)) }
    bytes.removeLast(bytes.count - Int(length))
    return bytes
}
