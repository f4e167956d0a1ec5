import AppLock
import Auditing
import Devices
import Linux
import Scenarios
import Simulation
import Statistics

/// `result.json`, schema 1: nanoseconds are integers, names as in the table of metrics.
extension RunReport {
    /// With a line's end behind it.
    public var resultJSON: String {
        var writer = JSONWriter()
        write(into: &writer)
        return writer.text + "\n"
    }

    public static func resultJSON(_ reports: [RunReport]) -> String {
        var writer = JSONWriter()
        writer.array { json in
            for report in reports { report.write(into: &json) }
        }
        return writer.text + "\n"
    }

    private func write(into writer: inout JSONWriter) {
        writer.object { json in
            writeHead(&json)
            writeCounters(&json)
            writeMetrics(&json)
            writeSimulation(&json)
            writeGenerator(&json)
            writeThresholds(&json)
            writeExpectations(&json)
            json.key("processes")
            json.array { json in
                for process in processes { process.write(into: &json) }
            }
        }
    }

    private func writeHead(_ json: inout JSONWriter) {
        json.field("schema", Version.schema)
        json.field("version", Version.text)
        json.key("scenario")
        json.object { json in
            json.field("name", name)
            json.field("hash", hash)
            json.field("seed", seed)
            json.field("mode", mode.rawValue)
            json.field("path", path)
            if let queue { json.field("queue", queue) }
            if let session { json.field("session", UInt64(session)) }
        }
        json.field("verdict", verdict.rawValue)
        json.key("reasons")
        json.array { json in
            for reason in reasons { json.value(reason) }
        }
        json.field("partial", isPartial)
        json.field("valid", isValid)
        json.field("exit_code", Int(exitCode))
        json.field("digest", digestText)
        json.key("environment")
        json.object { environment.write(into: &$0) }
        json.key("duration")
        json.object { json in
            json.field("model_ns", duration.modelNanoseconds)
            json.field("wall_ns", duration.wallNanoseconds)
            json.field("cpu_ns", duration.cpuNanoseconds)
        }
    }

    private func writeCounters(_ json: inout JSONWriter) {
        json.key("counters")
        json.object { json in
            for kind in Counters.Kind.allCases where !kind.name.hasPrefix("timers.") {
                switch kind {
                // One name for both, as in the table of metrics.
                case .touchEvents:
                    json.field(kind.name, part.counters[kind] + part.counters[.keyEvents])
                case .keyEvents: break
                default: json.field(kind.name, part.counters[kind])
                }
            }
            json.field("sessions", part.sessions)
            json.field("sessions.lost", part.sessionsLost)
            json.field("overflows", part.overflows)
            json.key("violations")
            json.object { json in
                json.field("total", part.violationTotal)
                json.key("by_rule")
                json.object { json in
                    for rule in Rule.allCases where part.violations[rule.index] > 0 {
                        json.field(rule.rawValue, part.violations[rule.index])
                    }
                }
                writeFirsts(&json)
            }
            json.key("timers")
            json.object { json in
                json.field("fired", part.counters[.timersFired])
                json.field("early", part.timersEarly)
                json.field("lost", part.timersLost)
                json.field("cancelled", part.counters[.timersCancelled])
                json.field("rearmed", part.counters[.timersRearmed])
            }
        }
    }

    /// The first violation of each rule, with the command that shows it again.
    private func writeFirsts(_ json: inout JSONWriter) {
        guard !part.firsts.isEmpty else { return }
        json.key("first")
        json.array { json in
            for first in part.firsts {
                json.object { json in
                    json.field("rule", first.rule.rawValue)
                    json.field("session", UInt64(first.session))
                    json.field("scene", Int(first.scene.index))
                    json.field("at_ns", first.at)
                    json.field("since_ns", first.since)
                    json.field("command", reproduction(of: first.session))
                }
            }
        }
    }

    /// How the load was kept to; live only.
    private func writeGenerator(_ json: inout JSONWriter) {
        guard let generator else { return }
        json.key("generator")
        json.object { json in
            json.field("offered_events", generator.offeredEvents)
            json.field("achieved_events", generator.achievedEvents)
            json.field("late_events", generator.lateEvents)
        }
    }

