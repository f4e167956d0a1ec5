import Testing

@testable import TimerBench

/// The events of `mixed` are in the proportions of workload W.
@Suite struct EventStreamTests {
    private let stream = EventStream(
        SessionDraws(seed: 1, sessions: 1000), count: 300_000, lateness: 0)

    @Test func proportionsAreThoseOfW() {
        var counts = [0, 0, 0]
        for event in stream.events { counts[Int(event & 3)] += 1 }
        let all = Double(stream.events.count + stream.mostFired.last!)
        // Of 25,722,166: touch 23,782,798, background 821,288, return 817,274, lock 300,806.
        #expect(abs(Double(counts[0]) / all - 0.9246) < 0.003)
        #expect(abs(Double(counts[1]) / all - 0.0319) < 0.002)
        #expect(abs(Double(counts[2]) / all - 0.0318) < 0.002)
        #expect(abs(Double(stream.mostFired.last!) / all - 0.0117) < 0.002)
        // 0.6274 events a second and session.
        let seconds = Double(stream.ends.count) * Double(stream.step) / 1e9
        #expect(abs(all / seconds / 1000 - 0.6274) < 0.01)
    }

    @Test func nobodyLeavesTwiceOrTouchesWhileAway() {
        var isAway = stream.away.map { $0 != nil }
        #expect(abs(isAway.count { $0 } - 400) < 60)
        for event in stream.events {
            let session = Int(event >> 2)
            #expect(isAway[session] == (event & 3 == EventStream.Code.comeBack))
            if event & 3 == EventStream.Code.background { isAway[session] = true }
            if event & 3 == EventStream.Code.comeBack { isAway[session] = false }
        }
        #expect(isAway.count { $0 } == stream.awayCounts.last)
    }

    @Test func lateLocksAreAllowedToBeFewer() {
        let late = EventStream(
            SessionDraws(seed: 1, sessions: 1000), count: 300_000, lateness: 2_500_000_000)
        #expect(late.events == stream.events)
        #expect(late.mostFired == stream.mostFired)
        #expect(late.leastFired.last! < late.mostFired.last!)
        #expect(stream.leastFired == stream.mostFired)
    }

    @Test(arguments: [1, 7, 1000, 64_000, 100_000])
    func stepsAreWholeMillisecondsWithEnoughToDo(sessions: Int) {
        let stream = EventStream(
            SessionDraws(seed: 1, sessions: sessions), count: 500, lateness: 0)
        #expect(stream.step % 1_000_000 == 0)
        #expect(stream.step * UInt64(sessions) >= 64_000_000_000)
        #expect(stream.events.count >= 500 && stream.ends.last == stream.events.count)
    }
}
