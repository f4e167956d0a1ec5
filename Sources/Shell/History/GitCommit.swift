import Linux

/// The commit a repository is at, read from its files: no process is started.
public enum GitCommit {
    /// Folders above the one it starts in.
    private static let depthBound = 64
    private static let byteBound = 8 << 20

    /// Of the repository that holds the folder; nil where there is none, or it can't be told.
    public static func current(folder: String = ".") -> String? {
        var place = folder
        for _ in 0..<depthBound {
            if let repository = repository(place + "/.git") { return commit(repository) }
            place += "/.."
        }
        return nil
    }

    /// A work tree beside its repository has a file that names it.
    private static func repository(_ path: String) -> String? {
        if isFolder(path) { return path }
        guard let text = line(path), text.hasPrefix("gitdir: ") else { return nil }
        return resolved(String(text.dropFirst(8)), from: folder(of: path))
    }

    private static func commit(_ repository: String) -> String? {
        guard let head = line(repository + "/HEAD") else { return nil }
        guard head.hasPrefix("ref: ") else { return hash(head) }
        let name = String(head.dropFirst(5))
        // Branches are shared by all work trees of a repository.
        let common = line(repository + "/commondir").map { resolved($0, from: repository) }
        for folder in [repository] + (common.map { [$0] } ?? []) {
            if let loose = line("\(folder)/\(name)") { return hash(loose) }
            if let packed = packed(name, in: folder) { return packed }
        }
        return nil
    }

    private static func packed(_ name: String, in folder: String) -> String? {
        guard let text = try? readText(folder + "/packed-refs", atMost: byteBound) else {
            return nil
        }
        for line in text.split(separator: "\n") where line.hasSuffix(" " + name) {
            return hash(String(line.prefix { $0 != " " }))
        }
        return nil
    }

    private static func resolved(_ path: String, from folder: String) -> String {
        path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }

    /// SHA-1 or SHA-256.
    private static func hash(_ text: String) -> String? {
        [40, 64].contains(text.count) && text.allSatisfy(\.isHexDigit) ? text : nil
    }

    private static func line(_ path: String) -> String? {
        guard let text = try? readText(path, atMost: byteBound) else { return nil }
        return text.split(separator: "\n").first.map(String.init)
    }
}
