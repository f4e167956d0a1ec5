internal import CLinux
internal import Glibc

/// The bytes of a file, at most so many: a longer one fails with `EFBIG`.
public func readFile(
    _ path: String, atMost byteBound: Int = 64 << 20
) throws(SystemError) -> [UInt8] {
    let file = try open(path, O_RDONLY)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(byteBound + 1, 1 << 16))
    while true {
        let count = try check("read \(path)") {
            unsafe read(file.number, &chunk, chunk.count)
        }
        if count == 0 { return bytes }
        guard bytes.count + count <= byteBound else {
            throw SystemError(call: "read \(path)", number: EFBIG)
        }
        bytes += chunk[..<count]
    }
}

/// A file's text, broken UTF-8 replaced.
public func readText(
    _ path: String, atMost byteBound: Int = 64 << 20
) throws(SystemError) -> String {
    String(decoding: try readFile(path, atMost: byteBound), as: UTF8.self)
}

/// Puts a whole file in place of what was there, or leaves that as it was: written aside, synced,
/// renamed, and the folder synced. Readers see the old file or the new one. What is there and no
/// regular file, such as a pipe or a device, is written to and stays.
public func writeFile(
    _ path: String, _ bytes: Span<UInt8>, mode: UInt32 = 0o644
) throws(SystemError) {
    if let kind = fileKind(path), kind != S_IFREG {
        let stream = try open(path, O_WRONLY)
        return try writeAll(stream.number, bytes, path)
    }
    let aside = "\(path).\(getpid()).part"
    do throws(SystemError) {
        let file = try open(aside, O_WRONLY | O_CREAT | O_TRUNC, mode, as: "write \(path)")
        try writeAll(file.number, bytes, path)
        try check("fsync \(path)") { Int(fsync(file.number)) }
        file.close()
        try check("rename \(path)") { Int(unsafe rename(aside, path)) }
    } catch {
        _ = unsafe unlink(aside)
        throw error
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let directory = try open(folder, O_RDONLY | O_DIRECTORY)
    try check("fsync \(folder)") { Int(fsync(directory.number)) }
}

public func writeFile(_ path: String, _ text: String) throws(SystemError) {
    try writeFile(path, Array(text.utf8).span)
}

/// Removes a file or socket; one that isn't there is no error.
public func removeFile(_ path: String) throws(SystemError) {
    do {
        try check("unlink \(path)") { Int(unsafe unlink(path)) }
    } catch  where !error.isMissingFile {
        throw error
    } catch {}
}

/// Makes a folder and those above it.
public func makeFolder(_ path: String) throws(SystemError) {
    var whole = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
        whole += part
        guard unsafe mkdir(whole, 0o755) == 0 || errno == EEXIST else {
            throw SystemError(call: "mkdir \(whole)", number: errno)
        }
        whole += "/"
    }
    // A file of that name passes for a folder until here.
    _ = try open(path, O_RDONLY | O_DIRECTORY)
}

/// The kind as in `st_mode`, nil where there is nothing.
private func fileKind(_ path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
}

public func fileExists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

/// Writes all of it to an open descriptor that waits for its reader.
public func write(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
    try writeAll(descriptor, bytes, "to \(descriptor)")
}

/// `call`: what an error names.
func open(
    _ path: String, _ flags: Int32, _ mode: UInt32 = 0, as call: String? = nil
) throws(SystemError) -> Descriptor {
    let number = try check(call ?? "open \(path)") {
        Int(unsafe clinux_open(path, flags, mode))
    }
    return Descriptor(owning: Int32(truncatingIfNeeded: number))
}

func writeAll(
    _ descriptor: Int32, _ bytes: Span<UInt8>, _ name: String
) throws(SystemError) {
    var written = 0
    while written < bytes.count {
        let rest = bytes.extracting(written...)
        written += try check("write \(name)") {
            unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        }
    }
}

/// Whether this process may run what lies there.
public func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }
