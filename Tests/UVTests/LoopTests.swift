import Linux
import Testing
import UV

/// What callbacks have seen so far.
final class Log<Entry> {
    var entries: [Entry] = []
}

@Suite struct LoopTests {
    @Test func aLoopWithOpenHandlesDoesNotClose() throws {
        let loop = try Loop()
        let timer = try Timer(loop)
        #expect(loop.handleCount == 1)
        #expect(throws: UVError.busy) { try loop.close() }
        timer.close()
        #expect(throws: UVError.busy) { try loop.close() }
        loop.run()
        #expect(loop.handleCount == 0)
        try loop.close()
    }

    @Test func closingTellsOnceTheHandleIsGone() throws {
        let loop = try Loop()
        let log = Log<Int>()
        let poll = try Signal(loop)
        poll.close { log.entries.append(loop.handleCount) }
        #expect(log.entries.isEmpty)
        loop.run()
        #expect(log.entries.count == 1)
        try loop.close()
    }

    @Test func anOwnerThatGoesClosesItsHandle() throws {
        let loop = try Loop()
        do {
            let timer = try Timer(loop)
            try timer.start(afterMilliseconds: 1_000_000) {}
        }
        loop.run()
        try loop.close()
    }

    @Test func handlesThatKeepNothingAliveLetTheLoopEnd() throws {
        let loop = try Loop()
        let timer = try Timer(loop)
        try timer.start(afterMilliseconds: 1_000_000) {}
        timer.keepLoopAlive(false)
        #expect(!loop.run())
        timer.close()
        loop.run()
        try loop.close()
    }

    @Test func phasesRunInTheirPlacesAndIdleTimeIsMeasured() throws {
        let loop = try Loop(measuringIdleTime: true)
        let log = Log<String>()
        let before = try Phase(loop, .beforeWaiting)
        let after = try Phase(loop, .afterEvents)
        let timer = try Timer(loop)
        try before.start { log.entries.append("before") }
        try after.start { log.entries.append("after") }
        try timer.start(afterMilliseconds: 20) {
            log.entries.append("timer")
            loop.stop()
        }
        loop.run()
        #expect(log.entries.starts(with: ["before", "after"]))
        #expect(log.entries.contains("timer"))
        #expect(loop.idleNanoseconds > 5_000_000)
        before.close()
        after.close()
        timer.close()
        loop.run()
        try loop.close()
    }

    @Test func aLoopThatSpinsDoesNotWait() throws {
        let loop = try Loop()
        let spin = try Phase(loop, .insteadOfWaiting)
        let log = Log<Int>()
        let started = Clock.monotonic.now()
        try spin.start {
            log.entries.append(1)
            if log.entries.count == 1000 { loop.stop() }
        }
        loop.run()
        #expect(log.entries.count == 1000)
        #expect(Clock.monotonic.now() - started < 1_000_000_000)
        spin.close()
        loop.run()
        try loop.close()
    }

    @Test func aRaisedSignalIsCalledBack() throws {
        let loop = try Loop()
        let log = Log<Int>()
        let signal = try Signal(loop)
        try signal.start(10) {
            log.entries.append(10)
            loop.stop()
        }
        try send(signal: 10, to: processID)
        loop.run()
        #expect(log.entries == [10])
        signal.close()
        loop.run()
        try loop.close()
    }

    @Test func aKernelTimerUnderPollIsNeverEarly() throws {
        let loop = try Loop()
        let timer = try TimerDescriptor()
        let poll = try Poll(loop, descriptor: timer.number)
        let early = Log<UInt64>()
        let fired = Log<UInt64>()
        for delay in stride(from: UInt64(1_000), to: 3_000_000, by: 100_000) {
            let deadline = Clock.boottime.now() + delay
            try timer.arm(at: deadline)
            try poll.start(.readable) { events, error in
                let now = Clock.boottime.now()
                fired.entries.append(now)
                if now < deadline || error != nil || events != .readable {
                    early.entries.append(now)
                }
                loop.stop()
            }
            loop.run()
            let count = try timer.read()
            #expect(count == 1)
        }
        #expect(early.entries.isEmpty)
        #expect(fired.entries.count == 30)
        poll.close()
        loop.run()
        try loop.close()
    }
}
