internal import Glibc

/// What any process has used so far, as `/proc/PID/stat` tells it: CPU in steps of 10 ms.
public struct ProcessUsage: Hashable, Sendable {
    public var cpuNanoseconds: UInt64
    public var residentByteCount: UInt64

    /// Nil where there is no such process, or one that can't be looked at.
    public init?(of processID: Int32) {
        guard let text = try? readText("/proc/\(processID)/stat", atMost: 4096) else { return nil }
        self.init(parsing: text)
    }

    /// The name stands in parentheses and may hold anything; fields count from behind it.
    init?(parsing text: String) {
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        // Behind the name: state is field 0, utime 11, stime 12, rss 21.
        guard fields.count > 21, let user = UInt64(fields[11]), let system = UInt64(fields[12]),
            let pages = UInt64(fields[21])
        else { return nil }
        let tick = 1_000_000_000 / UInt64(max(sysconf(Int32(_SC_CLK_TCK)), 1))
        cpuNanoseconds = (user &+ system) &* tick
        residentByteCount = pages &* UInt64(max(sysconf(Int32(_SC_PAGESIZE)), 1))
    }
}
