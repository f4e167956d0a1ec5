internal import CEvent
internal import Glibc

/// A loop of libevent, its clock in microseconds.
@safe
public final class EventBase {
    public enum Clock: Sendable {
        /// `CLOCK_MONOTONIC_COARSE` and waiting by the millisecond: libevent's default.
        case coarse
        /// `CLOCK_MONOTONIC` and a `timerfd` to wait with.
        case precise
    }

    let native: OpaquePointer
    private var watch: OpaquePointer?
    private let limit: OpaquePointer

    /// Nil where libevent finds no way to wait.
    public init?(_ clock: Clock) {
        guard let options = unsafe event_config_new() else { return nil }
        defer { unsafe event_config_free(options) }
        var flags = EVENT_BASE_FLAG_NOLOCK.rawValue | EVENT_BASE_FLAG_IGNORE_ENV.rawValue
        if clock == .precise { flags |= EVENT_BASE_FLAG_PRECISE_TIMER.rawValue }
        _ = unsafe event_config_set_flag(options, Int32(bitPattern: flags))
        guard let native = unsafe event_base_new_with_config(options) else { return nil }
        unsafe self.native = native
        unsafe limit = event_new(native, -1, 0, { _, _, _ in }, nil)
    }

    deinit {
        if let watch = unsafe watch { unsafe event_free(watch) }
        unsafe event_free(limit)
        unsafe event_base_free(native)
    }

    /// Wakes for a descriptor as long as it can be read.
    public func watch(_ descriptor: Int32) {
        unsafe precondition(watch == nil, "one descriptor is watched")
        let flags = Int16(EV_READ | EV_PERSIST)
        unsafe watch = event_new(native, descriptor, flags, { _, _, _ in }, nil)
        if let watch = unsafe watch { _ = unsafe event_add(watch, nil) }
    }

    /// Takes what is there, once: a descriptor that stays readable would hold it for ever.
    public func runWithoutWaiting() {
        _ = unsafe event_base_loop(native, EVLOOP_ONCE | EVLOOP_NONBLOCK)
    }

    /// Waits for one batch of events, for so many microseconds at most.
    public func runOnce(atMostMicroseconds bound: UInt64?) {
        if let bound {
            var span = span(microseconds: bound)
            _ = unsafe event_add(limit, &span)
        }
        _ = unsafe event_base_loop(native, EVLOOP_ONCE)
        _ = unsafe event_del(limit)
    }
}

func span(microseconds: UInt64) -> timeval {
    timeval(
        tv_sec: Int(clamping: microseconds / 1_000_000), tv_usec: Int(microseconds % 1_000_000))
}
