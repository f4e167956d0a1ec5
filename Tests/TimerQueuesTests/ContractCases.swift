import Chronology
import TimerQueues

/// One rule of the contract as a timer script; the player checks each firing besides.
struct ContractCase {
    var name: String
    /// What it expects holds only where equal deadlines fire in scheduling order.
    var needsStableQueue: Bool
    var script: [TimerScriptOperation]

    init(_ name: String, needsStableQueue: Bool = false, _ script: [TimerScriptOperation]) {
        self.name = name
        self.needsStableQueue = needsStableQueue
        self.script = script
    }

    /// A queue that may be late, or fires equal deadlines in any order, is held to what the player
    /// checks by itself.
    func script(isExact: Bool, isStable: Bool) -> [TimerScriptOperation] {
        guard !isExact || needsStableQueue && !isStable else { return script }
        return script.filter { operation in
            if case .expect = operation { false } else { true }
        }
    }
}

func arm(_ name: Int, in span: UInt64) -> TimerScriptOperation {
    .arm(name, .in(.nanoseconds(span)))
}
func arm(_ name: Int, at span: UInt64) -> TimerScriptOperation {
    .arm(name, .at(.nanoseconds(span)))
}
func rearm(_ name: Int, in span: UInt64) -> TimerScriptOperation {
    .rearm(name, .in(.nanoseconds(span)))
}
func advance(_ span: UInt64) -> TimerScriptOperation { .advance(.in(.nanoseconds(span))) }
func advance(to span: UInt64) -> TimerScriptOperation { .advance(.at(.nanoseconds(span))) }
func expect(
    _ fired: [Int]? = nil, pending: Int? = nil, returned: Bool? = nil, next: UInt64? = nil
) -> TimerScriptOperation {
    .expect(
        TimerScriptExpectation(
            fired: fired, pending: pending, returned: returned,
            next: next.map { TimerScriptComparison(.lessOrEqual, $0) }))
}

let ms: UInt64 = 1_000_000

