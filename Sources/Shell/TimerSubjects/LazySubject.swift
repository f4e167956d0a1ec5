public import Chronology
public import TimerQueues

/// A library's timers with re-arms put off, as a careful user of it writes: a touch that moves the
/// deadline on only stores it, and the library's timer is started again when it fires too early.
public struct LazySubject<Library: LazyTimerLibrary & ~Copyable>: EmbeddingSubject, ~Copyable {
    public static var kind: QueueKind { Library.lazyKind }
    public static var clock: SubjectClock { available(Library.clock) }
    public static var resolution: TimeSpan { Library.resolution }

    private var library: Library
    private let firings: FiringList
    private let hold: ClockHold
    /// Never before that of the library's timer.
    private let deadlines: DeadlineStore
    private let capacity: Int
    public private(set) var pending = 0

    public init(
        capacity: Int, startingAt origin: Instant, on clock: SubjectClock
    ) throws(SubjectError) {
        let hold = try ClockHold(clock, of: Library.clock, startingAt: origin)
        let firings = FiringList(startingAt: clock == .virtual ? origin : nil)
        let library = try Library(capacity: capacity, on: clock) { firings.append($0) }
        self.hold = hold
        self.firings = firings
        self.library = library
        self.capacity = capacity
        deadlines = DeadlineStore(capacity: capacity)
    }

    public mutating func arm(_ session: UInt32, at deadline: Instant) {
        deadlines[session] = deadline
        library.start(session, at: deadline)
        pending += 1
    }

    public mutating func touch(_ session: UInt32, to deadline: Instant) {
        let before = deadlines[session]
        deadlines[session] = deadline
        if deadline < before { library.restart(session, at: deadline) }
    }

    public mutating func cancel(_ session: UInt32) {
        library.stop(session)
        pending -= 1
    }

    public mutating func watch(_ descriptor: Int32) throws(SubjectError) {
        try library.watch(descriptor)
    }

    public mutating func turn(waitingUntil limit: Instant) { library.turn(waitingUntil: limit) }

    public mutating func nextFired() -> Firing? {
        while let firing = firings.popFirst() {
            let deadline = deadlines[firing.session]
            if firing.at >= deadline {
                pending -= 1
                return firing
            }
            library.start(firing.session, at: deadline)
        }
        return nil
    }

    public var virtualNow: Instant? {
        get { firings.virtualNow }
        nonmutating set { firings.virtualNow = newValue }
    }

    public var byteCount: Int? {
        library.byteCount.map { $0 + capacity * MemoryLayout<Instant>.stride }
    }

    public consuming func close() { library.close() }
}

/// One deadline a session.
@safe
private struct DeadlineStore: ~Copyable {
    private let deadlines: UnsafeMutablePointer<Instant>
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        unsafe deadlines = .allocate(capacity: max(capacity, 1))
        unsafe deadlines.initialize(repeating: .origin, count: capacity)
    }

    deinit { unsafe deadlines.deallocate() }

    subscript(session: UInt32) -> Instant {
        get {
            precondition(session < capacity, "a session of this subject")
            return unsafe deadlines[Int(session)]
        }
        nonmutating set {
            precondition(session < capacity, "a session of this subject")
            unsafe deadlines[Int(session)] = newValue
        }
    }
}
