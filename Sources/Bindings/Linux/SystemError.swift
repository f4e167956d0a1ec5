internal import Glibc

/// A system call that failed.
public struct SystemError: Error, Hashable, Sendable {
    public let call: String
    public let number: Int32

    public init(call: String, number: Int32) {
        self.call = call
        self.number = number
    }

    /// What `errno` says now.
    init(_ call: String) { self.init(call: call, number: errno) }

    public var text: String {
        guard let words = unsafe strerror(number) else { return "error \(number)" }
        return unsafe String(cString: words)
    }

    public var isMissingFile: Bool { number == ENOENT }
    /// Nobody reads the other end any more.
    public var isBrokenPipe: Bool { number == EPIPE }
    public var isWouldBlock: Bool { number == EAGAIN }
}

extension SystemError: CustomStringConvertible {
    public var description: String { "\(call): \(text)" }
}

/// Repeats a call that a signal interrupts; throws what else goes wrong.
@discardableResult
func check(_ call: @autoclosure () -> String, _ body: () -> Int) throws(SystemError) -> Int {
    while true {
        let result = body()
        if result >= 0 { return result }
        if errno != EINTR { throw SystemError(call()) }
    }
}
