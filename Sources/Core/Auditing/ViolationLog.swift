public import AppLock
public import Devices

/// One objection: which rule, where and when.
public struct Violation: Sendable {
    public var rule: Rule
    public var session: UInt32
    public var scene: SceneID
    /// Model time of the session, in nanoseconds.
    public var at: UInt64
    /// When what was required began, where that is earlier.
    public var since: UInt64

    public init(rule: Rule, session: UInt32, scene: SceneID, at: UInt64, since: UInt64) {
        self.rule = rule
        self.session = session
        self.scene = scene
        self.at = at
        self.since = since
    }
}

/// Violations of many sessions: every one counted, the first of each rule kept.
public struct ViolationLog: Sendable {
    public private(set) var counts = [UInt64](repeating: 0, count: Rule.allCases.count)
    public private(set) var firsts: [Violation] = []
    /// Spans in which sensitive content was seen past due, in nanoseconds.
    public private(set) var exposures: [UInt64] = []
    /// From due, or the return if later, to the lock, in nanoseconds.
    public private(set) var lockLatencies: [UInt64] = []
    /// The session the next violations belong to.
    public var session: UInt32 = 0
    /// How long a lock may be missing, or content seen, before a person would see it: a frame, and
    /// in live mode the same in model time.
    public var frame = Auditor.frame
    /// How far behind a timer's deadline its answer may come: nothing where answers take none.
    public var timerTolerance: UInt64 = 0

    public init() {}

    public var total: UInt64 { counts.reduce(0, +) }
    public subscript(rule: Rule) -> UInt64 { counts[rule.index] }

    public mutating func report(
        _ rule: Rule, scene: SceneID = .first, at now: UInt64, since: UInt64? = nil
    ) {
        let index = rule.index
        counts[index] += 1
        guard counts[index] == 1 else { return }
        firsts.append(
            Violation(rule: rule, session: session, scene: scene, at: now, since: since ?? now))
    }

    mutating func note(exposure: UInt64) { exposures.append(exposure) }
    mutating func note(lockLatency: UInt64) { lockLatencies.append(lockLatency) }

    /// Forgets the times, not the violations: the warm-up is over.
    public mutating func clearTimes() {
        exposures = []
        lockLatencies = []
    }

    /// Adds counts and firsts of another part of the same run; of two firsts the earlier stays.
    public mutating func merge(_ counts: [UInt64], _ firsts: [Violation]) {
        for index in counts.indices { self.counts[index] += counts[index] }
        for violation in firsts {
            guard let place = self.firsts.firstIndex(where: { $0.rule == violation.rule }) else {
                self.firsts.append(violation)
                continue
            }
            let known = self.firsts[place]
            if (violation.at, violation.session) < (known.at, known.session) {
                self.firsts[place] = violation
            }
        }
    }
}
