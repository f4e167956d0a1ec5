/// One thing wrong with a scenario file, at its place.
public struct Diagnostic: Hashable, Sendable {
    /// The file, or the override (`--set path=value`) the place lies in.
    public var file: String
    public var line: Int
    public var column: Int
    public var message: String

    public init(file: String, line: Int, column: Int, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }
}

extension Diagnostic: CustomStringConvertible {
    public var description: String { "\(file):\(line):\(column): error: \(message)" }
}
