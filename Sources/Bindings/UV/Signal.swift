internal import CUV

/// Calls back, in the loop, for a signal sent to this process.
public struct Signal: ~Copyable {
    private final class State: HandleState {
        var handler: (() -> Void)?
        var native: UnsafeMutablePointer<uv_signal_t> {
            unsafe memory.assumingMemoryBound(to: uv_signal_t.self)
        }
        override func dropHandlers() { handler = nil }
    }

    public static let interrupt: Int32 = 2
    public static let kill: Int32 = 9
    public static let brokenPipe: Int32 = 13
    public static let terminate: Int32 = 15

    private let state: State

    public init(_ loop: Loop) throws(UVError) {
        state = try unsafe State(loop, UV_SIGNAL) { memory in
            unsafe uv_signal_init(loop.native, memory.assumingMemoryBound(to: uv_signal_t.self))
        }
    }

    deinit { state.beginClosing() }

    /// The signal's usual effect doesn't happen until `stop` or `close`.
    public func start(_ number: Int32, _ handler: @escaping () -> Void) throws(UVError) {
        state.handler = handler
        try check(
            unsafe uv_signal_start(
                state.native,
                { handle, _ in
                    let state = unsafe UV.state(State.self, of: handle)
                    state.handler?()
                }, number))
    }

    public func stop() { unsafe uv_signal_stop(state.native) }

    public func keepLoopAlive(_ keeps: Bool) { state.keepLoopAlive(keeps) }

    public consuming func close(then closed: (() -> Void)? = nil) {
        state.callWhenClosed(closed)
    }
}
