internal import CLinux
internal import Glibc

/// An open file descriptor with one owner; closed when that goes.
public struct Descriptor: ~Copyable {
    /// Valid as long as the owner is there.
    public let number: Int32

    /// Takes over a descriptor nobody else closes.
    public init(owning number: Int32) {
        precondition(number >= 0, "a descriptor is not negative")
        self.number = number
    }

    deinit { _ = Glibc.close(number) }

    public consuming func close() {}

    /// Hands the number to somebody else who will close it.
    public consuming func release() -> Int32 {
        let number = self.number
        discard self
        return number
    }

    public func setCloseOnExec(_ isOn: Bool) throws(SystemError) {
        try check("fcntl") { Int(clinux_set_close_on_exec(number, isOn ? 1 : 0)) }
    }
}

/// Two connected Unix stream sockets, both closed on exec.
public struct SocketPair: ~Copyable {
    public let first: Descriptor
    public let second: Descriptor

    public init() throws(SystemError) {
        var numbers: (Int32, Int32) = (-1, -1)
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let result = unsafe withUnsafeMutableBytes(of: &numbers) { bytes in
            unsafe socketpair(
                AF_UNIX, kind, 0, bytes.bindMemory(to: Int32.self).baseAddress)
        }
        guard result == 0 else { throw SystemError("socketpair") }
        first = Descriptor(owning: numbers.0)
        second = Descriptor(owning: numbers.1)
    }

    /// The two ends, each to its own owner.
    public consuming func split() -> (first: Int32, second: Int32) {
        (first.release(), second.release())
    }
}
