#if LIBEVENT
    public import Chronology
    internal import Event
    internal import Linux
    public import TimerQueues
    public import TimerSubjects

    /// libevent: `event_add` with a `timeval`, for an arm and for a touch.
    ///
    /// It reads the clock at each call and counts from there; a span is rounded up to the
    /// microsecond, so that nothing is early. On the real clock the base is a precise one, since
    /// the coarse clock of the default is a tick of the kernel behind.
    public struct EventLibrary: TimerLibrary, ~Copyable {
        public static var kind: QueueKind { .libevent }
        public static var clock: SubjectClock { .virtual }
        public static var resolution: TimeSpan { .microseconds(1) }

        private let base: EventBase
        private let timers: EventArray
        private let isVirtual: Bool

        public init(
            capacity: Int, on clock: SubjectClock, onFire: @escaping (UInt32) -> Void
        ) throws(SubjectError) {
            isVirtual = clock == .virtual
            guard let base = EventBase(isVirtual ? .coarse : .precise) else {
                throw .refused("libevent: no base")
            }
            self.base = base
            timers = EventArray(base, count: capacity, onFire)
        }

        /// From now, or from as early as doesn't matter.
        private func span(to deadline: Instant) -> UInt64 {
            let now = isVirtual ? Clock.monotonic.now() : Clock.boottime.now()
            let nanoseconds = deadline.nanoseconds - min(deadline.nanoseconds, now)
            return nanoseconds / 1000 + (nanoseconds % 1000 == 0 ? 0 : 1)
        }

        public mutating func start(_ index: UInt32, at deadline: Instant) {
            timers.start(index, afterMicroseconds: span(to: deadline))
        }

        public mutating func stop(_ index: UInt32) { timers.stop(index) }

        public mutating func watch(_ descriptor: Int32) throws(SubjectError) {
            base.watch(descriptor)
        }

        public mutating func turn(waitingUntil limit: Instant) {
            if limit == .origin {
                base.runWithoutWaiting()
            } else {
                base.runOnce(
                    atMostMicroseconds: limit == .distantFuture ? nil : span(to: limit))
            }
        }

        public var byteCount: Int? { timers.byteCount }
    }
#endif
