import Glibc

/// One file of the tree, by its path from the top.
struct SourceFile: CustomStringConvertible {
    let path: String
    let lines: [Substring]

    var description: String { path }

    /// The modules it imports, whatever stands before `import`.
    var imports: [String] {
        lines.compactMap { line in
            let words = line.split(separator: " ")
            guard let at = words.firstIndex(of: "import"), words[..<at].allSatisfy(isModifier)
            else { return nil }
            let rest = words[(at + 1)...].drop { ["struct", "class", "enum", "func"].contains($0) }
            return rest.first.map { String($0.split(separator: ".")[0]) }
        }
    }

    private func isModifier(_ word: Substring) -> Bool {
        word.hasPrefix("@")
            || ["public", "internal", "package", "private", "fileprivate"].contains(word)
    }

    /// Lines that have one of the texts, as `path:line`.
    func places(of texts: [String]) -> [String] {
        lines.enumerated().filter { _, line in texts.contains { line.contains($0) } }
            .map { "\(path):\($0.offset + 1)" }
    }
}

/// The package's own folder, read once per test.
enum SourceTree {
    static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(3).joined(separator: "/")

    static func entries(_ folder: String) -> [String] {
        guard let directory = opendir("\(root)/\(folder)") else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Files below a folder whose name ends so, in order of path.
    static func files(_ folder: String, _ suffixes: [String] = [".swift"]) -> [SourceFile] {
        entries(folder).flatMap { name -> [SourceFile] in
            let path = "\(folder)/\(name)"
            if isFolder(path) { return files(path, suffixes) }
            guard suffixes.contains(where: name.hasSuffix) else { return [] }
            let lines = text(path).split(separator: "\n", omittingEmptySubsequences: false)
            return [SourceFile(path: path, lines: lines)]
        }
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat("\(root)/\(path)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    static func isExecutable(_ path: String) -> Bool { access("\(root)/\(path)", X_OK) == 0 }

    static func text(_ path: String) -> String {
        guard let file = fopen("\(root)/\(path)", "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
