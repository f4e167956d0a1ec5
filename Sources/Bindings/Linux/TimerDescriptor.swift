internal import CLinux
internal import Glibc

/// One `timerfd` on `CLOCK_BOOTTIME` with an absolute deadline; becomes readable once it is due.
///
/// Never early: the kernel compares the same clock that `Clock.boottime` reads.
public struct TimerDescriptor: ~Copyable {
    private let descriptor: Descriptor

    public init() throws(SystemError) {
        let number = try check("timerfd_create") { Int(clinux_create_timerfd(CLOCK_BOOTTIME)) }
        descriptor = Descriptor(owning: Int32(truncatingIfNeeded: number))
    }

    /// To be polled for reading.
    public var number: Int32 { descriptor.number }

    /// Replaces the deadline. One in the past is due at once. About 0.5 µs.
    public func arm(at nanoseconds: UInt64) throws(SystemError) {
        // Zero would disarm, and seconds past Int64 can't be told to the kernel.
        let deadline = max(1, min(nanoseconds, UInt64(Int64.max)))
        try set(
            seconds: Int64(deadline / 1_000_000_000), nanoseconds: Int64(deadline % 1_000_000_000))
    }

    public func disarm() throws(SystemError) { try set(seconds: 0, nanoseconds: 0) }

    /// How often it fired since the last read: 0 or 1. Makes the descriptor unreadable again.
    public func read() throws(SystemError) -> UInt64 {
        var count: UInt64 = 0
        do {
            try check("read") { unsafe Glibc.read(number, &count, MemoryLayout<UInt64>.size) }
        } catch  where error.isWouldBlock {
            return 0
        } catch {
            throw error
        }
        return count
    }

    public consuming func close() {}

    private func set(seconds: Int64, nanoseconds: Int64) throws(SystemError) {
        try check("timerfd_settime") {
            Int(clinux_arm_timerfd(descriptor.number, seconds, nanoseconds))
        }
    }
}
