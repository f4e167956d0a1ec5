import Foundation

/// What tests hold the program against, where `scripts/test-helpers` has installed it.
enum Helpers {
    /// Nil: not there, and why the test is skipped.
    static let python: String? = {
        let path = Program.package.appendingPathComponent(".build/test-helpers/bin/python").path
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    static func program(_ name: String) -> Bool {
        ["/usr/bin/", "/bin/", "/usr/local/bin/"].contains {
            FileManager.default.isExecutableFile(atPath: $0 + name)
        }
    }

    /// A script of `Tests/Helpers`, with the program as its first argument.
    static func run(_ interpreter: String, _ script: String, _ arguments: [String] = []) throws
        -> Program.Outcome
    {
        try Program.shell(
            ([interpreter, "Tests/Helpers/\(script)", "\"$L\""] + arguments)
                .joined(separator: " "))
    }
}
