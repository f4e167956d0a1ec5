import Chronology
import Linux
import Reports
import Scenarios
import TimerQueues

/// Timer scripts, played on each queue, at several ticks and starts of the clock.
extension RunReport {
    private static let ticks: [TimeSpan] = [
        .microseconds(1), .microseconds(100), .milliseconds(1), .milliseconds(10),
    ]
    /// Zero, far out, and just below what wheels turn over at with this tick: 2^32, the borders of
    /// eight-bit levels, one of which lies on the tick, and a revolution of 512 slots. Borders that
    /// lie closer together than the 3 ms are met by every script that lasts as long.
    private static func starts(tick: TimeSpan) -> [(name: String, instant: Instant)] {
        let before = TimeSpan.milliseconds(3)
        let cut = 63 - tick.nanoseconds.leadingZeroBitCount
        let borders = Set([32, 36, cut + 9] + stride(from: cut % 8, to: 60, by: 8))
            .filter { 1 << $0 > before.nanoseconds as UInt64 }.sorted()
        return [("0", .origin)]
            + borders.map { ("2^\($0) - 3ms", Instant(nanoseconds: 1 << $0) - before) }
            + [("2^40 - 1", Instant(nanoseconds: 1 << 40 - 1))]
            + [("1e18", Instant(nanoseconds: 1_000_000_000_000_000_000))]
    }

    /// Scripts with more operations meet two ticks and two starts in each queue, which differ from
    /// queue to queue.
    private static let longScript: UInt64 = 100_000

    static func playing(
        _ script: TimerScript, of scenario: Scenario, on queues: [QueueKind]
    ) -> RunReport {
        var report = RunReport(scenario)
        let (wall, cpu) = (Clock.monotonic.now(), Clock.processTime.now())
        var conversion = TimerScriptConversion(names: scenario.names)
        let operations = conversion.operations(script.steps)
        let span = TimerScriptSpan(script.steps)
        let isLong = script.operationCount > longScript
        for (turn, queue) in queues.enumerated()
        where queue.isStable || !script.needsStableQueue {
            for (column, tick) in ticks.enumerated() where !isLong || column % 2 == turn % 2 {
                let all = starts(tick: tick).filter { span.fits(after: $0.instant) }
                let one = (turn + column * 2) % all.count
                for start in isLong ? all[one...one] : all[...] {
                    let failures = queue.play(
                        operations, nameCount: conversion.ids.count, tick: tick,
                        start: start.instant)
                    let play =
                        "\(queue.rawValue), tick \(Quantity.duration(tick.nanoseconds)), "
                        + "start \(start.name)"
                    // One that isn't exact is held to the contract alone, not to the script's
                    // instants.
                    let expectations = queue.isExact ? conversion.expectationCount : 1
                    report.add(failures, expectations, conversion, script, scenario, play)
                }
            }
        }
        report.duration.wallNanoseconds = Clock.monotonic.now() - wall
        report.duration.cpuNanoseconds = Clock.processTime.now() - cpu
        report.duration.modelNanoseconds = span.end.nanoseconds
        return report
    }

    private mutating func add(
        _ failures: [TimerScriptFailure], _ expected: Int, _ conversion: TimerScriptConversion,
        _ script: TimerScript, _ scenario: Scenario, _ play: String
    ) {
        // Each play is checked throughout, also where its script expects nothing.
        expectations.checked += max(expected, failures.count, 1)
        expectations.failed += failures.count
        for failure in failures {
            let words = conversion.words(failure.reason)
            let position = TimerScriptConversion.position(failure.path, in: script.steps)
            self.failures.append(
                ReportedFailure(
                    place: scenario.place(position), subject: "\(words.subject) (\(play))",
                    expected: words.expected, actual: words.actual))
        }
    }
}

/// How far a timer script moves the clock and sets deadlines, so that a start beyond which either
/// would reach the end of time is left out.
struct TimerScriptSpan {
    private(set) var end = TimeSpan.zero
    private var furthest = TimeSpan.zero

    init(_ steps: [TimerScript.Step]) {
        var fromCallbacks = TimeSpan.zero
        walk(steps, &fromCallbacks)
        furthest = max(furthest, end + fromCallbacks)
    }

    /// At the origin every script plays: there it meets the end of time where it means to.
    func fits(after start: Instant) -> Bool {
        start == .origin || start + furthest < .distantFuture
    }

    private mutating func walk(_ steps: [TimerScript.Step], _ fromCallbacks: inout TimeSpan) {
        for step in steps {
            switch step.operation {
            case .arm(_, let deadline), .rearm(_, let deadline): reach(deadline)
            case .advance(let span): end = end + span
            case .advanceTo(let span): end = max(end, span)
            case .onFire(_, let inner):
                for step in inner {
                    guard let deadline = step.operation.deadline else { continue }
                    if case .after(let span) = deadline {
                        fromCallbacks = max(fromCallbacks, span)
                    } else {
                        reach(deadline)
                    }
                }
            case .repeated(let times, let inner):
                let before = end
                walk(inner, &fromCallbacks)
                let (total, overflow) = (end - before).nanoseconds
                    .multipliedReportingOverflow(by: times)
                end = overflow ? .max : before + .nanoseconds(total)
                furthest = max(furthest, end + (furthest - before))
            case .cancel, .expect: break
            }
            furthest = max(furthest, end)
        }
    }

    private mutating func reach(_ deadline: TimerScript.Deadline) {
        switch deadline {
        case .after(let span): furthest = max(furthest, end + span)
        case .at(let span): furthest = max(furthest, span)
        }
    }
}

extension TimerScript.Operation {
    var deadline: TimerScript.Deadline? {
        switch self {
        case .arm(_, let deadline), .rearm(_, let deadline): deadline
        case .cancel, .advance, .advanceTo, .onFire, .repeated, .expect: nil
        }
    }
}

extension TimerScript {
    /// With repeats counted as often as they are carried out.
    var operationCount: UInt64 { Self.operationCount(steps) }

    private static func operationCount(_ steps: [Step]) -> UInt64 {
        steps.reduce(0) { sum, step in
            var count: UInt64 = 1
            if case .repeated(let times, let inner) = step.operation {
                let (product, overflow) = operationCount(inner)
                    .multipliedReportingOverflow(by: times)
                count = overflow ? .max : product
            }
            let (total, overflow) = sum.addingReportingOverflow(count)
            return overflow ? .max : total
        }
    }
}
