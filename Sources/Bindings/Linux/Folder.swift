internal import CLinux
internal import Glibc

/// The names in a folder but for hidden ones, sorted by bytes.
public func folderEntries(_ path: String) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(path) else { throw SystemError("open \(path)") }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { tuple in
            unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
                unsafe String(cString: $0)
            }
        }
        if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}

public func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// What a path leads to, by whatever name.
public struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// Nil where nothing is.
    public init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }
}

/// Fails where files can't be put into a folder as things are.
public func checkFolder(_ path: String) throws(SystemError) {
    try check("write to \(path)") { Int(unsafe access(path, W_OK | X_OK)) }
}

/// Fails where `writeFile` can't succeed as things are, full disks left aside.
public func checkPlace(_ path: String) throws(SystemError) {
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        throw SystemError(call: "write \(path)", number: EISDIR)
    } else if status.st_mode != 0, status.st_mode & S_IFMT != S_IFREG {
        try check("write \(path)") { Int(unsafe access(path, W_OK)) }
    } else {
        try checkFolder(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
    }
}

/// Puts text behind what a file holds, in one write; makes the file where there is none.
public func appendFile(_ path: String, _ text: String) throws(SystemError) {
    let file = try open(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    try writeAll(file.number, Array(text.utf8).span, path)
}
