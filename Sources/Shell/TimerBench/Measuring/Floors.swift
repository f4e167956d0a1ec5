import Chance
import Chronology
import Linux
import TimerSubjects

/// The least that moving a timer of a random session could cost at the same number of sessions:
/// one store of what a touch computes, sessions drawn by the same generator.
struct FloorMeasurement {
    let order: MeasureOrder

    func run() throws(MeasureFailure) -> Measured {
        switch order.subject {
        case .store(4): stores(as: UInt32.self) { UInt32(truncatingIfNeeded: $0) }
        case .store(8): stores(as: UInt64.self) { $0 }
        case .store(16): stores(as: Words2.self) { ($0, $0) }
        case .store(24): stores(as: Words3.self) { ($0, $0, $0) }
        case .record: stores(as: Words8.self) { ($0, $0, $0, $0, $0, $0, $0, $0) }
        case .prefetchedRecord: prefetchedRecords()
        case .events: events()
        case .store(let width): throw .impossible("no floor of \(width) bytes")
        case .queue: throw .impossible("a queue is no floor")
        }
    }

    private typealias Words2 = (UInt64, UInt64)
    private typealias Words3 = (UInt64, UInt64, UInt64)
    private typealias Words8 = (
        UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64
    )
    private static let ahead = 16

    @inline(__always)
    private func stores<Value: BitwiseCopyable>(
        as _: Value.Type, _ make: (UInt64) -> Value
    ) -> Measured {
        let memory = UnsafeMutablePointer<Value>.allocate(capacity: order.sessions)
        unsafe memory.initialize(repeating: make(0), count: order.sessions)
        defer { unsafe memory.deallocate() }
        var deadline = Bounds.origin.nanoseconds + Bounds.armedTo
        return timed { stream, count in
            let bound = UInt64(order.sessions)
            for _ in 0..<count {
                deadline &+= Bounds.touchGap
                unsafe memory[Int(stream.next(below: bound))] = make(deadline)
            }
        }
    }

    private func prefetchedRecords() -> Measured {
        let memory = UnsafeMutablePointer<Words8>.allocate(capacity: order.sessions)
        unsafe memory.initialize(repeating: (0, 0, 0, 0, 0, 0, 0, 0), count: order.sessions)
        defer { unsafe memory.deallocate() }
        var deadline = Bounds.origin.nanoseconds + Bounds.armedTo
        var coming = InlineArray<16, Int>(repeating: 0)
        var place = 0
        return timed { stream, count in
            let bound = UInt64(order.sessions)
            for _ in 0..<count {
                deadline &+= Bounds.touchGap
                let at = deadline
                unsafe memory[coming[place]] = (at, at, at, at, at, at, at, at)
                let next = Int(stream.next(below: bound))
                unsafe prefetch(memory + next)
                coming[place] = next
                place = (place + 1) & (Self.ahead - 1)
            }
        }
    }

    /// Once to warm up, once with the clock running.
    @inline(__always)
    private func timed(_ store: (inout ChanceStream, Int) -> Void) -> Measured {
        let draws = SessionDraws(seed: order.seed, sessions: order.sessions)
        var stream = draws.stream(.touches)
        store(&stream, min(max(order.sessions, 100_000), 1_000_000))
        var watch = Stopwatch()
        watch.start()
        store(&stream, Int(Bounds.touches))
        watch.stop()
        var measured = Measured(operations: Bounds.touches, nanoseconds: 0)
        measured.touched = Bounds.touches
        return measured.timed(by: watch)
    }

    private func events() -> Measured {
        let draws = SessionDraws(seed: order.seed, sessions: order.sessions)
        let stream = EventStream(
            draws, count: max(Bounds.events, 2 * order.sessions), lateness: 0)
        var counts = InlineArray<3, UInt64>(repeating: 0)
        var watch = Stopwatch()
        watch.start()
        var first = 0
        for end in stream.ends {
            for index in first..<end {
                let event = stream.events[index]
                switch event & 3 {
                case SessionEvent.touch: counts[0] &+= 1
                case SessionEvent.background: counts[1] &+= 1
                default: counts[2] &+= 1
                }
            }
            first = end
        }
        watch.stop()
        var measured = Measured(operations: UInt64(stream.events.count), nanoseconds: 0)
        // What is looked at can't be left out.
        precondition(counts[0] + counts[1] + counts[2] == UInt64(stream.events.count))
        measured.touched = counts[0]
        measured.modelNanoseconds = UInt64(stream.ends.count) * stream.step
        return measured.timed(by: watch)
    }
}
