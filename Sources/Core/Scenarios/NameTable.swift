public import AppLock

/// The text of names, which everything else handles as small integers.
///
/// Begins with `Name.predefined`; further names are numbered in the order they are met.
public struct NameTable: Sendable {
    public static let bound = Int(UInt16.max) + 1

    private var texts = Name.predefined
    private var numbers: [String: UInt16]

    public init() {
        numbers = [:]
        for (number, text) in texts.enumerated() { numbers[text] = UInt16(number) }
    }

    public var count: Int { texts.count }

    /// The number of `text`, a new one if need be; nil once the table is full.
    public mutating func intern(_ text: String) -> Name? {
        if let number = numbers[text] { return Name(rawValue: number) }
        guard texts.count < NameTable.bound else { return nil }
        let number = UInt16(texts.count)
        texts.append(text)
        numbers[text] = number
        return Name(rawValue: number)
    }

    public func name(of text: String) -> Name? {
        numbers[text].map { Name(rawValue: $0) }
    }

    public subscript(name: Name) -> String {
        precondition(Int(name.rawValue) < texts.count, "a name of another table")
        return texts[Int(name.rawValue)]
    }
}
