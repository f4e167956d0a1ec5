import Linux
import Testing
import UV

/// Why a timer of libuv fires early, and what a caller does about it.
@Suite struct EarlyTimerTests {
    private static let work: UInt64 = 8_000_000
    private static let delay: UInt64 = 5

    /// Works for so long in a turn of the loop, as a callback would.
    private func work(nanoseconds: UInt64) {
        let end = Clock.monotonic.now() + nanoseconds
        while Clock.monotonic.now() < end {}
    }

    /// How long after the call a timer fires that is to fire `delay` after it, in nanoseconds, and
    /// whether that was early. `span` says what libuv is told, in the middle of a turn.
    private func fire(_ span: (Loop, UInt64) -> UInt64) throws -> (wait: UInt64, isEarly: Bool) {
        let loop = try Loop()
        let timer = try Timer(loop)
        let log = Log<UInt64>()
        loop.updateNow()
        work(nanoseconds: Self.work)
        let called = Clock.monotonic.now()
        let deadline = called + Self.delay * 1_000_000
        try timer.start(afterMilliseconds: span(loop, deadline)) {
            log.entries.append(Clock.monotonic.now())
        }
        loop.run()
        timer.close()
        loop.run()
        try loop.close()
        let fired = try #require(log.entries.first)
        return (fired - called, fired < deadline)
    }

    /// The loop's time is 8 ms old by then: 5 ms after it are over.
    @Test func aSpanFromTheCachedNowIsEarlyByWhatTheTurnTook() throws {
        for _ in 0..<5 {
            let (wait, isEarly) = try fire { _, _ in Self.delay }
            // At once, but for a machine that let the test wait.
            if wait > Self.delay * 1_000_000 { continue }
            #expect(isEarly)
            return
        }
        Issue.record("five times in a row the machine was too busy to see it")
    }

    @Test func aDeadlineRoundedUpOnAFreshNowIsNeverEarly() throws {
        for _ in 0..<20 {
            let (_, isEarly) = try fire { loop, deadline in
                loop.updateNow()
                return (deadline + 999_999) / 1_000_000 - loop.nowMilliseconds
            }
            #expect(!isEarly)
        }
    }
}
