/// Why bytes are no frames.
public enum WireError: Error, Hashable, Sendable {
    case unsupportedVersion(UInt8)
    case unknownKind(UInt8)
    case frameTooLong(byteCount: UInt32)
    case recordCount(UInt16)
    /// A record goes on past its frame.
    case recordCutShort
    /// The frame goes on past its records.
    case bytesLeftOver(count: Int)
    case invalidValue(WireField)
}

/// What an invalid value was meant to be.
public enum WireField: String, Hashable, Sendable {
    case role, flag, clocks, scene, fingers, phase, result, method, entry, overlay, timer, action
    case event, command, commands, text
}

extension WireError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsupportedVersion(let version):
            "wire version \(version), where \(WireFormat.version) is spoken"
        case .unknownKind(let kind): "unknown kind of frame \(kind)"
        case .frameTooLong(let count):
            "a frame of \(count) bytes, where \(WireFormat.payloadByteBound) are the most"
        case .recordCount(let count): "a frame of \(count) records, which its kind can't have"
        case .recordCutShort: "a record goes on past the end of its frame"
        case .bytesLeftOver(let count): "\(count) bytes after the last record of a frame"
        case .invalidValue(let field): "an invalid \(field.rawValue)"
        }
    }
}
