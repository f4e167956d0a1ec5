public import Chronology
internal import Linux
public import Statistics

/// How late timers are, over so much real time.
public struct AccuracyPlan: Hashable, Sendable {
    public var timers = 10_000
    public var span = TimeSpan.seconds(10)
    /// Deadlines are drawn from it, evenly over the span.
    public var seed: UInt64 = 1

    /// From when all are armed to the first that may be due.
    static let lead: UInt64 = 50_000_000
    /// How long after the span a timer may still come without being lost.
    static let grace: UInt64 = 2_000_000_000

    public init() {}

    /// On `CLOCK_BOOTTIME`.
    public func deadlines(from start: UInt64) -> [UInt64] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15
        return (0..<timers).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // The upper bits of a linear congruence are its good ones.
            return start + ((state >> 32) << 32).multipliedFullWidth(by: span.nanoseconds).high
        }
    }
}

/// What came of it.
public struct Accuracy: Hashable, Sendable {
    /// Fired minus deadline, in nanoseconds; those that were early count 0 here.
    public var lateness = Histogram()
    public var fired: UInt64 = 0
    public var early: UInt64 = 0
    public var lost: UInt64 = 0
    /// Over the span, of this process.
    public var cpu = TimeSpan.zero
    public var wall = TimeSpan.zero
    /// Of the processor time, spent spinning.
    public var spun = TimeSpan.zero
    /// Times the kernel took the processor away.
    public var involuntarySwitches: UInt64 = 0

    public init() {}

    /// Of the processor time used; 0 unless spinning wakes.
    public var spinShare: Double {
        cpu == .zero ? 0 : Double(spun.nanoseconds) / Double(cpu.nanoseconds)
    }

    mutating func note(deadline: UInt64, firedAt instant: UInt64) {
        fired += 1
        if instant < deadline { early += 1 }
        lateness.record(instant - min(instant, deadline))
    }
}

/// What this process uses from one moment to another.
struct UseMeter {
    private let wall = Clock.boottime.now()
    private let usage = try? ResourceUsage.now()

    func fill(_ accuracy: inout Accuracy) {
        accuracy.wall = TimeSpan(nanoseconds: Clock.boottime.now() - wall)
        guard let usage, let now = try? ResourceUsage.now() else { return }
        let before = usage.userNanoseconds + usage.systemNanoseconds
        let after = now.userNanoseconds + now.systemNanoseconds
        accuracy.cpu = TimeSpan(nanoseconds: after - min(before, after))
        accuracy.involuntarySwitches = now.involuntarySwitches - usage.involuntarySwitches
    }
}
