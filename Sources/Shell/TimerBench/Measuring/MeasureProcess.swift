import Chronology
import Linux
import TimerQueues
public import TimerSubjects

/// The child of a bench: one measurement told by its arguments, one line on stdout.
public enum MeasureProcess {
    /// Behind `timers`; no command of a person's.
    public static let command = "measure"

    /// Exit codes beside 0: started by hand, a measurement that failed, a subject not to be had.
    static let usage: Int32 = 64
    static let wrong: Int32 = 70
    static let impossible: Int32 = 69

    /// `catalogue` has what this program can measure beside our own queues.
    public static func main(_ words: [String], _ catalogue: some SubjectCatalogue) -> Never {
        guard words.count > 1, let parent = Int32(words[0]),
            let order = MeasureOrder(words: Array(words.dropFirst()))
        else { stop("started by hand: it is a part of `locksim timers bench`", usage) }
        do throws(SystemError) {
            guard try dieWithParent(parent) else { exitNow(1) }
        } catch {
            stop("\(error)", wrong)
        }
        pinToLastProcessor()
        keepFreedMemory()
        do throws(MeasureFailure) {
            let line = try measure(order, catalogue).line
            try? StandardStream.output.write(line + "\n")
            exitNow(0)
        } catch {
            switch error {
            case .wrong(let text): stop(text, wrong)
            case .impossible(let text): stop(text, impossible)
            }
        }
    }

    /// The same in this process.
    static func measure(
        _ order: MeasureOrder, _ catalogue: some SubjectCatalogue
    ) throws(MeasureFailure) -> Measured {
        guard case .queue(let name) = order.subject else {
            return try FloorMeasurement(order: order).run()
        }
        guard let kind = QueueKind(rawValue: name) else {
            throw .impossible("no timer queue is called that")
        }
        if let measured = try kind.withQueue(PureMeasuring(order: order)) { return measured }
        if let measured = try catalogue.withSubject(kind, Measuring(order: order)) {
            return measured
        }
        throw .impossible("this program doesn't have it")
    }

    /// The first is where a host's own work usually goes.
    private static func pinToLastProcessor() {
        for index in (0..<min(Host.current().processorCount, 1024)).reversed() {
            if (try? pin(toProcessor: index)) != nil { return }
        }
    }

    private static func stop(_ text: String, _ code: Int32) -> Never {
        try? StandardStream.error.write("locksim: \(text)\n")
        exitNow(code)
    }
}

/// Our own queues, at the tick that was asked for.
private struct PureMeasuring: QueueVisitor {
    let order: MeasureOrder

    func visit<Queue: TimerQueue & ~Copyable>(
        _: Queue.Type
    ) throws(MeasureFailure) -> Measured {
        let tick = TimeSpan(nanoseconds: order.tickNanoseconds)
        let sample = Queue(startingAt: Bounds.origin, tick: tick, capacity: 1)
        return try Measurement<PureSubject<Queue>>(order) { delay in
            sample.latenessBound(delay: delay).nanoseconds
        } make: { origin in
            PureSubject<Queue>(capacity: order.sessions, startingAt: origin, tick: tick)
        }.run()
    }
}

private struct Measuring: SubjectVisitor {
    let order: MeasureOrder

    func visit<Subject: TimerSubject & ~Copyable>(
        _: Subject.Type
    ) throws(MeasureFailure) -> Measured {
        try Measurement<Subject>(order) { _ in
            Subject.resolution.nanoseconds
        } make: { (origin) throws(SubjectError) in
            try Subject(capacity: order.sessions, startingAt: origin)
        }.run()
    }
}
