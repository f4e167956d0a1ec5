import Glibc
public import Linux

/// Removes a folder with what is in it but for hidden files, which keep it there; links go, what
/// they lead to stays.
public func removeFolder(_ path: String) throws(SystemError) {
    for name in try folderEntries(path) {
        let inner = "\(path)/\(name)"
        if isFolder(inner) && !isLink(inner) {
            try removeFolder(inner)
        } else {
            try removeFile(inner)
        }
    }
    guard unsafe rmdir(path) == 0 else {
        throw SystemError(call: "rmdir \(path)", number: errno)
    }
}

private func isLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
}
