internal import CUV

/// What libuv says went wrong.
public struct UVError: Error, Hashable, Sendable {
    /// Negative; on Linux `-errno` for what comes from the kernel.
    public let number: Int32

    init(_ number: Int32) { self.number = number }

    /// `EPIPE` and the like.
    public var name: String {
        guard let name = unsafe uv_err_name(number) else { return "UV_\(number)" }
        return unsafe String(cString: name)
    }

    public var text: String {
        guard let text = unsafe uv_strerror(number) else { return name }
        return unsafe String(cString: text)
    }

    public static let wouldBlock = UVError(UV_EAGAIN.rawValue)
    public static let brokenPipe = UVError(UV_EPIPE.rawValue)
    public static let connectionReset = UVError(UV_ECONNRESET.rawValue)
    public static let tooManyOpenFiles = UVError(UV_EMFILE.rawValue)
    public static let cancelled = UVError(UV_ECANCELED.rawValue)
    public static let busy = UVError(UV_EBUSY.rawValue)
    public static let nameTooLong = UVError(UV_ENAMETOOLONG.rawValue)
    public static let noSuchFile = UVError(UV_ENOENT.rawValue)
    public static let noSuchProcess = UVError(UV_ESRCH.rawValue)
    static let endOfFile = UVError(UV_EOF.rawValue)
}

extension UVError: CustomStringConvertible {
    public var description: String { "\(text) (\(name))" }
}

@discardableResult
func check(_ result: Int32) throws(UVError) -> Int32 {
    guard result >= 0 else { throw UVError(result) }
    return result
}

/// Nil where the call went well: for completions.
func failure(_ result: Int32) -> UVError? { result < 0 ? UVError(result) : nil }
