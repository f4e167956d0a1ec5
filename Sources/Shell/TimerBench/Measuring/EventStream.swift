import Chance
import Chronology

/// The events of workload W (README, “Timer benchmark”), drawn before the time is taken.
///
/// Each session touches after exponential gaps of 1 s on average, restarting an idle timer of
/// 180 s; one touch in 30 is a background instead: idle is cancelled, a lock armed at 20 s; the
/// return comes after an exponential 20 s, cancels the lock or finds it fired, and arms idle.
/// These are Poisson processes, so all of them together are one: N looks a second at sessions
/// drawn evenly; one in the background returns with a chance of 1 in 20. Who is away depends on no
/// timer, so the whole stream, and how many locks fire by each step, is known beforehand.
struct EventStream {
    static let idle: UInt64 = 180_000_000_000
    static let lock: UInt64 = 20_000_000_000
    static let backgroundOdds: UInt64 = 30
    static let returnOdds: UInt64 = 20
    /// Looks at sessions in one step, at least: an event loop's turn costs something, too.
    static let looksPerStep = 64

    enum Code { static let touch: UInt32 = 0, background: UInt32 = 1, comeBack: UInt32 = 2 }

    /// Time moves on so much before each step's events; whole milliseconds.
    let step: UInt64
    /// `session << 2 | code`.
    private(set) var events: [UInt32] = []
    /// Where each step's events end.
    private(set) var ends: [Int] = []
    /// Sessions that are away at the start: when their lock is due from then, in nanoseconds, or 0
    /// where it has fired. Nil for those who are there.
    private(set) var away: [UInt64?] = []
    /// Locks due by each step, and those of them that are late by no more than was allowed.
    private(set) var mostFired: [Int] = [0]
    private(set) var leastFired: [Int] = [0]
    /// Sessions away after each step: their timers may have fired.
    private(set) var awayCounts: [Int] = [0]

    init(_ draws: SessionDraws, count: Int, lateness: UInt64) {
        let sessions = draws.sessions
        step = max(1, UInt64((Self.looksPerStep * 1000 + sessions - 1) / sessions)) * 1_000_000
        var due = [UInt64](repeating: 0, count: sessions)
        drawAway(draws, &due)
        var isAway = away.map { $0 != nil }
        var awayCount = isAway.count { $0 }
        awayCounts[0] = awayCount
        events.reserveCapacity(count + sessions / 500 + 1024)
        var stream = draws.stream(.events)
        var looks: UInt64 = 0
        while events.count < count {
            let now = UInt64(ends.count + 1) * step
            mostFired.append(0)
            leastFired.append(0)
            let looksByNow = UInt64(
                (UInt128(now) * UInt128(sessions) / 1_000_000_000))
            while looks < looksByNow {
                looks += 1
                let session = Int(stream.next(below: UInt64(sessions)))
                let chance = stream.next()
                if isAway[session] {
                    guard chance % Self.returnOdds == 0 else { continue }
                    add(Code.comeBack, session)
                    countFired(due[session], by: now, lateness)
                    isAway[session] = false
                    awayCount -= 1
                } else if chance % Self.backgroundOdds == 0 {
                    add(Code.background, session)
                    due[session] = now + Self.lock
                    isAway[session] = true
                    awayCount += 1
                } else {
                    add(Code.touch, session)
                }
            }
            ends.append(events.count)
            awayCounts.append(awayCount)
        }
        let end = UInt64(ends.count) * step
        for session in 0..<sessions where isAway[session] {
            countFired(due[session], by: end, lateness)
        }
        for index in 1..<mostFired.count {
            mostFired[index] += mostFired[index - 1]
            leastFired[index] += leastFired[index - 1]
        }
    }

    /// As it is once W has gone on for long: two in five are away, each for an age that is as
    /// exponential as what is left.
    private mutating func drawAway(_ draws: SessionDraws, _ due: inout [UInt64]) {
        var stream = draws.stream(.ages)
        guard let ages = try? DistributionTable(.exponential(mean: .seconds(20))) else {
            preconditionFailure("an exponential distribution can be drawn from")
        }
        away.reserveCapacity(draws.sessions)
        for session in 0..<draws.sessions {
            guard stream.next(below: 5) < 2 else {
                away.append(nil)
                continue
            }
            let age = ages.sample(&stream).nanoseconds / 1_000_000 * 1_000_000
            let left = age < Self.lock ? Self.lock - age : 0
            due[session] = left
            away.append(left)
        }
    }

    private mutating func add(_ code: UInt32, _ session: Int) {
        events.append(UInt32(truncatingIfNeeded: session) << 2 | code)
    }

    /// A lock that was due before its session came back; 0 fired before the start.
    private mutating func countFired(_ due: UInt64, by now: UInt64, _ lateness: UInt64) {
        guard due > 0 else { return }
        if due <= now { mostFired[Int((due + step - 1) / step)] += 1 }
        if due + lateness <= now { leastFired[Int((due + lateness + step - 1) / step)] += 1 }
    }
}