    /// Those with values; `queue_depth` counts events, so its keys carry no unit.
    private func writeMetrics(_ json: inout JSONWriter) {
        json.key("metrics")
        json.object { json in
            for kind in Meter.Kind.allCases {
                let histogram = part.meter[kind]
                guard histogram.count > 0 || kind == .decisionLatency else { continue }
                json.key(kind.name)
                json.object { histogram.write(into: &$0, unit: kind == .queueDepth ? "" : "_ns") }
            }
        }
    }

    private func writeSimulation(_ json: inout JSONWriter) {
        let wall = max(duration.wallNanoseconds, 1)
        let rate = UInt128(part.allEvents) * 1_000_000_000 / UInt128(wall)
        json.key("simulation")
        json.object { json in
            json.field("events_per_second", UInt64(clamping: rate))
            json.field(
                "speedup",
                decimal: Quantity.decimal(duration.modelNanoseconds, per: wall, places: 3))
            json.field("bytes_per_session", part.sessionBytes / max(part.sessions, 1))
        }
    }

    private func writeThresholds(_ json: inout JSONWriter) {
        json.key("thresholds")
        json.array { json in
            for result in thresholdResults {
                json.object { json in
                    json.field("that", result.that)
                    json.key("value")
                    if let value = result.value { value.write(into: &json) } else { json.null() }
                    json.field("count", result.count)
                    json.field("passed", result.passed)
                }
            }
        }
    }

    private func writeExpectations(_ json: inout JSONWriter) {
        json.key("expectations")
        json.object { json in
            json.field("checked", expectations.checked)
            json.field("failed", expectations.failed)
            guard !failures.isEmpty else { return }
            json.key("failures")
            json.array { json in
                for failure in failures {
                    json.object { json in
                        json.field("place", failure.place)
                        json.field("subject", failure.subject)
                        json.field("expected", failure.expected)
                        json.field("actual", failure.actual)
                    }
                }
            }
        }
    }
}

extension MeasuredValue {
    /// Durations in nanoseconds, rates per second, shares of one.
    fileprivate func write(into json: inout JSONWriter) {
        switch self {
        case .duration(let number), .number(let number), .bytes(let number): json.value(number)
        case .share(let billionths): json.decimal(shareDigits(billionths))
        case .rate(let count, let nanoseconds):
            let micro = UInt128(count) * 1_000_000_000_000_000 / UInt128(max(nanoseconds, 1))
            json.decimal(Quantity.decimal(UInt64(clamping: micro), per: 1_000_000, places: 6))
        }
    }
}

extension Histogram {
    fileprivate func write(into json: inout JSONWriter, unit: String) {
        json.field("count", count)
        json.field("min" + unit, min ?? 0)
        json.field("mean" + unit, mean ?? 0)
        let percentiles: [(String, Percentile)] = [
            ("p50", .p50), ("p90", .p90), ("p99", .p99), ("p99_9", .p999), ("p99_99", .p9999),
        ]
        for (name, percentile) in percentiles {
            json.field(name + unit, boundedValue(at: percentile) ?? 0)
        }
        json.field("max" + unit, max ?? 0)
    }
}

extension ProcessFacts {
    fileprivate func write(into json: inout JSONWriter) {
        json.object { json in
            json.field("role", role.rawValue)
            json.field("index", index)
            json.field("cpu_share", decimal: shareDigits(cpuShareBillionths))
            json.field("rss_bytes", residentByteCount)
            json.field("context_switches", contextSwitches)
            if let loopIdleBillionths {
                json.field("loop_idle", decimal: shareDigits(loopIdleBillionths))
            }
            if let spinShareBillionths {
                json.field("spin_share", decimal: shareDigits(spinShareBillionths))
            }
        }
    }
}

extension RunEnvironment {
    public func write(into json: inout JSONWriter) {
        guard let host else { return }
        json.field("cpu_model", host.processorModel)
        json.field("cores", host.processorCount)
        json.field("cores_allowed", host.allowedProcessorCount)
        json.field("kernel", host.kernelRelease)
        json.field("clock_source", host.clockSource)
        json.field("governor", host.governor)
        json.key("load")
        json.array { json in
            for load in host.loadHundredths {
                json.decimal(Quantity.decimal(UInt64(max(load, 0)), per: 100, places: 2))
            }
        }
        json.field("memory_bytes", host.memoryByteCount)
    }
}

private func shareDigits(_ billionths: UInt64) -> String {
    Quantity.decimal(billionths, per: 1_000_000_000, places: 9)
}
