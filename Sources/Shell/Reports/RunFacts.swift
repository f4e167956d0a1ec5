public import Linux

public struct RunDuration: Hashable, Sendable {
    /// On the clock of the sessions.
    public var modelNanoseconds: UInt64 = 0
    public var wallNanoseconds: UInt64 = 0
    /// Of all processes.
    public var cpuNanoseconds: UInt64 = 0

    public init() {}
}

/// What one process of a run used.
public struct ProcessFacts: Hashable, Sendable {
    public enum Role: String, Hashable, Sendable { case driver, worker, engine }

    public var role: Role
    public var index: Int
    /// Of one core, in billionths.
    public var cpuShareBillionths: UInt64 = 0
    public var residentByteCount: UInt64 = 0
    public var contextSwitches: UInt64 = 0
    /// Of its time its loop waited, in billionths; nil where there is no loop.
    public var loopIdleBillionths: UInt64?
    /// Of its processor time, spent waiting with open eyes, in billionths; nil where none was.
    public var spinShareBillionths: UInt64?

    public init(role: Role, index: Int) {
        self.role = role
        self.index = index
    }
}

/// What one process used in one second of a run, by the clock.
public struct ProcessSample: Hashable, Sendable {
    public var role: ProcessFacts.Role
    public var index: Int
    /// The second that ended then, counted from 0.
    public var second: Int
    /// Of one core, in billionths.
    public var cpuShareBillionths: UInt64
    public var residentByteCount: UInt64

    public init(
        role: ProcessFacts.Role, index: Int, second: Int, cpuShareBillionths: UInt64,
        residentByteCount: UInt64
    ) {
        self.role = role
        self.index = index
        self.second = second
        self.cpuShareBillionths = cpuShareBillionths
        self.residentByteCount = residentByteCount
    }
}

/// How well the workers kept to the times they meant to send at, warm-up left out.
public struct GeneratorFacts: Hashable, Sendable {
    public var offeredEvents: UInt64 = 0
    public var achievedEvents: UInt64 = 0
    /// Sent more than a millisecond past their time.
    public var lateEvents: UInt64 = 0

    public init() {}
}

public struct Expectations: Hashable, Sendable {
    public var checked = 0
    public var failed = 0

    public init(checked: Int = 0, failed: Int = 0) {
        self.checked = checked
        self.failed = failed
    }
}

/// One thing that was not as a script says, in words.
public struct ReportedFailure: Hashable, Sendable {
    /// `file:line:column`.
    public var place: String
    public var subject: String
    public var expected: String
    public var actual: String
    /// The last events before it, oldest first.
    public var trail: [String] = []

    public init(place: String, subject: String, expected: String, actual: String) {
        self.place = place
        self.subject = subject
        self.expected = expected
        self.actual = actual
    }
}

/// The machine a result was measured on.
public struct RunEnvironment: Sendable {
    /// Nil: not looked at.
    public var host: Host?

    public init(host: Host? = nil) { self.host = host }
}
