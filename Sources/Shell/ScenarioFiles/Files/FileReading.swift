import Glibc

/// The bytes of a file, up to one more than `bound`: enough to tell that it is too large.
func readFile(_ path: String, bound: Int) throws(LoadError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while bytes.count <= bound {
        var got = 0
        bytes += unsafe [UInt8](
            unsafeUninitializedCapacity: min(chunkByteCount, bound + 1 - bytes.count)
        ) { buffer, count in
            got = unsafe read(descriptor, buffer.baseAddress, buffer.count)
            count = max(got, 0)
        }
        if got == 0 { break }
        if got < 0 && errno != EINTR { throw failure(path) }
    }
    return bytes
}

private let chunkByteCount = 64 << 10

private func failure(_ path: String) -> LoadError {
    switch errno {
    case ENOENT, ENOTDIR: .missing(path: path)
    case EISDIR: .isDirectory(path: path)
    default: .unreadable(path: path, errno: errno)
    }
}
