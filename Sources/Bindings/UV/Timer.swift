internal import CUV

/// A timer of whole milliseconds on the loop's own clock: for heartbeats and the like.
///
/// It is measured from the time the loop's turn began and can therefore be early by as much as
/// that turn has taken; what must not be early uses a descriptor of the kernel's.
public struct Timer: ~Copyable {
    private final class State: HandleState {
        var handler: (() -> Void)?
        var native: UnsafeMutablePointer<uv_timer_t> {
            unsafe memory.assumingMemoryBound(to: uv_timer_t.self)
        }
        override func dropHandlers() { handler = nil }
    }

    private let state: State

    public init(_ loop: Loop) throws(UVError) {
        state = try unsafe State(loop, UV_TIMER) { memory in
            unsafe uv_timer_init(loop.native, memory.assumingMemoryBound(to: uv_timer_t.self))
        }
    }

    deinit { state.beginClosing() }

    /// Calls back after so many milliseconds, and then, unless `repeating` is 0, again and again.
    public func start(
        afterMilliseconds delay: UInt64, repeating: UInt64 = 0, _ handler: @escaping () -> Void
    ) throws(UVError) {
        state.handler = handler
        try check(
            unsafe uv_timer_start(
                state.native,
                { handle in
                    let state = unsafe UV.state(State.self, of: handle)
                    state.handler?()
                }, delay, repeating))
    }

    public func stop() { unsafe uv_timer_stop(state.native) }

    public func keepLoopAlive(_ keeps: Bool) { state.keepLoopAlive(keeps) }

    public consuming func close(then closed: (() -> Void)? = nil) {
        state.callWhenClosed(closed)
    }
}
