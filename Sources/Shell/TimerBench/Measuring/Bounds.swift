import Chronology

/// How long and how much is measured at a time. A build for debugging does a hundredth, as its
/// figures mean nothing anyway: enough for tests.
enum Bounds {
    #if DEBUG
        static let isDebug = true
    #else
        static let isDebug = false
    #endif
    private static let share = isDebug ? 100 : 1

    /// Re-armings in one measurement of `touch`.
    static let touches = 5_000_000 / UInt64(share)
    /// Of virtual time between two touches: five million take a second.
    static let touchGap: UInt64 = 200
    /// Events in one measurement of `mixed`: twice as many as sessions, and at least so many.
    static let events = 5_000_000 / share
    /// Arm and cancel are done in rounds on fresh subjects until so many were moved.
    static let roundedOperations = 400_000 / share
    /// What is slower than this by the clock is stopped, and what was done counts.
    static let nanoseconds: UInt64 = 400_000_000

    /// The same where it takes longer to see all sessions: so much for each, if that is more.
    static func nanoseconds(for sessions: Int, each: UInt64) -> UInt64 {
        max(nanoseconds, UInt64(sessions) * each)
    }

    /// A queue may have to sweep or grow once for all timers.
    static let touchEach: UInt64 = 200
    static let mixedEach: UInt64 = 400
    /// The first timers of all are cheaper than the others where timers move down the levels of a
    /// wheel, and dearer in a heap.
    static let expireEach: UInt64 = 2_500

    /// Rounds end, too, when setting up and closing took so long.
    static let roundsNanoseconds: UInt64 = 2_000_000_000
    /// Between two looks at the clock.
    static let batch = 512
    /// On the real clock timers are due within so much, instead of ten seconds.
    static let realExpireSpan: UInt64 = isDebug ? 50_000_000 : 500_000_000
    /// Where virtual time begins: a whole millisecond, and no round number of any level of a wheel.
    static let origin = Instant(nanoseconds: 10_007_123_000_000)

    static let armedFrom = 1_000_000_000 as UInt64
    static let armedTo = 180_000_000_000 as UInt64
    static let expireSpan = 10_000_000_000 as UInt64
}
