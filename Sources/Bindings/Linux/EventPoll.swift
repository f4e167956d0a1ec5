internal import CLinux
internal import Glibc

/// An `epoll` descriptor: waits, by the nanosecond, until one of many others can be read.
@safe
public struct EventPoll: ~Copyable {
    /// How many are told at once.
    public static let batchBound = 64

    private let descriptor: Descriptor
    private let tokens: UnsafeMutablePointer<UInt32>

    public init() throws(SystemError) {
        let number = try check("epoll_create1") { Int(clinux_create_epoll()) }
        descriptor = Descriptor(owning: Int32(truncatingIfNeeded: number))
        unsafe tokens = .allocate(capacity: Self.batchBound)
    }

    deinit { unsafe tokens.deallocate() }

    public var number: Int32 { descriptor.number }

    /// Watches a descriptor, which stops when that is closed; `token` is how it is named. For
    /// edges it is told once each time something comes, else as long as it can be read.
    public func add(
        _ descriptor: Int32, token: UInt32, forEdges: Bool = false
    ) throws(SystemError) {
        try check("epoll_ctl") {
            Int(clinux_epoll_add(self.descriptor.number, descriptor, token, forEdges ? 1 : 0))
        }
    }

    /// Calls back with the token of each that can be read, and says how many those were; 0 when
    /// the time is over. Nil waits for ever.
    public func wait(
        nanoseconds: UInt64?, _ body: (UInt32) -> Void
    ) throws(SystemError) -> Int {
        let bound = nanoseconds.map { Int64(clamping: $0) } ?? -1
        let count = try check("epoll_pwait2") {
            unsafe Int(clinux_epoll_wait(descriptor.number, tokens, bound))
        }
        for index in 0..<count { unsafe body(tokens[index]) }
        return count
    }

    public consuming func close() {}
}
