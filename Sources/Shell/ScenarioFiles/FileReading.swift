import Glibc

/// The bytes of a file, up to one more than `bound`: enough to tell that it is too large.
func readFile(_ path: String, bound: Int) throws(LoadError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    let size = 64 << 10
    while bytes.count <= bound {
        let wanted = min(size, bound + 1 - bytes.count)
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: wanted))
        let got = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe read(descriptor, buffer.baseAddress! + start, wanted)
        }
        bytes.removeLast(wanted - max(got, 0))
        if got == 0 { break }
        if got < 0 && errno != EINTR { throw failure(path) }
    }
    return bytes
}

private func failure(_ path: String) -> LoadError {
    switch errno {
    case ENOENT, ENOTDIR: .missing(path: path)
    case EISDIR: .isDirectory(path: path)
    default: .unreadable(path: path, errno: errno)
    }
}
