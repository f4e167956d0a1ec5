internal import CUV

/// Many timers of whole milliseconds, by number, that are started and stopped all the time: one
/// `uv_timer_t` each, in one block of memory.
public struct TimerArray: ~Copyable {
    @safe
    private final class State {
        let loop: Loop
        let handles: UnsafeMutablePointer<uv_timer_t>
        let count: Int
        var openCount = 0
        let onFire: (UInt32) -> Void
        var isOwned = true

        init(_ loop: Loop, _ count: Int, _ onFire: @escaping (UInt32) -> Void) {
            self.loop = loop
            self.count = count
            self.onFire = onFire
            unsafe handles = .allocate(capacity: max(count, 1))
        }

        deinit { unsafe handles.deallocate() }

        /// The handles' `data` hold this strongly together, from the first to the last close.
        func open() throws(UVError) {
            guard count > 0 else { return }
            let held = unsafe Unmanaged.passRetained(self)
            for index in 0..<count {
                let handle = unsafe handles + index
                let result = unsafe uv_timer_init(loop.native, handle)
                precondition(result == 0, "uv_timer_init doesn't fail")
                unsafe handle.pointee.data = held.toOpaque()
            }
            openCount = count
        }

        func fire(_ handle: UnsafeMutablePointer<uv_timer_t>) {
            if isOwned { onFire(unsafe UInt32(truncatingIfNeeded: handle - handles)) }
        }

        func beginClosing() {
            isOwned = false
            for index in 0..<count {
                let handle = unsafe UnsafeMutableRawPointer(handles + index)
                unsafe uv_close(handle.assumingMemoryBound(to: uv_handle_t.self)) { handle in
                    let held = unsafe Unmanaged<State>.fromOpaque(handle!.pointee.data)
                    let state = unsafe held.takeUnretainedValue()
                    state.openCount -= 1
                    if state.openCount == 0 { unsafe held.release() }
                }
            }
        }
    }

    private let state: State

    /// `onFire` is called with a timer's number when it is over; it may start and stop any.
    public init(
        _ loop: Loop, count: Int, _ onFire: @escaping (UInt32) -> Void
    ) throws(UVError) {
        state = State(loop, count, onFire)
        try state.open()
    }

    deinit { state.beginClosing() }

    /// So long after the loop's `nowMilliseconds`, whatever the clock says by now. Replaces what
    /// the timer was started with before.
    public func start(_ index: UInt32, afterMilliseconds delay: UInt64) {
        precondition(Int(index) < state.count, "a timer of this array")
        _ = unsafe uv_timer_start(
            state.handles + Int(index),
            { handle in
                let handle = unsafe handle!
                unsafe Unmanaged<State>.fromOpaque(handle.pointee.data)
                    .takeUnretainedValue().fire(handle)
            }, delay, 0)
    }

    public func stop(_ index: UInt32) {
        precondition(Int(index) < state.count, "a timer of this array")
        _ = unsafe uv_timer_stop(state.handles + Int(index))
    }

    public var byteCount: Int { unsafe state.count * MemoryLayout<uv_timer_t>.stride }

    /// They are gone once the loop has run.
    public consuming func close() {}
}
