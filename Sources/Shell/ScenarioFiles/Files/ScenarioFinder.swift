import Glibc

/// The scenario files that command-line arguments stand for.
public enum ScenarioFinder {
    /// How deep below a directory files are looked for.
    static let depthBound = 16

    /// A file stands for itself, a directory for all `.yaml` and `.yml` files below it, a pattern
    /// (`*`, `?`, `[…]`) for what it matches; hidden ones are left out, and links that lead back to
    /// a directory on the way. Sorted by bytes within each
    /// argument; a file named twice comes once.
    public static func find(_ arguments: [String]) throws(LoadError) -> [String] {
        var found: [String] = []
        var seen: Set<String> = []
        for argument in arguments {
            for path in try files(argument) where seen.insert(path).inserted { found.append(path) }
        }
        return found
    }

    private static func files(_ argument: String) throws(LoadError) -> [String] {
        switch kind(argument) {
        case .file: return [argument]
        case .directory:
            let files = try files(below: argument)
            guard !files.isEmpty else { throw .noScenarios(path: argument) }
            return sorted(files)
        case .none: break
        }
        guard argument.contains(where: { "*?[".contains($0) }) else {
            throw errno == EACCES
                ? .unreadable(path: argument, errno: EACCES) : .missing(path: argument)
        }
        var files: [String] = []
        for match in matches(argument) {
            if kind(match) == .directory {
                files += try self.files(below: match)
            } else {
                files.append(match)
            }
        }
        guard !files.isEmpty else { throw .noScenarios(path: argument) }
        return sorted(files)
    }

    private static func files(
        below folder: String, within outer: [DirectoryID] = []
    ) throws(LoadError) -> [String] {
        guard let id = DirectoryID(folder), !outer.contains(id), outer.count < depthBound else {
            return []
        }
        var files: [String] = []
        for name in try names(in: folder) where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
            switch kind(path) {
            case .directory: files += try self.files(below: path, within: outer + [id])
            case .file where name.hasSuffix(".yaml") || name.hasSuffix(".yml"): files.append(path)
            case .file, .none: break
            }
        }
        return files
    }

    static func isFile(_ path: String) -> Bool { kind(path) == .file }

    private enum Kind { case file, directory }

    private struct DirectoryID: Equatable {
        var device: dev_t
        var inode: ino_t

        init?(_ path: String) {
            var status = stat()
            guard unsafe stat(path, &status) == 0 else { return nil }
            (device, inode) = (status.st_dev, status.st_ino)
        }
    }

    private static func kind(_ path: String) -> Kind? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return status.st_mode & S_IFMT == S_IFDIR ? .directory : .file
    }

    private static func names(in folder: String) throws(LoadError) -> [String] {
        guard let stream = unsafe opendir(folder) else {
            throw .unreadable(path: folder, errno: errno)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            names.append(name)
        }
        return names
    }

    private static func matches(_ pattern: String) -> [String] {
        var result = unsafe glob_t()
        defer { unsafe globfree(&result) }
        guard unsafe glob(pattern, 0, nil, &result) == 0 else { return [] }
        return (0..<Int(unsafe result.gl_pathc)).compactMap { index in
            unsafe result.gl_pathv[index].map { unsafe String(cString: $0) }
        }
    }

    private static func sorted(_ paths: [String]) -> [String] {
        paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
