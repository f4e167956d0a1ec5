internal import CVirtualClock

/// The clock that shared libraries of this process read, set by hand: so libuv, libev and libevent
/// run unmodified on simulated time, the same as our own queues.
///
/// Only in a program that ClockInterposer is linked into: its `clock_gettime` comes before libc's,
/// also for libraries. Set, it answers for `CLOCK_MONOTONIC` and `CLOCK_REALTIME` and their coarse
/// kin; all other clocks, and these when released, are the kernel's. The one difference to a real
/// run is that a reading costs 2 ns in place of the vDSO's 25.
public enum VirtualClock {
    public static var isAvailable: Bool { cvirtualclock_is_there() }

    public static func set(toNanoseconds instant: UInt64) {
        precondition(isAvailable, "ClockInterposer is linked in")
        cvirtualclock_set(true, instant)
    }

    /// The kernel's clocks are read again.
    public static func release() { cvirtualclock_set(false, 0) }
}
