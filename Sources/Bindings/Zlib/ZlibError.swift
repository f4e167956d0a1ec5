internal import CZlib

/// Why bytes could not be packed or unpacked.
public enum ZlibError: Error, Hashable, Sendable {
    /// They are not zlib's, were changed, or end too early: zlib doesn't tell which.
    case corrupt
    /// More than was allowed.
    case tooLarge
    case outOfMemory
    case trailingBytes(Int)
    /// By zlib's number.
    case other(Int32)

    init(_ result: Int32) {
        switch result {
        case Z_BUF_ERROR: self = .tooLarge
        case Z_DATA_ERROR, Z_NEED_DICT: self = .corrupt
        case Z_MEM_ERROR: self = .outOfMemory
        default: self = .other(result)
        }
    }
}

extension ZlibError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .corrupt: "not zlib's format, damaged or cut short"
        case .tooLarge: "unpacked they are larger than allowed"
        case .outOfMemory: "zlib is out of memory"
        case .trailingBytes(let count): "\(count) bytes after the packed ones"
        case .other(let number): "zlib's error \(number)"
        }
    }
}
