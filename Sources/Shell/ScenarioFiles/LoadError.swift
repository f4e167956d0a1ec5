import Glibc

/// Why there is no scenario.
public enum LoadError: Error, Hashable, Sendable {
    case missing(path: String)
    case isDirectory(path: String)
    /// The operating system's error number.
    case unreadable(path: String, errno: Int32)
    /// A directory, or a pattern, without scenario files.
    case noScenarios(path: String)
    /// All that is wrong with one file, in its order; not empty.
    case invalid([Diagnostic])

    public var exitCode: Int32 {
        switch self {
        case .missing, .noScenarios: 66
        case .isDirectory, .invalid: 65
        case .unreadable: 74
        }
    }
}

extension LoadError: CustomStringConvertible {
    /// One line for each thing to repair.
    public var description: String {
        switch self {
        case .missing(let path): return "\(path): error: no such file"
        case .isDirectory(let path): return "\(path): error: a directory, not a scenario file"
        case .unreadable(let path, let number):
            let words = unsafe strerror(number).map { unsafe String(cString: $0) }
            return "\(path): error: can't be read: \(words ?? "error \(number)")"
        case .noScenarios(let path): return "\(path): error: no scenario files (.yaml) here"
        case .invalid(let diagnostics):
            return diagnostics.map(\.description).joined(separator: "\n")
        }
    }
}
