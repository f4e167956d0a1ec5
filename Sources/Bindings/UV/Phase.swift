internal import CUV

/// Calls back once a turn of the loop, at a fixed place: how what has gathered in a turn is sent
/// in one go before the loop waits.
public struct Phase: ~Copyable {
    public enum Place: Sendable {
        /// Just before waiting for events.
        case beforeWaiting
        /// Just after the events.
        case afterEvents
        /// Each turn, and the loop doesn't wait at all.
        case insteadOfWaiting
    }

    private final class State: HandleState {
        var handler: (() -> Void)?
        override func dropHandlers() { handler = nil }
    }

    private let state: State
    private let place: Place

    public init(_ loop: Loop, _ place: Place) throws(UVError) {
        self.place = place
        switch place {
        case .beforeWaiting:
            state = try unsafe State(loop, UV_PREPARE) { memory in
                unsafe uv_prepare_init(
                    loop.native, memory.assumingMemoryBound(to: uv_prepare_t.self))
            }
        case .afterEvents:
            state = try unsafe State(loop, UV_CHECK) { memory in
                unsafe uv_check_init(loop.native, memory.assumingMemoryBound(to: uv_check_t.self))
            }
        case .insteadOfWaiting:
            state = try unsafe State(loop, UV_IDLE) { memory in
                unsafe uv_idle_init(loop.native, memory.assumingMemoryBound(to: uv_idle_t.self))
            }
        }
    }

    deinit { state.beginClosing() }

    public func start(_ handler: @escaping () -> Void) throws(UVError) {
        state.handler = handler
        let memory = unsafe state.memory
        switch place {
        case .beforeWaiting:
            try check(
                unsafe uv_prepare_start(memory.assumingMemoryBound(to: uv_prepare_t.self)) {
                    let state = unsafe UV.state(State.self, of: $0)
                    state.handler?()
                })
        case .afterEvents:
            try check(
                unsafe uv_check_start(memory.assumingMemoryBound(to: uv_check_t.self)) {
                    let state = unsafe UV.state(State.self, of: $0)
                    state.handler?()
                })
        case .insteadOfWaiting:
            try check(
                unsafe uv_idle_start(memory.assumingMemoryBound(to: uv_idle_t.self)) {
                    let state = unsafe UV.state(State.self, of: $0)
                    state.handler?()
                })
        }
    }

    public func stop() {
        let memory = unsafe state.memory
        switch place {
        case .beforeWaiting:
            unsafe uv_prepare_stop(memory.assumingMemoryBound(to: uv_prepare_t.self))
        case .afterEvents:
            unsafe uv_check_stop(memory.assumingMemoryBound(to: uv_check_t.self))
        case .insteadOfWaiting:
            unsafe uv_idle_stop(memory.assumingMemoryBound(to: uv_idle_t.self))
        }
    }

    public func keepLoopAlive(_ keeps: Bool) { state.keepLoopAlive(keeps) }

    public consuming func close(then closed: (() -> Void)? = nil) {
        state.callWhenClosed(closed)
    }
}
