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
