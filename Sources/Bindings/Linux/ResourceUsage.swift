internal import Glibc

/// What this process has used so far.
public struct ResourceUsage: Hashable, Sendable {
    public var userNanoseconds: UInt64
    public var systemNanoseconds: UInt64
    /// The most memory it ever had.
    public var peakResidentByteCount: UInt64
    public var voluntarySwitches: UInt64
    public var involuntarySwitches: UInt64
    public var majorFaults: UInt64

    public static func now() throws(SystemError) -> ResourceUsage {
        var usage = rusage()
        try check("getrusage") {
            Int(unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage))
        }
        return ResourceUsage(
            userNanoseconds: nanoseconds(usage.ru_utime),
            systemNanoseconds: nanoseconds(usage.ru_stime),
            peakResidentByteCount: UInt64(usage.ru_maxrss) * 1024,
            voluntarySwitches: UInt64(usage.ru_nvcsw),
            involuntarySwitches: UInt64(usage.ru_nivcsw),
            majorFaults: UInt64(usage.ru_majflt))
    }

    private static func nanoseconds(_ time: timeval) -> UInt64 {
        UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_usec) * 1_000
    }
}

/// Memory of this process that is in RAM now, from `/proc/self/statm`.
public func residentByteCount() throws(SystemError) -> UInt64 {
    let fields = try readText("/proc/self/statm", atMost: 256).split(separator: " ")
    let pages = fields.count > 1 ? UInt64(fields[1]) ?? 0 : 0
    return pages * UInt64(sysconf(Int32(_SC_PAGESIZE)))
}
