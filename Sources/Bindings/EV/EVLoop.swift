internal import CEV

/// A loop of libev, its clock in seconds.
@safe
public final class EVLoop {
    let native: OpaquePointer
    private let watch: UnsafeMutablePointer<ev_io>
    private let limit: UnsafeMutablePointer<ev_timer>
    private var isWatching = false

    /// Nil where libev finds no way to wait.
    public init?() {
        let flags = UInt32(EVFLAG_NOENV) | UInt32(EVFLAG_NOSIGMASK)
        guard let native = unsafe ev_loop_new(flags) else { return nil }
        unsafe self.native = native
        unsafe watch = .allocate(capacity: 1)
        unsafe limit = .allocate(capacity: 1)
        unsafe cev_init_timer(limit, { _, _, _ in }, nil)
    }

    deinit {
        unsafe ev_loop_destroy(native)
        unsafe watch.deallocate()
        unsafe limit.deallocate()
    }

    /// Wakes for a descriptor as long as it can be read.
    public func watch(_ descriptor: Int32) {
        precondition(!isWatching, "one descriptor is watched")
        isWatching = true
        unsafe cev_watch(native, watch, descriptor)
    }

    /// Takes what is there.
    public func runWithoutWaiting() { _ = unsafe ev_run(native, Int32(EVRUN_NOWAIT)) }

    /// Waits for one batch of events, for so many seconds at most.
    public func runOnce(atMost seconds: Double?) {
        if let seconds { unsafe cev_start_timer(native, limit, seconds) }
        _ = unsafe ev_run(native, Int32(EVRUN_ONCE))
        unsafe ev_timer_stop(native, limit)
    }

    /// Reads the clock again: timers are counted from the time of this turn.
    public func updateNow() { unsafe ev_now_update(native) }
}
