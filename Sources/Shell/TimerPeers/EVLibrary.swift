#if LIBEV
    public import Chronology
    internal import EV
    internal import Linux
    public import TimerQueues
    public import TimerSubjects

    /// libev: an arm is `ev_timer_set` and `ev_timer_start`, a touch `ev_timer_again`, as its
    /// manual advises for timeouts that are moved on and on.
    ///
    /// Spans are counted from the time of the loop's turn, which this reads just before the loop
    /// does: never early, and no clock is read for a touch.
    public struct EVLibrary: LazyTimerLibrary, ~Copyable {
        public static var kind: QueueKind { .libev }
        public static var lazyKind: QueueKind { .libevLazy }
        public static var clock: SubjectClock { .virtual }
        /// A timer fires once the clock is past it.
        public static var resolution: TimeSpan { .microseconds(1) }

        private let loop: EVLoop
        private let timers: EVTimerArray
        private let isVirtual: Bool
        /// On the deadlines' clock, at most the loop's own idea of now.
        private var turn: UInt64 = 0

        public init(
            capacity: Int, on clock: SubjectClock, onFire: @escaping (UInt32) -> Void
        ) throws(SubjectError) {
            guard let loop = EVLoop() else { throw .refused("libev: no loop") }
            self.loop = loop
            timers = EVTimerArray(loop, count: capacity, onFire)
            isVirtual = clock == .virtual
            readClock()
        }

        private mutating func readClock() {
            turn = isVirtual ? Clock.monotonic.now() : Clock.boottime.now()
            if !isVirtual { loop.updateNow() }
        }

        private func span(to deadline: Instant) -> Double {
            let nanoseconds = deadline.nanoseconds - min(deadline.nanoseconds, turn)
            return Double(nanoseconds) * 1e-9
        }

        public mutating func start(_ index: UInt32, at deadline: Instant) {
            timers.start(index, after: span(to: deadline))
        }

        public mutating func restart(_ index: UInt32, at deadline: Instant) {
            // A repetition of 0 would stop the timer.
            timers.restart(index, after: max(span(to: deadline), 1e-9))
        }

        public mutating func stop(_ index: UInt32) { timers.stop(index) }

        public mutating func watch(_ descriptor: Int32) throws(SubjectError) {
            loop.watch(descriptor)
        }

        public mutating func turn(waitingUntil limit: Instant) {
            if limit == .origin {
                loop.runWithoutWaiting()
            } else {
                readClock()
                loop.runOnce(atMost: limit == .distantFuture ? nil : span(to: limit))
            }
            readClock()
        }

        public var byteCount: Int? { timers.byteCount }
    }
#endif
