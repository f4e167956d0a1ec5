/// What wakes the loop of a live run when one of our own queues has something due.
public enum WakeKind: String, CaseIterable, Sendable {
    /// One absolute `timerfd` of the kernel, watched by the loop.
    case timerfd
    /// A timer of libuv, rounded up to its milliseconds.
    case uv
    /// The `timerfd` somewhat earlier, and the rest is waited for with open eyes.
    case spin
}
