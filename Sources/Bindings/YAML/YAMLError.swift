/// Why a text is no document that can be used.
public enum YAMLError: Error, Hashable, Sendable {
    case tooLarge(byteCount: Int, limit: Int, Mark)
    case invalidUTF8(Mark)
    case controlCharacter(UInt32, Mark)
    /// What libyaml says.
    case syntax(String, Mark)
    case empty(Mark)
    case severalDocuments(Mark)
    case unknownAlias(String, Mark)
    case recursiveAlias(String, Mark)
    case tooManyNodes(limit: Int, Mark)
    case tooDeep(limit: Int, Mark)
    case keyIsNotScalar(Mark)
    case mergeOfNonMapping(Mark)
    case unsupportedTag(String, Mark)

    public var mark: Mark {
        switch self {
        case .tooLarge(_, _, let mark), .invalidUTF8(let mark), .controlCharacter(_, let mark),
            .syntax(_, let mark), .empty(let mark), .severalDocuments(let mark),
            .unknownAlias(_, let mark), .recursiveAlias(_, let mark), .tooManyNodes(_, let mark),
            .tooDeep(_, let mark), .keyIsNotScalar(let mark), .mergeOfNonMapping(let mark),
            .unsupportedTag(_, let mark):
            mark
        }
    }
}

extension YAMLError: CustomStringConvertible {
    /// In words, without the place.
    public var description: String {
        switch self {
        case .tooLarge(let count, let limit, _):
            "the text has \(count) bytes; at most \(limit) are read"
        case .invalidUTF8: "not UTF-8 text"
        case .controlCharacter(let value, _):
            "a control character (code \(value)): this is no text file"
        case .syntax(let problem, _): "not YAML: \(problem)"
        case .empty: "the file is empty"
        case .severalDocuments: "a second document starts here; one file holds one"
        case .unknownAlias(let name, _): "alias *\(name) names no anchor before it"
        case .recursiveAlias(let name, _): "alias *\(name) stands inside what it names"
        case .tooManyNodes(let limit, _):
            "more than \(limit) values once aliases are expanded"
        case .tooDeep(let limit, _): "nested more than \(limit) deep"
        case .keyIsNotScalar: "a key must be a word, not a list or map"
        case .mergeOfNonMapping: "<< takes a map or a list of maps"
        case .unsupportedTag(let tag, _): "the tag \(tag) means nothing here"
        }
    }
}
