internal import CEV

/// Many timers by number, one `ev_timer` each, in one block of memory.
@safe
public struct EVTimerArray: ~Copyable {
    @safe
    private final class State {
        let timers: UnsafeMutablePointer<ev_timer>
        let onFire: (UInt32) -> Void

        init(_ count: Int, _ onFire: @escaping (UInt32) -> Void) {
            unsafe timers = .allocate(capacity: max(count, 1))
            self.onFire = onFire
        }

        deinit { unsafe timers.deallocate() }
    }

    private let loop: EVLoop
    private let state: State
    private let count: Int

    /// `onFire` is called with a timer's number when it is over.
    public init(_ loop: EVLoop, count: Int, _ onFire: @escaping (UInt32) -> Void) {
        self.loop = loop
        self.count = count
        state = State(count, onFire)
        let data = unsafe Unmanaged.passUnretained(state).toOpaque()
        for index in 0..<count {
            unsafe cev_init_timer(
                state.timers + index,
                { loop, timer, _ in
                    // One that was restarted would fire again and again.
                    unsafe ev_timer_stop(loop, timer)
                    let timer = unsafe timer!
                    let state = unsafe Unmanaged<State>.fromOpaque(timer.pointee.data)
                        .takeUnretainedValue()
                    state.onFire(unsafe UInt32(truncatingIfNeeded: timer - state.timers))
                }, data)
        }
    }

    deinit {
        for index in 0..<count { unsafe ev_timer_stop(loop.native, state.timers + index) }
    }

    /// So many seconds after the time of the loop's turn; the timer must not be running.
    public func start(_ index: UInt32, after seconds: Double) {
        precondition(Int(index) < count, "a timer of this array")
        unsafe cev_start_timer(loop.native, state.timers + Int(index), seconds)
    }

    /// The same with `ev_timer_again`, which moves a running timer in place.
    public func restart(_ index: UInt32, after seconds: Double) {
        precondition(Int(index) < count, "a timer of this array")
        unsafe cev_restart_timer(loop.native, state.timers + Int(index), seconds)
    }

    public func stop(_ index: UInt32) {
        precondition(Int(index) < count, "a timer of this array")
        unsafe ev_timer_stop(loop.native, state.timers + Int(index))
    }

    /// Of the timers; libev keeps 16 bytes more for each that runs.
    public var byteCount: Int { unsafe count * (MemoryLayout<ev_timer>.stride + 16) }

    public consuming func close() {}
}
