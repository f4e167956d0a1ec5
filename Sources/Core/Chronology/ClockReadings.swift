/// What the clocks of a device said at one instant; it comes with every event.
///
/// On Linux the readings are `CLOCK_BOOTTIME`, `CLOCK_MONOTONIC`, `CLOCK_REALTIME` and
/// `/proc/sys/kernel/random/boot_id`.
@frozen
public struct ClockReadings: Hashable, Sendable {
    /// Since boot, counting device sleep. The only clock that decides anything.
    public var continuous: Instant
    /// Since boot, standing still in device sleep.
    public var uptime: Instant
    /// Civil time in nanoseconds since 1970; a person can set it to anything.
    public var wallNanoseconds: Int64
    /// Differs after every reboot.
    public var bootID: UInt32
    public var protectedDataAvailable: Bool
    /// False where the system failed to tell the time: the engine then assumes the worst.
    public var isReadable: Bool

    @inlinable
    public init(
        continuous: Instant, uptime: Instant, wallNanoseconds: Int64, bootID: UInt32,
        protectedDataAvailable: Bool = true, isReadable: Bool = true
    ) {
        self.continuous = continuous
        self.uptime = uptime
        self.wallNanoseconds = wallNanoseconds
        self.bootID = bootID
        self.protectedDataAvailable = protectedDataAvailable
        self.isReadable = isReadable
    }
}
