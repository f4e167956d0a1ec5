internal import CUV

/// An event loop: waits for descriptors, children and signals, and calls back.
///
/// One thread makes, runs and ends it. A class, because every handle keeps its loop alive until
/// libuv has closed it; the handles are owned. Closing is asynchronous: a handle that was closed
/// is gone after the loop has run once more.
@safe
public final class Loop {
    public enum RunMode: Sendable {
        /// Until no active handle is left, or `stop`.
        case untilDone
        /// Waits for one batch of events.
        case once
        /// Takes what is there.
        case withoutWaiting
    }

    let native: UnsafeMutablePointer<uv_loop_t>
    private var isClosed = false

    /// Measuring idle time costs two clock readings a turn.
    public init(measuringIdleTime: Bool = false) throws(UVError) {
        unsafe native = .allocate(capacity: 1)
        let result = unsafe uv_loop_init(native)
        guard result == 0 else {
            isClosed = true
            throw UVError(result)
        }
        if measuringIdleTime { try check(unsafe cuv_measure_idle_time(native)) }
    }

    deinit {
        if !isClosed {
            let result = unsafe uv_loop_close(native)
            precondition(result == 0, "every handle keeps its loop alive")
        }
        unsafe native.deallocate()
    }

    /// Fails with `busy` while a handle is open or closing.
    public func close() throws(UVError) {
        precondition(!isClosed, "a loop is closed once")
        try check(unsafe uv_loop_close(native))
        isClosed = true
    }

    /// True where active handles are left. Not to be called from a callback.
    @discardableResult
    public func run(_ mode: RunMode = .untilDone) -> Bool {
        precondition(!isClosed, "a closed loop runs no more")
        let native = unsafe self.native
        switch mode {
        case .untilDone: return unsafe uv_run(native, UV_RUN_DEFAULT) != 0
        case .once: return unsafe uv_run(native, UV_RUN_ONCE) != 0
        case .withoutWaiting: return unsafe uv_run(native, UV_RUN_NOWAIT) != 0
        }
    }

    /// Makes `run` return at the end of this turn.
    public func stop() { unsafe uv_stop(native) }

    /// Time spent waiting for events, in nanoseconds; 0 unless measured.
    public var idleNanoseconds: UInt64 { unsafe uv_metrics_idle_time(native) }

    /// The time this turn of the loop began, in ms of `CLOCK_MONOTONIC`.
    public var nowMilliseconds: UInt64 { unsafe uv_now(native) }

    /// Reads the clock again, after long work in a callback.
    public func updateNow() { unsafe uv_update_time(native) }

    /// For a loop that waits in another's place: readable when this one has something to do, but
    /// for timers, and for watches begun since it last ran.
    public var descriptor: Int32 { unsafe uv_backend_fd(native) }

    /// How long it may be left waiting, nil where only a descriptor ends that.
    public var waitingMilliseconds: UInt64? {
        let timeout = unsafe uv_backend_timeout(native)
        return timeout < 0 ? nil : UInt64(timeout)
    }

    /// Handles that are open or closing.
    public var handleCount: Int {
        var count = 0
        unsafe withUnsafeMutablePointer(to: &count) { pointer in
            unsafe uv_walk(
                native,
                { _, context in
                    unsafe context?.assumingMemoryBound(to: Int.self).pointee += 1
                }, pointer)
        }
        return count
    }
}
