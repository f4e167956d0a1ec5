internal import Chronology
public import Linux
public import TimerQueues
public import UV

/// Wakes a loop of libuv at an instant of `CLOCK_BOOTTIME`, never before it.
public final class Waker {
    /// How long before its instant `spin` wakes, and so the longest it spins: a little more than
    /// the kernel is usually late.
    public static let spinBound: UInt64 = 50_000

    private let kind: WakeKind
    private let loop: Loop
    private let descriptor: TimerDescriptor
    private let poll: Poll
    private let timer: UV.Timer
    private let offset = MonotonicOffset(.real)
    private let onWake: () -> Void
    /// 0 once it has woken.
    private var armedAt: UInt64 = 0
    /// Time spent spinning so far, in nanoseconds.
    public private(set) var spun: UInt64 = 0

    /// `onWake` is called at the instant. With `uv` that is before the loop looks for events, with
    /// the others among them.
    public init(_ kind: WakeKind, _ loop: Loop, onWake: @escaping () -> Void) throws {
        self.kind = kind
        self.loop = loop
        self.onWake = onWake
        let descriptor = try TimerDescriptor()
        let poll = try Poll(loop, descriptor: descriptor.number)
        let timer = try UV.Timer(loop)
        self.descriptor = descriptor
        self.poll = poll
        self.timer = timer
        try self.poll.start(.readable) { [unowned self] _, _ in becomeReadable() }
    }

    /// Replaces the instant. One in the past wakes in the next turn.
    public func arm(at instant: UInt64) throws(SystemError) {
        guard instant != armedAt else { return }
        armedAt = instant
        switch kind {
        case .timerfd: try descriptor.arm(at: instant)
        case .spin: try descriptor.arm(at: instant - min(instant, Self.spinBound))
        case .uv: startTimer(instant)
        }
    }

    /// Counted from the loop's own time, and whole milliseconds later rather than earlier.
    private func startTimer(_ instant: UInt64) {
        loop.updateNow()
        let nanoseconds = offset.monotonic(Instant(nanoseconds: instant))
        let due = nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 == 0 ? 0 : 1)
        let delay = due - min(due, loop.nowMilliseconds)
        // Fails only in a handle that closes.
        try? timer.start(afterMilliseconds: delay) { [unowned self] in wake() }
    }

    private func becomeReadable() {
        _ = try? descriptor.read()
        if kind == .spin { spin() }
        wake()
    }

    private func spin() {
        let start = Clock.boottime.now()
        var now = start
        let bound = start + Self.spinBound
        while now < armedAt && now < bound { now = Clock.boottime.now() }
        spun += now - start
    }

    private func wake() {
        armedAt = 0
        onWake()
    }
}
