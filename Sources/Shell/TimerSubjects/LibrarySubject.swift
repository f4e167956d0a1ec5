public import Chronology
public import TimerQueues
internal import VirtualClock

/// A library's timers, one a session.
public struct LibrarySubject<Library: TimerLibrary & ~Copyable>: EmbeddingSubject, ~Copyable {
    public static var kind: QueueKind { Library.kind }
    public static var clock: SubjectClock { available(Library.clock) }
    public static var resolution: TimeSpan { Library.resolution }

    private var library: Library
    private let firings: FiringList
    private let hold: ClockHold
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
    }

    public mutating func arm(_ session: UInt32, at deadline: Instant) {
        library.start(session, at: deadline)
        pending += 1
    }

    public mutating func touch(_ session: UInt32, to deadline: Instant) {
        library.restart(session, at: deadline)
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
        guard let firing = firings.popFirst() else { return nil }
        pending -= 1
        return firing
    }

    public var virtualNow: Instant? {
        get { firings.virtualNow }
        nonmutating set { firings.virtualNow = newValue }
    }

    public var byteCount: Int? { library.byteCount }

    public consuming func close() { library.close() }
}

/// Holds the virtual clock for as long as it lives. Made before a library's loop, which reads it.
struct ClockHold: ~Copyable {
    private let isVirtual: Bool

    init(
        _ clock: SubjectClock, of library: SubjectClock, startingAt origin: Instant
    ) throws(SubjectError) {
        isVirtual = clock == .virtual
        guard isVirtual else { return }
        guard available(library) == .virtual else { throw .noVirtualClock }
        VirtualClock.set(toNanoseconds: origin.nanoseconds)
    }

    deinit { if isVirtual { VirtualClock.release() } }
}

/// Without a clock to set, all libraries run on the kernel's.
func available(_ clock: SubjectClock) -> SubjectClock {
    VirtualClock.isAvailable ? clock : .real
}
