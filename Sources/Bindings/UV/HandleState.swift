internal import CUV

/// What libuv knows a handle by: memory that must stay where it is until the close callback, and
/// the closures to call. The handle's `data` holds it strongly from `init` to that callback.
@safe
class HandleState {
    let loop: Loop
    let memory: UnsafeMutableRawPointer
    private var onClosed: (() -> Void)?

    /// `start` makes a libuv handle in the memory, or fails and leaves none there.
    init(
        _ loop: Loop, _ kind: uv_handle_type,
        _ start: (UnsafeMutableRawPointer) -> Int32
    ) throws(UVError) {
        self.loop = loop
        unsafe memory = .allocate(byteCount: uv_handle_size(kind), alignment: 16)
        let result = unsafe start(memory)
        guard result >= 0 else {
            unsafe memory.deallocate()
            throw UVError(result)
        }
        let held = unsafe Unmanaged.passRetained(self)
        unsafe uv_handle_set_data(handle, held.toOpaque())
    }

    final var handle: UnsafeMutablePointer<uv_handle_t> {
        unsafe memory.assumingMemoryBound(to: uv_handle_t.self)
    }

    /// Called once, when the owner goes. Nothing is called back after, but what was queued, as
    /// cancelled, and `closed`.
    final func beginClosing() {
        unsafe uv_close(handle) { handle in
            guard let handle = unsafe handle, let data = unsafe uv_handle_get_data(handle) else {
                return
            }
            let state = unsafe Unmanaged<HandleState>.fromOpaque(data).takeRetainedValue()
            unsafe state.memory.deallocate()
            state.dropHandlers()
            let closed = state.onClosed
            state.onClosed = nil
            closed?()
        }
    }

    final func callWhenClosed(_ closed: (() -> Void)?) { onClosed = closed }

    /// Ends the reference cycles closures may be part of.
    func dropHandlers() {}

    final func keepLoopAlive(_ keeps: Bool) {
        if keeps { unsafe uv_ref(handle) } else { unsafe uv_unref(handle) }
    }
}

/// The state behind a handle libuv calls back with. It lives: the handle isn't closed yet.
@unsafe
func state<State: HandleState>(_ type: State.Type, of handle: UnsafeMutableRawPointer?) -> State {
    let handle = unsafe handle!.assumingMemoryBound(to: uv_handle_t.self)
    let data = unsafe uv_handle_get_data(handle)!
    return unsafe unsafeDowncast(
        Unmanaged<HandleState>.fromOpaque(data).takeUnretainedValue(), to: type)
}
