internal import CEvent
internal import Glibc

/// Many timers by number, one `struct event` each, in one block of memory, kept in the base's heap.
@safe
public struct EventArray: ~Copyable {
    @safe
    private final class State {
        let onFire: (UInt32) -> Void
        let slots: UnsafeMutableRawPointer
        /// Of a slot: the event, and behind it this object's address.
        let stride: Int

        init(_ count: Int, _ onFire: @escaping (UInt32) -> Void) {
            self.onFire = onFire
            stride = unsafe Self.eventByteCount + MemoryLayout<UnsafeMutableRawPointer>.stride
            unsafe slots = .allocate(byteCount: max(count, 1) * stride, alignment: 16)
        }

        deinit { unsafe slots.deallocate() }

        static var eventByteCount: Int { (event_get_struct_event_size() + 7) & ~7 }
    }

    private let base: EventBase
    private let state: State
    private let count: Int

    /// `onFire` is called with a timer's number when it is over.
    public init(_ base: EventBase, count: Int, _ onFire: @escaping (UInt32) -> Void) {
        self.base = base
        self.count = count
        state = State(count, onFire)
        let own = unsafe Unmanaged.passUnretained(state).toOpaque()
        for index in 0..<count {
            let slot = unsafe state.slots + index * state.stride
            unsafe (slot + State.eventByteCount).storeBytes(
                of: own, as: UnsafeMutableRawPointer.self)
            _ = unsafe event_assign(
                OpaquePointer(slot), base.native, -1, 0,
                { _, _, slot in
                    let slot = unsafe slot!
                    let own = unsafe (slot + State.eventByteCount)
                        .load(as: UnsafeMutableRawPointer.self)
                    let state = unsafe Unmanaged<State>.fromOpaque(own).takeUnretainedValue()
                    let index = unsafe (slot - state.slots) / state.stride
                    state.onFire(UInt32(truncatingIfNeeded: index))
                }, slot)
        }
    }

    deinit { for index in 0..<count { _ = unsafe event_del(event(UInt32(index))) } }

    @unsafe
    private func event(_ index: UInt32) -> OpaquePointer {
        precondition(Int(index) < count, "a timer of this array")
        return unsafe OpaquePointer(state.slots + Int(index) * state.stride)
    }

    /// From now on by the base's clock. Replaces what the timer was started with before.
    public func start(_ index: UInt32, afterMicroseconds delay: UInt64) {
        var span = span(microseconds: delay)
        _ = unsafe event_add(event(index), &span)
    }

    public func stop(_ index: UInt32) { _ = unsafe event_del(event(index)) }

    /// Of the events; the base's heap keeps a pointer more for each that runs.
    public var byteCount: Int { count * (State.eventByteCount + 8) }

    public consuming func close() {}
}
