internal import CLinux
internal import Glibc

/// The names in a folder, without `.` and `..`, in no order.
public func folderEntries(_ path: String) throws(SystemError) -> [String] {
    guard let directory = unsafe opendir(path) else {
        throw SystemError(call: "open \(path)", number: errno)
    }
    defer { unsafe closedir(directory) }
    var names: [String] = []
    while let entry = unsafe readdir(directory) {
        let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if name != "." && name != ".." { names.append(name) }
    }
    return names
}

public func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Fails where files can't be put into a folder as things are.
public func checkFolder(_ path: String) throws(SystemError) {
    try check("write to \(path)") { Int(unsafe access(path, W_OK | X_OK)) }
}

/// Fails where `writeFile` can't succeed as things are, full disks left aside.
public func checkPlace(_ path: String) throws(SystemError) {
    var status = stat()
    if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
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
