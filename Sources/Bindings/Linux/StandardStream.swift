internal import CLinux
internal import Glibc

/// The three streams a process starts with.
public enum StandardStream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    public var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Nil off a terminal.
    public var terminalColumns: Int? {
        let columns = clinux_terminal_columns(rawValue)
        return columns > 0 ? Int(columns) : nil
    }

    /// Nil off a terminal.
    public var terminalRows: Int? {
        let rows = clinux_terminal_rows(rawValue)
        return rows > 0 ? Int(rows) : nil
    }

    /// Writes all of it. A closed or broken stream is an error, never a signal, once
    /// `ignoreBrokenPipeSignal` was called.
    public func write(_ text: String) throws(SystemError) {
        try write(Array(text.utf8).span)
    }

    public func write(_ bytes: Span<UInt8>) throws(SystemError) {
        try writeAll(rawValue, bytes, self == .error ? "stderr" : "stdout")
    }

    /// Whatever is there, at most so much; empty at the end.
    public func read(atMost byteBound: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteBound)
        let count = try check("read stdin") {
            unsafe Glibc.read(rawValue, &bytes, byteBound)
        }
        return Array(bytes[..<count])
    }
}

/// Makes writes to a stream nobody reads fail with `EPIPE`. Children inherit it until they exec.
public func ignoreBrokenPipeSignal() {
    _ = signal(SIGPIPE, SIG_IGN)
}

/// Makes writes beyond the process's limit of a file's size fail with `EFBIG`.
public func ignoreFileSizeSignal() {
    _ = signal(SIGXFSZ, SIG_IGN)
}

/// Takes the numbers of standard streams the process started without, so that no file opened later
/// is mistaken for one. Writing to them still fails.
public func reserveStandardStreams() {
    for number in 0...2 as ClosedRange<Int32> where fcntl(number, F_GETFD) < 0 {
        // The lowest free number is this one. Reading alone: a write fails with `EBADF`.
        _ = unsafe clinux_open("/dev/null", O_RDONLY, 0)
    }
}
