import Linux
import Simulation
import Statistics
import UV

/// What a child tells while it runs, a few times a second at most.
struct ChildProgress {
    /// By the model.
    var reached: UInt64 = 0
    var events: UInt64 = 0
    var locks: UInt64 = 0
    var violations: UInt64 = 0
    var waiting: UInt64 = 0
    var lateSends: UInt64 = 0
    /// Decision latency of the last whole second.
    var latency = Histogram()
    /// Of the whole run so far, where a threshold can end it.
    var part: RunPart?

    func encode() -> [UInt8] {
        var bytes: [UInt8] = [ReportKind.progress.rawValue]
        for number in [reached, events, locks, violations, waiting, lateSends] {
            bytes.append(number)
        }
        latency.encode(into: &bytes)
        bytes.append(part?.encode() ?? [])
        return bytes
    }

    init() {}

    init(decoding bytes: inout ArraySlice<UInt8>) throws(MalformedBytes) {
        reached = try bytes.takeNumber()
        events = try bytes.takeNumber()
        locks = try bytes.takeNumber()
        violations = try bytes.takeNumber()
        waiting = try bytes.takeNumber()
        lateSends = try bytes.takeNumber()
        do throws(StatisticsError) {
            latency = try Histogram(decoding: &bytes)
        } catch {
            throw MalformedBytes()
        }
        part = try RunPart(taking: &bytes)
    }
}

enum ReportKind: UInt8 { case progress = 1, final = 2 }

/// What a child leaves behind: its part of the result, if it has one, and what it used.
struct ChildReport {
    var offered: UInt64 = 0
    var achieved: UInt64 = 0
    /// By the model.
    var reached: UInt64 = 0
    /// Events that no answer came to.
    var unanswered: UInt64 = 0
    /// From start to end, without what went before.
    var wall: UInt64 = 0
    var cpu: UInt64 = 0
    var idle: UInt64 = 0
    var resident: UInt64 = 0
    var voluntarySwitches: UInt64 = 0
    var involuntarySwitches: UInt64 = 0
    /// Of the processor time, spent spinning.
    var spun: UInt64 = 0
    var part: RunPart?

    init() {}

    func encode() -> [UInt8] {
        var bytes: [UInt8] = [ReportKind.final.rawValue]
        for number in [
            offered, achieved, reached, unanswered, wall, cpu, idle, resident, voluntarySwitches,
            involuntarySwitches, spun,
        ] { bytes.append(number) }
        bytes.append(part?.encode() ?? [])
        return bytes
    }

    init(decoding bytes: inout ArraySlice<UInt8>) throws(MalformedBytes) {
        offered = try bytes.takeNumber()
        achieved = try bytes.takeNumber()
        reached = try bytes.takeNumber()
        unanswered = try bytes.takeNumber()
        wall = try bytes.takeNumber()
        cpu = try bytes.takeNumber()
        idle = try bytes.takeNumber()
        resident = try bytes.takeNumber()
        voluntarySwitches = try bytes.takeNumber()
        involuntarySwitches = try bytes.takeNumber()
        spun = try bytes.takeNumber()
        part = try RunPart(taking: &bytes)
    }
}

extension RunPart {
    /// Nil where there is none.
    fileprivate init?(taking bytes: inout ArraySlice<UInt8>) throws(MalformedBytes) {
        let whole = try bytes.takeBytes()
        if whole.isEmpty { return nil }
        do throws(StatisticsError) {
            try self.init(decoding: whole)
        } catch {
            throw MalformedBytes()
        }
    }
}

/// Measures what a process uses from one moment to another.
struct UsageMeter {
    private let wall = Clock.boottime.now()
    private let usage = try? ResourceUsage.now()
    private let idle: UInt64

    init(_ loop: Loop) { idle = loop.idleNanoseconds }

    func fill(_ report: inout ChildReport, _ loop: Loop) {
        report.wall = Clock.boottime.now() - wall
        report.idle = loop.idleNanoseconds - idle
        report.resident = (try? residentByteCount()) ?? 0
        guard let usage, let now = try? ResourceUsage.now() else { return }
        report.cpu =
            now.userNanoseconds + now.systemNanoseconds
            - min(
                usage.userNanoseconds + usage.systemNanoseconds,
                now.userNanoseconds + now.systemNanoseconds)
        report.voluntarySwitches = now.voluntarySwitches - usage.voluntarySwitches
        report.involuntarySwitches = now.involuntarySwitches - usage.involuntarySwitches
    }
}
