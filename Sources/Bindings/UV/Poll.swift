internal import CUV

/// Watches a descriptor that somebody else owns and keeps open until the watch has closed.
public struct Poll: ~Copyable {
    public struct Events: OptionSet, Hashable, Sendable {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        public static let readable = Events(rawValue: Int32(UV_READABLE.rawValue))
        public static let writable = Events(rawValue: Int32(UV_WRITABLE.rawValue))
        public static let disconnected = Events(rawValue: Int32(UV_DISCONNECT.rawValue))
    }

    private final class State: HandleState {
        var handler: ((Events, UVError?) -> Void)?
        var native: UnsafeMutablePointer<uv_poll_t> {
            unsafe memory.assumingMemoryBound(to: uv_poll_t.self)
        }
        override func dropHandlers() { handler = nil }
    }

    private let state: State

    public init(_ loop: Loop, descriptor: Int32) throws(UVError) {
        state = try unsafe State(loop, UV_POLL) { memory in
            unsafe uv_poll_init(
                loop.native, memory.assumingMemoryBound(to: uv_poll_t.self), descriptor)
        }
    }

    deinit { state.beginClosing() }

    /// Calls back in every turn of the loop in which one of the events holds. Replaces what was
    /// watched before.
    public func start(
        _ events: Events, _ handler: @escaping (Events, UVError?) -> Void
    ) throws(UVError) {
        state.handler = handler
        try check(
            unsafe uv_poll_start(state.native, events.rawValue) { handle, status, events in
                let state = unsafe UV.state(State.self, of: handle)
                state.handler?(Events(rawValue: events), failure(status))
            })
    }

    public func stop() { unsafe uv_poll_stop(state.native) }

    public func keepLoopAlive(_ keeps: Bool) { state.keepLoopAlive(keeps) }

    public consuming func close(then closed: (() -> Void)? = nil) {
        state.callWhenClosed(closed)
    }
}
