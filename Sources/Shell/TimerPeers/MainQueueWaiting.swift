import Chronology
import Linux
import MainQueue
import TimerSubjects

/// Waits for Dispatch's main queue and for one more descriptor, and drains the queue.
///
/// Dispatch keeps time in a thread of its own; all that is ours runs here, on the main thread.
struct MainQueueWaiting: ~Copyable {
    private static var queueToken: UInt32 { 0 }
    private static var watchedToken: UInt32 { 1 }

    private let poll: EventPoll

    init() throws(SubjectError) {
        poll = try refusing { () throws(SystemError) in
            let poll = try EventPoll()
            try poll.add(MainQueue.descriptor, token: Self.queueToken, forEdges: true)
            return poll
        }
    }

    func watch(_ descriptor: Int32) throws(SubjectError) {
        try refusing { () throws(SystemError) in
            try poll.add(descriptor, token: Self.watchedToken)
        }
    }

    func turn(waitingUntil limit: Instant) {
        let now = limit == .origin || limit == .distantFuture ? 0 : Clock.boottime.now()
        let span = limit.nanoseconds - min(limit.nanoseconds, now)
        var isQueueReady = false
        let bound = limit == .distantFuture ? nil : span
        _ = try? poll.wait(nanoseconds: bound) { token in
            if token == Self.queueToken { isQueueReady = true }
        }
        if isQueueReady { MainQueue.drain() }
    }
}

func refusing<Part: ~Copyable>(
    _ part: () throws(SystemError) -> Part
) throws(SubjectError) -> Part {
    do throws(SystemError) {
        return try part()
    } catch {
        throw .refused("\(error)")
    }
}
