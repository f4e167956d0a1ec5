internal import Glibc

/// The kernel's clocks, in nanoseconds.
public enum Clock: Sendable {
    /// Since boot, counting sleep.
    case boottime
    /// Since boot, standing still in sleep.
    case monotonic
    /// Since 1970; jumps when somebody sets it.
    case realtime
    /// Processor time of this process.
    case processTime

    var identifier: clockid_t {
        switch self {
        case .boottime: CLOCK_BOOTTIME
        case .monotonic: CLOCK_MONOTONIC
        case .realtime: CLOCK_REALTIME
        case .processTime: CLOCK_PROCESS_CPUTIME_ID
        }
    }

    /// About 25 ns through the vDSO; `processTime` is a system call.
    public func now() -> UInt64 {
        var time = timespec()
        let result = unsafe clock_gettime(identifier, &time)
        precondition(result == 0, "every kernel since 2.6.39 has these clocks")
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}

/// Tells one boot of this host from another: the kernel's boot id, FNV-1a to 32 bits.
public func readBootID() throws(SystemError) -> UInt32 {
    let text = try readFile("/proc/sys/kernel/random/boot_id", atMost: 64)
    var hash: UInt32 = 0x811C_9DC5
    for byte in text where byte != 0x0A { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash
}