/// They span less than a minute, so that they also fit before the end of the clock.
let contractCases = [
    ContractCase(
        "never early, not by a nanosecond",
        [
            advance(to: 10_900_000), arm(0, in: ms), advance(to: 11 * ms),
            expect([], pending: 1, next: 11_900_000), advance(to: 11_899_999),
            expect([], pending: 1),
            advance(1), expect([0], pending: 0),
        ]),
    ContractCase(
        "a past deadline fires at the next advance, in deadline order",
        [
            advance(to: 1000), arm(0, at: 995), arm(1, at: 0), arm(2, in: 0),
            expect([], pending: 3, next: 0), advance(0), expect([1, 0, 2], pending: 0),
        ]),
    ContractCase(
        "what a callback arms waits for the next advance",
        [
            arm(0, in: 100), arm(1, in: 200), arm(2, in: 900), .onFire(0, [arm(0, at: 0)]),
            .onFire(1, [arm(1, in: 0)]), advance(300), expect([0, 1], pending: 3), advance(0),
            expect([0, 1], pending: 3), .repeat(times: 20, [advance(1)]), advance(700),
            expect(pending: 2),
        ]),
    ContractCase(
        "a callback cancels a sibling due in the same batch", needsStableQueue: true,
        [
            arm(0, in: 5), arm(1, in: 5), arm(2, in: 6), .onFire(0, [.cancel(1), .cancel(2)]),
            advance(20), expect([0], pending: 0, returned: true), .cancel(1),
            expect(returned: false),
        ]),
    ContractCase(
        "a callback moves a sibling due in the same batch",
        [
            arm(0, in: 5), arm(1, in: 6), .onFire(0, [rearm(1, in: 0)]), advance(20),
            expect([0], pending: 1, returned: true, next: 20), advance(0), expect([1], pending: 0),
        ]),
    ContractCase(
        "cancelling oneself in the callback says false",
        [
            arm(0, in: 5), .onFire(0, [.cancel(0), rearm(0, in: 1), arm(0, in: 7)]), advance(5),
            expect([0], pending: 1, returned: false), advance(6), expect([]), advance(1),
            expect([0], pending: 1),
        ]),
    ContractCase(
        "old ids never reach another timer",
        [
            arm(0, in: 5), .cancel(0), arm(1, in: 5), .cancel(0),
            expect(pending: 1, returned: false),
            rearm(0, in: 1), expect([], pending: 1, returned: false), advance(5), expect([1]),
            rearm(1, in: 1), expect(pending: 0, returned: false),
        ]),
    ContractCase(
        "equal deadlines fire in scheduling order, a moved timer being new",
        needsStableQueue: true,
        [
            arm(0, in: 50_000), arm(1, in: 50_000), arm(2, in: 50_000), arm(3, in: 70_000),
            advance(45_000), arm(4, in: 5_000), rearm(1, in: 5_000), rearm(3, in: 5_000),
            advance(5_000), expect([0, 2, 4, 1, 3], pending: 0),
        ]),
    ContractCase(
        "for ever is a deadline, and hides nothing",
        [
            arm(0, in: .max), advance(10), arm(1, in: .max), arm(2, in: 5), expect(next: 15),
            advance(5), expect([2], pending: 2), rearm(0, in: 5), advance(5),
            expect([0], pending: 1), .cancel(1), expect(pending: 0, returned: true),
        ]),
    ContractCase(
        "a far jump fires all, in order",
        [
            arm(0, in: 50_000 * ms), arm(1, in: 1), arm(2, in: 1_000 * ms), arm(3, in: 300),
            arm(4, in: 49_999 * ms), advance(50_000 * ms), expect([1, 3, 2, 4, 0], pending: 0),
        ]),
    ContractCase(
        "past 32 bits of nanoseconds",
        [
            arm(0, in: 1 << 32 + 5), advance(10), expect([], pending: 1), advance(1 << 32 - 6),
            expect([]), advance(1), expect([0], pending: 0),
        ]),
    ContractCase(
        "bringing a timer forward and putting it off",
        [
            arm(0, in: 40_000 * ms), rearm(0, in: 2), advance(1), rearm(0, in: 70_000), advance(1),
            expect([], pending: 1), advance(69_998), expect([]), advance(1), expect([0]),
        ]),
    ContractCase(
        "cancelled twice near the deadline",
        [
            arm(0, in: 5 * ms), arm(1, in: 30_000 * ms), advance(ms), advance(3_900_000),
            .cancel(0), expect(pending: 1, returned: true), .cancel(0),
            expect(pending: 1, returned: false), advance(1000 * ms), expect([], pending: 1),
        ]),
    ContractCase(
        "a chain of timers, each armed by the one before",
        [
            arm(0, in: 10), .onFire(0, [arm(1, in: 10), .onFire(1, [arm(2, in: 300)])]),
            advance(10), advance(10), expect([0, 1], pending: 1), advance(299), expect([]),
            advance(1), expect([2], pending: 0),
        ]),
]

/// Ticks and start offsets on which each case is played.
let ticks: [TimeSpan] = [
    .nanoseconds(1), .nanoseconds(3), .microseconds(1), .milliseconds(1), .milliseconds(10),
]

/// Around 2^32, the end of the clock and what wheels turn over at with this tick: the borders of
/// eight-bit levels, of which one lies on the tick, and revolutions of 512 slots of a tick.
func starts(tick: TimeSpan) -> [Instant] {
    let cut = UInt64(63 - max(tick.nanoseconds, 1).leadingZeroBitCount)
    let levels = stride(from: cut % 8 + 8, to: 60, by: 8).flatMap { bit in
        [1, 51_000, 5 * ms].map { (1 << bit as UInt64) &- $0 }
    }
    let revolutions = [1, 3].map { $0 << (cut + 9) as UInt64 - 1 }
    return ([0, 1, .max - 60_000 * ms, 1 << 32 - 1, 1 << 32] + levels + revolutions)
        .map { Instant(nanoseconds: $0) }
        .filter { $0.nanoseconds < .max - 59_000 * ms }
}

/// What a queue type does wrong, empty if nothing.
func violations<Queue: TimerQueue & ~Copyable>(
    of queue: Queue.Type, startLimit: Int = .max
) -> [String] {
    let some = Queue(startingAt: .origin, tick: .milliseconds(1), capacity: 0)
    let isExact = some.latenessBound(delay: .hours(24)) == .zero
    var found: [String] = []
    for test in contractCases {
        let script = test.script(isExact: isExact, isStable: Queue.isStable)
        for tick in ticks {
            for start in starts(tick: tick).prefix(startLimit) {
                for failure in TimerScriptPlayer<Queue>.play(
                    script, nameCount: 8, tick: tick, start: start)
                {
                    found.append("\(test.name), tick \(tick), start \(start): \(failure)")
                }
            }
        }
    }
    return found
}
